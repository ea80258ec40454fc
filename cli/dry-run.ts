import type { TargetConfig } from '../client/environment/config.ts'
import { missingNeeds } from '../client/environment/needs.ts'
import { EnvironmentError, keysFor, readEnvironment } from '../client/environment/read-environment.ts'
import { withoutUndefined } from '../client/environment/without-undefined.ts'
import type { Exchange } from '../client/http/exchange.ts'
import { requirementById } from '../contract/index.ts'
import { runSuites } from '../harness/engine/run.ts'
import type { SuitesThread } from '../harness/engine/worker-thread.ts'
import { DEFAULT_RUNS } from '../harness/model/defaults.ts'
import { openMock } from '../harness/session/open-target.ts'
import { count } from '../reports/text.ts'
import { HOSTS, hostOf, originOf } from './dry-run/hosts.ts'
import { ALTERED, LENT, requestLines, UNNAMED } from './dry-run/requests.ts'
import { envFileOf, isOutThere, type RunOptions } from './options.ts'
import { settingsOf } from './run-settings.ts'
import { EXIT_UNTESTED, UsageError } from './usage.ts'

/**
 * Prints what a run with these options would send, requirement by requirement and host by host, and sends none of it. It
 * is counted in a rehearsal against the embedded mock, without what the sandbox does not have. As a list it also has the
 * requests of each requirement, by kind.
 * @returns the exit status
 * @throws UsageError where the environment of the sandbox is not complete and valid
 */
export async function dryRun(
  options: RunOptions,
  suites: SuitesThread,
  signal: AbortSignal,
): Promise<number> {
  const configured = isOutThere(options) ? configuredTarget(options) : undefined
  const rehearsal = await openMock()
  try {
    const target = configured ?? rehearsal.target
    const settings = {
      ...settingsOf(options, { ...rehearsal, target: withoutMissing(rehearsal.target, target) }),
      runs: options.runs ?? DEFAULT_RUNS[target.kind],
      // What would be sent is no less where it is sent faster.
      rateLimits: {},
    }
    const { exchanges, requirements, problem } = await runSuites(settings, { signal }, suites)
    if (problem !== undefined) {
      process.stderr.write(`The rehearsal did not finish: ${problem}\n`)
      return EXIT_UNTESTED
    }
    const sent = exchanges.filter(({ request }) => !isOfInspector(request.url, rehearsal.target))
    const print = (line = '') => process.stdout.write(`${line}\n`)
    print(
      'Nothing was sent to these hosts. The numbers are of a rehearsal against the embedded reference service.\n',
    )
    const hosts = (some: readonly Exchange[]) => hostCounts(some, rehearsal.target, target)
    const isList = options.dryRun === 'list'
    const printRequests = (name: string, some: readonly Exchange[], lack = '') => {
      print(row(name, some.length, [hosts(some), lack].filter(Boolean).join('; ')))
      if (isList) for (const line of requestLines(some, rehearsal.target, target)) print(line)
    }
    for (const { id } of requirements) {
      const own = sent.filter(({ requirement }) => requirement === id)
      printRequests(id, own, lackOf(id, target))
    }
    const itself = sent.filter(({ requirement }) => requirement === undefined)
    printRequests('the suite itself', itself)
    print(row('all', sent.length, hosts(sent)))
    print(`\n${summary(sent)}`)
    if (isList) print(legend(target))
    return 0
  } finally {
    await rehearsal.close()
  }
}

/** The target of the rehearsal without what the other one does not have: nothing is sent for want of it. */
function withoutMissing(rehearsal: TargetConfig, configured: TargetConfig): TargetConfig {
  const { noOrgUser, multiOrgUser, otherClient, foreignDonationId, otherCampaignDesignationId, ...others } =
    rehearsal
  return {
    ...others,
    ...withoutUndefined({
      noOrgUser: configured.noOrgUser && noOrgUser,
      multiOrgUser: configured.multiOrgUser && multiOrgUser,
      otherClient: configured.otherClient && otherClient,
      foreignDonationId: configured.foreignDonationId && foreignDonationId,
      otherCampaignDesignationId: configured.otherCampaignDesignationId && otherCampaignDesignationId,
    }),
    pledgedDonationIds: others.pledgedDonationIds.slice(0, configured.pledgedDonationIds.length),
    nonPledgedDonationIds: others.nonPledgedDonationIds.slice(0, configured.nonPledgedDonationIds.length),
    designationIds: others.designationIds.slice(0, configured.designationIds.length),
  }
}

function configuredTarget(options: RunOptions): TargetConfig {
  const file = envFileOf(options.env)
  try {
    return readEnvironment({ ...(file === undefined ? {} : { file }), processEnv: process.env })
  } catch (error) {
    throw error instanceof EnvironmentError ? new UsageError(error.message) : error
  }
}

function row(name: string, count: number, more: string): string {
  return `${name.padEnd(18)}${String(count).padStart(6)}${more === '' ? '' : `  ${more}`}`
}

function isOfInspector(url: string, { inspector }: TargetConfig): boolean {
  return inspector !== undefined && url.startsWith(inspector.url)
}

/** How many went to each host, by the name that the host has out there. */
function hostCounts(exchanges: readonly Exchange[], rehearsal: TargetConfig, target: TargetConfig): string {
  const counts = HOSTS.map((name): [string, number] => {
    const count = exchanges.filter(({ request }) => hostOf(request.url, rehearsal) === name).length
    return [originOf(target[name]) ?? '', count]
  })
  const asked = counts.filter(([origin, count]) => origin !== '' && count > 0)
  return asked.map(([origin, count]) => `${asked.length > 1 ? `${count} ` : ''}to ${origin}`).join(', ')
}

/** What keeps a requirement from being tried in full, and by which less will be sent. */
function lackOf(id: string, target: TargetConfig): string {
  const missing = missingNeeds(target, requirementById(id).needs)
  if (missing.length === 0) return ''
  const keys = [...new Set(missing.flatMap(keysFor))]
  return keys.length > 0 ? `less without ${keys.join(', ')}` : 'less: only the embedded service shows it'
}

function summary(exchanges: readonly Exchange[]): string {
  const sent = (method: RegExp, path: RegExp) =>
    exchanges.filter(({ request }) => method.test(request.method) && path.test(new URL(request.url).pathname))
      .length
  const updates = sent(/^(PUT|PATCH)$/, /\/v1\/donations\//)
  const authorizations = sent(/^GET$/, /\/oauth2\/authorize$/)
  const tokens = sent(/^POST$/, /\/oauth2\/token$/)
  return `Among them about ${count(updates, 'update')} of the donations that the environment names, ${count(authorizations, 'authorization request')} and ${count(tokens, 'token request')}. Before them a run asks each host a few times whether it is there and the environment is right.`
}

/** What a list cannot say in each line. */
function legend({ pledgedDonationIds, nonPledgedDonationIds }: TargetConfig): string {
  const lent = [...pledgedDonationIds, ...nonPledgedDonationIds].join(', ') || 'none'
  return `
What your service answers may change what follows, and so may what its donations hold.
${LENT} is whichever of these donations is free: ${lent}.
${ALTERED} is an id that was altered or made up; ${UNNAMED} are parameters and fields that the contract does not name.`
}
