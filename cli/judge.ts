import { Command } from 'commander'
import type { Exchange } from '../client/http/exchange.ts'
import type { RecordedService } from '../harness/engine/recording.ts'
import { reporterOption } from './reporter-option.ts'
import { notEmpty, reasonOf, UsageError } from './usage.ts'

interface JudgeOptions {
  readonly authUrl?: string
  readonly apiUrl?: string
  readonly json: boolean
  readonly out?: string
  readonly reporter?: readonly string[]
}

/** Where reports go unless it is said: what is judged is often among those of a run. */
const OUT = 'judge-results'

/** `donation-conformance judge`. */
export function judgeCommand(): Command {
  return new Command('judge')
    .description('say what recorded traffic shows of the contract, without sending anything')
    .argument('<file.har>', 'a recording by this suite, a browser or a proxy')
    .option(
      '--auth-url <url>',
      'authorization host (default: where the recording asks for /oauth2/)',
      notEmpty,
    )
    .option('--api-url <url>', 'API host (default: where the recording asks for /v1/)', notEmpty)
    .option('--json', 'print the record instead of the summary', false)
    .addOption(reporterOption('none, or with --out those of run'))
    .option('--out <dir>', `where reports go (default: ${OUT})`, notEmpty)
    .action(judge)
}

/** What stands before this path most often. */
function guess(exchanges: readonly Exchange[], path: RegExp): string | undefined {
  const counts = new Map<string, number>()
  for (const { request } of exchanges) {
    const { origin, pathname } = new URL(request.url)
    const at = pathname.search(path)
    if (at >= 0)
      counts.set(origin + pathname.slice(0, at), (counts.get(origin + pathname.slice(0, at)) ?? 0) + 1)
  }
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0]
}

function serviceOf(exchanges: readonly Exchange[], { authUrl, apiUrl }: JudgeOptions): RecordedService {
  const auth = authUrl ?? guess(exchanges, /\/oauth2\/(?:authorize|token)$/)
  const api = apiUrl ?? guess(exchanges, /\/v1\/(?:donations\/[^/]+|organizations)$/)
  if (auth === undefined && api === undefined) {
    throw new UsageError(
      'the recording asks for nothing that the contract names: say --auth-url and --api-url',
    )
  }
  // Only one half was recorded: what is asked of the other is then nowhere to be found.
  const withoutSlash = (url: string | undefined) => (url ?? 'about:blank').replace(/\/+$/, '')
  return { authUrl: withoutSlash(auth), apiUrl: withoutSlash(api) }
}

async function judge(file: string, options: JudgeOptions): Promise<void> {
  const [
    { readJsonFile },
    har,
    { judgeRecording },
    { reportJudgement },
    { chooseReporters },
    { SecretRegistry },
  ] = await Promise.all([
    import('../reports/read-json.ts'),
    import('../reports/har/read.ts'),
    import('../harness/engine/recording.ts'),
    import('./report-run.ts'),
    import('../reports/choose.ts'),
    import('../client/secrets/registry.ts'),
  ])
  const exchanges = har.exchangesOf(await readJsonFile(file, har.recordingSchema, 'HTTP archive'))
  const { out, reporter, json } = options
  const service = serviceOf(exchanges, options)
  const reporters =
    out === undefined && reporter === undefined ? [] : await chooseReporters(reporter).catch(asUsage)
  const secrets = new SecretRegistry()
  const result = judgeRecording(service, exchanges, secrets)
  process.exitCode = await reportJudgement(result, { out: out ?? OUT, reporters, json }, secrets)
}

/** A reporter that cannot be loaded is a mistake of the command. */
function asUsage(error: unknown): never {
  throw new UsageError(reasonOf(error))
}
