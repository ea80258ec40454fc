import { partnerRequirements, serviceRequirements } from '../../contract/index.ts'
import type { RequirementResult, RunResult } from '../../harness/model/result.ts'
import { tool } from '../../harness/model/tool.ts'
import { writeReports } from '../../reports/write.ts'
import { temporaryDirectory } from '../cli/places.ts'
import { APP, target as examined, Story } from '../partner/recording/story.ts'
import { exchange } from '../reports/exchanges.ts'
import { run } from '../reports/samples.ts'

/** When the runs of these tests begin, and when they are certified. */
export const STARTED_AT = '2026-01-02T03:04:05.678Z'
export const NOW = new Date('2026-01-03T00:00:00Z')

type Changes = Readonly<Record<string, Partial<RequirementResult>>>
type Part = Partial<Omit<RunResult, 'run' | 'requirements'>> & { run?: Partial<RunResult['run']> }

const sandbox: RunResult['target'] = {
  kind: 'sandbox',
  authUrl: 'https://auth.sandbox.example',
  apiUrl: 'https://api.sandbox.example',
  clientId: 'partner-7',
}

/** What a run sent, in short: an update, and a user to the authorization endpoint. */
function sentTo({ authUrl, apiUrl }: RunResult['target'], startedAt: string) {
  return [`${apiUrl}/v1/donations/1`, `${authUrl}/oauth2/authorize`].map((url, index) =>
    exchange({ id: index + 1, startedAt: Date.parse(startedAt) + 1_000, request: { url } }),
  )
}

/** A full run of a sandbox that kept everything, but for these requirements. */
export function fullRun(changes: Changes = {}, part: Part = {}): RunResult {
  const requirements = serviceRequirements.map(
    ({ id, level, title, source }): RequirementResult => ({
      ...{ id, level, title, source, violations: [], cases: 1, requests: 1, durationMs: 3 },
      verdict: level === 'MAY' ? 'observed' : 'pass',
      ...changes[id],
    }),
  )
  const { target = sandbox } = part
  const { startedAt = STARTED_AT } = part.run ?? {}
  return run(requirements, {
    ...{ tool, target },
    exchanges: sentTo(target, startedAt),
    ...part,
    run: { startedAt, runs: 25, requests: 2, ...part.run },
  })
}

const application: RunResult['target'] = { ...examined, kind: 'application', appUrl: 'https://app.example' }

/** An examination of an application that kept everything, but for these requirements. */
export function partnerRun(changes: Changes = {}, part: Part = {}): RunResult {
  const requirements = partnerRequirements.map(
    ({ id, level, title, source }): RequirementResult => ({
      ...{ id, level, title, source, violations: [], cases: 1, requests: 1, durationMs: 3 },
      verdict: 'pass',
      ...changes[id],
    }),
  )
  const { target = application, exchanges = new Story('first contact').connects().exchanges } = part
  const { appUrl = APP } = target
  const address = URL.canParse(appUrl) ? appUrl : APP
  return run(requirements, {
    ...{ tool, target, ...part },
    exchanges: exchanges.map(({ request, ...rest }) => ({
      ...rest,
      request: { ...request, url: request.url.replace(APP, address) },
    })),
    run: { startedAt: STARTED_AT, durationMs: 60_000, runs: 1, requests: 4, ...part.run },
  })
}

/** The directory in which the reports of such an examination are. */
export async function partnerRecord(appUrl = 'https://app.example'): Promise<string> {
  return reportsOf(partnerRun({}, { target: { ...examined, kind: 'application', appUrl } }))
}

/** How a requirement looks that was broken. */
export const broken = (level: 'MUST' | 'SHOULD'): Partial<RequirementResult> => ({
  verdict: level === 'MUST' ? 'fail' : 'warn',
  violations: [{ expected: 'a refusal', received: '200', exchanges: [], curl: [] }],
})

/** How a requirement looks that could not be decided. */
export const undecided: Partial<RequirementResult> = {
  verdict: 'inconclusive',
  reason: 'there is no second client',
  needs: ['SANDBOX_OTHER_CLIENT_ID'],
}

/** The directory in which the reports of a run are, as `run --out` writes them. */
export async function reportsOf(result: RunResult): Promise<string> {
  const directory = await temporaryDirectory()
  await writeReports(result, directory)
  return directory
}
