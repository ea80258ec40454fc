import { Command } from 'commander'
import { DEFAULT_ENV_FILE, type TargetConfig } from '../client/environment/config.ts'
import type { Diagnosis } from '../harness/preflight/diagnosis.ts'
import type { Plan } from '../harness/preflight/plan.ts'
import { costs } from '../suites/costs.ts'
import { Interrupt } from './interrupt.ts'
import { envFileOf } from './options.ts'
import { DEFAULT_PARTNER_FILE } from './partner.ts'
import { EXIT_UNTESTED, EXIT_USAGE, notEmpty, UsageError } from './usage.ts'

/** What a run sends with the usual `--runs`; measured against the mock. */
export const REQUESTS_OF_A_RUN = 7_500
export const AUTHORIZATIONS_OF_A_RUN = 570
/** Of the authorizations, those that show a name and a password: the others come in a session. */
export const LOGINS_OF_A_RUN = 85
/** How many of its requests can only be sent one after the other, and what it works beside waiting for them. */
const LONGEST_CHAIN = 150
const WORK_SECONDS = 6
/** A browser draws each page of each authorization. */
const WORK_SECONDS_OF_BROWSER = 150

/** `donation-conformance doctor`. */
export function doctorCommand(): Command {
  return new Command('doctor')
    .description('say what is set, what is missing and whether the sandbox, or an application, can be tested')
    .option(
      '--env <file>',
      `environment of the sandbox (default: ${DEFAULT_ENV_FILE}), or of the application (default: ${DEFAULT_PARTNER_FILE})`,
      notEmpty,
    )
    .option('--partner', "look at a partner's application instead", false)
    .addHelpText(
      'after',
      '\nIt sends no more than a run: it logs in, refreshes tokens of its own, and sends each donation an empty update\n(which clears its designation) and its own quantity.',
    )
    .action(async ({ env, partner }: { env?: string; partner: boolean }) => {
      const interrupt = new Interrupt()
      try {
        process.exitCode = partner
          ? await diagnoseApplication(env ?? DEFAULT_PARTNER_FILE, interrupt.signal)
          : await diagnose(env, interrupt.signal)
      } finally {
        interrupt.end()
      }
    })
}

/**
 * Prints what is set, what is missing and whether the sandbox can be tested.
 * @param env the env file; where it is left out, the default one if there is one
 * @returns the exit status
 * @throws UsageError where the environment is wrong
 */
export async function diagnose(env: string | undefined, signal: AbortSignal): Promise<number> {
  const [{ diagnoses }, { plan }, { openSandbox }, environment, schema, { oneLine }] = await Promise.all([
    import('../harness/preflight/doctor.ts'),
    import('../harness/preflight/plan.ts'),
    import('../harness/session/open-target.ts'),
    import('../client/environment/read-environment.ts'),
    import('../client/environment/schema.ts'),
    import('../reports/text.ts'),
  ])
  const print = (line = '') => process.stdout.write(`${line}\n`)
  const file = envFileOf(env)
  const sources = file === undefined ? { processEnv: process.env } : { file, processEnv: process.env }
  try {
    print(`Keys${file === undefined ? ' of the process' : ` of ${file} and the process`}`)
    for (const { key, isSet, problem } of environment.keyStates(sources)) {
      const { without, mayBeShown } = schema.documentationOf(key)
      const undecided = mayBeShown
        ? 'may be undecided without it, unless answers show it'
        : 'undecided without it'
      const missing = without ? `missing; ${undecided}: ${without}` : 'missing'
      if (problem !== undefined) print(`  ✗ ${oneLine(problem)} [configuration]`)
      else print(`  ${isSet ? '✓' : '·'} ${key.padEnd(40)}${isSet ? 'set' : missing}`)
    }
    for (const key of environment.unreadKeys(process.env))
      print(`  · ${key.padEnd(40)}no key of the suite: nothing reads it`)
    const opened = openSandbox(file, process.env)
    try {
      print('\nSandbox')
      const wrong: Diagnosis[] = []
      let latencyMs = 0
      const examination = diagnoses(opened.target, signal)
      let next = await examination.next()
      for (; !next.done; next = await examination.next()) {
        const diagnosis = next.value
        latencyMs = Math.max(latencyMs, diagnosis.answeredInMs ?? 0)
        if (diagnosis.wrong) wrong.push(diagnosis)
        const sort = diagnosis.wrong ? ` [${diagnosis.wrong}]` : ''
        print(
          `  ${diagnosis.wrong ? '✗' : '✓'} ${oneLine(diagnosis.about)}: ${oneLine(diagnosis.says)}${sort}`,
        )
      }
      if (next.value) {
        const { target, shown } = next.value
        forecast(plan(target, shown), { latencyMs, target }, print)
      } else print('\nA run decides nothing until that is mended.')
      const count = wrong.length
      if (count > 0) print(`\n${count === 1 ? '1 thing is' : `${count} things are`} wrong: see ✗ above.`)
      return statusOf(wrong)
    } finally {
      await opened.close()
    }
  } catch (error) {
    if (error instanceof environment.EnvironmentError) throw new UsageError(error.message)
    throw error
  }
}

/** As of a run: a service that could not be tested is 3, also where a key is the likeliest reason. */
function statusOf(wrong: readonly Diagnosis[]): number {
  if (wrong.length === 0) return 0
  return wrong.every((one) => one.wrong === 'configuration' && !one.isInTheWay) ? EXIT_USAGE : EXIT_UNTESTED
}

async function diagnoseApplication(file: string, signal: AbortSignal): Promise<number> {
  const [{ diagnoses, readPartnerEnvironment }, { EnvironmentError }, { oneLine }] = await Promise.all([
    import('../partner/index.ts'),
    import('../client/environment/read-environment.ts'),
    import('../reports/text.ts'),
  ])
  let wrong = 0
  try {
    const config = readPartnerEnvironment(file)
    process.stdout.write(`Application of ${oneLine(file)}\n`)
    for await (const one of diagnoses(config, signal)) {
      if (one.wrong) wrong++
      const sort = one.wrong ? ` [${one.wrong}]` : ''
      process.stdout.write(`  ${one.wrong ? '✗' : '✓'} ${oneLine(one.about)}: ${oneLine(one.says)}${sort}\n`)
    }
  } catch (error) {
    if (error instanceof EnvironmentError) throw new UsageError(error.message)
    throw error
  }
  process.stdout.write(wrong > 0 ? '\nSee ✗ above.\n' : '\nThe application can be examined.\n')
  return wrong > 0 || signal.aborted ? EXIT_UNTESTED : 0
}

/** What a run will decide, and what it takes. */
function forecast(
  { decided, undecided, atMost }: Plan,
  { latencyMs, target }: { readonly latencyMs: number; readonly target: TargetConfig },
  print: (line: string) => void,
): void {
  const fewer = ' at most: what takes more logins than --max-logins lets a person have stays undecided'
  print(`\nA run can decide ${decided} requirements${atMost ? fewer : ''}.`)
  for (const [way, ids] of undecided) print(`  ${way} to decide ${ids.join(' ')}`)
  const requests = requestsBut([...undecided.values()].flat())
  // Who has no user sends no authorization request that anybody works on.
  const logins = target.user
    ? `, among them ${AUTHORIZATIONS_OF_A_RUN} authorizations with ${LOGINS_OF_A_RUN} logins`
    : ''
  print(
    `\nIt sends about ${requests} requests${logins}, and takes about ${timeOfARun(latencyMs, target.login)}; --runs, --only and --max-logins change that, and --rps N makes it ${requests} / N seconds at least.`,
  )
}

/** What a run sends that leaves these requirements undecided, in hundreds: as much less as they cost. */
function requestsBut(undecided: readonly string[]): number {
  const sum = (all: readonly number[]) => all.reduce((total, one) => total + one, 0)
  const share = sum(undecided.map((id) => costs[id] ?? 0)) / sum(Object.values(costs))
  return Math.max(100, Math.round((REQUESTS_OF_A_RUN * (1 - share)) / 100) * 100)
}

/** From how long the hosts take to answer, in milliseconds; what a person takes at a login by hand comes on top. */
function timeOfARun(latencyMs: number, login: TargetConfig['login']): string {
  const work = login === 'browser' ? WORK_SECONDS_OF_BROWSER : WORK_SECONDS
  const seconds = work + (LONGEST_CHAIN * latencyMs) / 1000
  return seconds < 90 ? `${Math.ceil(seconds / 5) * 5} seconds` : `${Math.ceil(seconds / 60)} minutes`
}
