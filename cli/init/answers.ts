import type { Readable, Writable } from 'node:stream'
import { password, select, text } from '@clack/prompts'
import { problemsOf, type RawEnvironment } from '../../client/environment/problems.ts'
import { rawEnvironment, unknownKeys } from '../../client/environment/read-environment.ts'
import { documentationOf, type EnvironmentKey, environmentKeys } from '../../client/environment/schema.ts'
import { UsageError } from '../usage.ts'
import { type CiSystem, ciSystems } from './systems.ts'

/** Where questions are asked; the terminal of the process where it names nothing else. */
interface TerminalStreams {
  readonly input?: Readable
  readonly output?: Writable
}

/** What is known before anything is asked. */
interface KnownAnswers {
  /** Undefined where there is an env file, which stays as it is. */
  readonly values: RawEnvironment | undefined
  readonly ci: CiSystem | undefined
}

/** What is asked for though a run can do without it: with these it decides by far the most. */
const OFFERED: readonly EnvironmentKey[] = [
  'SANDBOX_LOGIN',
  'SANDBOX_PLEDGED_DONATION_IDS',
  'SANDBOX_NON_PLEDGED_DONATION_IDS',
]

/**
 * The values of options and of the process; an option wins.
 * @param settings each as in `SANDBOX_SCOPE=donations`
 * @throws UsageError where one is wrong, of no known key, or a secret, which others could read on the command line
 */
export function givenValues(settings: readonly string[], processEnv: NodeJS.ProcessEnv): RawEnvironment {
  const set = Object.fromEntries(settings.map(readSetting))
  const values = rawEnvironment({ processEnv: { ...processEnv, ...set } })
  const wrong = wrongIn(values)
  if (wrong.length > 0) throw new UsageError(wrong.join('\n'))
  return values
}

/** Messages repeat no value: it may be a secret behind a slip of the pen. */
function readSetting(setting: string): [EnvironmentKey, string] {
  const [name = '', ...rest] = setting.split('=')
  const key = environmentKeys.find((known) => known === name)
  if (key === undefined) throw new UsageError(`--set: ${unknownKeys([name])[0] ?? `${name} is no known key`}`)
  if (documentationOf(key).secret)
    throw new UsageError(
      `--set: ${key} is a secret, and others can read a command line: set it in the environment of the process`,
    )
  if (rest.length === 0) throw new UsageError(`--set: ${key} has no value; write ${key}=…`)
  return [key, rest.join('=')]
}

/**
 * Asks a person for what is not known. What is typed for a secret is not shown.
 * @throws UsageError where the person gives up
 */
export async function askForValues({ values, ci }: KnownAnswers, terminal: TerminalStreams = {}) {
  let answers = values
  for (const key of environmentKeys)
    if (answers && questions(answers).includes(key))
      answers = withValue(answers, key, await askFor(key, answers, terminal))
  return { values: answers, ci: ci ?? (await askForCi(terminal)) }
}

/**
 * Goes on with what is known, where nobody can be asked.
 * @throws UsageError saying what a person would be asked, and how to answer that otherwise
 */
export function withoutAsking({ values, ci }: KnownAnswers) {
  const problems = problemsOf(values ?? {})
  const open = values ? questions(values) : []
  if (ci !== undefined && !open.some((key) => problems.has(key))) return { values, ci }
  const lines = open.map((key) => {
    const { purpose, secret } = documentationOf(key)
    const how = secret ? `${key} in the environment` : `--set ${key}=…`
    return `${how.padEnd(46)} ${purpose}${problems.has(key) ? '' : ' (may be left out)'}`
  })
  if (ci === undefined)
    lines.push(`${`--ci ${ciSystems.join('|')}`.padEnd(46)} the CI system to write a file for`)
  throw new UsageError(
    `init asks in a terminal, and there is none. These answer what it would ask:\n${lines.map((line) => `  ${line}`).join('\n')}`,
  )
}

/** The keys to ask for, in order: those that are missing, and those that decide much. */
function questions(values: RawEnvironment): readonly EnvironmentKey[] {
  const problems = problemsOf(values)
  return environmentKeys.filter(
    (key) => values[key] === undefined && (problems.has(key) || OFFERED.includes(key)),
  )
}

/** What is wrong with the values that are there. */
function wrongIn(values: RawEnvironment): readonly string[] {
  return [...problemsOf(values)].filter(([key]) => values[key] !== undefined).map(([, problem]) => problem)
}

async function askFor(
  key: EnvironmentKey,
  known: RawEnvironment,
  terminal: TerminalStreams,
): Promise<string> {
  const { purpose, origin, secret } = documentationOf(key)
  const isNeeded = problemsOf(known).has(key)
  const aside = secret ? '; what you type is not shown' : isNeeded ? '' : '; Enter leaves it out'
  const question = {
    ...terminal,
    message: `${key}: ${purpose} (from ${origin}${aside})`,
    validate(value = '') {
      if (key === 'SANDBOX_API_URL' && /\/v1\/?$/.test(value.trim()))
        return `${key} must be without /v1, which is added`
      const values = withValue(known, key, value)
      return wrongIn(values)[0] ?? problemsOf(values).get(key)
    },
  }
  return answered(await (secret ? password({ ...question, mask: '' }) : text(question)))
}

async function askForCi(terminal: TerminalStreams): Promise<CiSystem> {
  const options = ciSystems.map((value) => ({ value }))
  return answered<CiSystem>(
    await select<CiSystem>({ ...terminal, message: 'The CI system to write a file for', options }),
  )
}

function answered<Answer extends string>(answer: Answer | symbol): Answer {
  if (typeof answer === 'string') return answer
  throw new UsageError('Nothing was written.')
}

function withValue(values: RawEnvironment, key: EnvironmentKey, value: string): RawEnvironment {
  return value.trim() === '' ? values : { ...values, [key]: value.trim() }
}
