import { Command, Option } from 'commander'
import { UsageError } from './usage.ts'

interface DiffOptions {
  readonly json: boolean
  readonly markdown: boolean
  readonly failOnDrift: boolean
}

/** `donation-conformance diff`. */
export function diffCommand(): Command {
  return new Command('diff')
    .description('say what changed between two runs: verdicts, and what the contract leaves open')
    .argument('<old>', 'record.json of the older run, or its directory')
    .argument('<new>', 'record.json of the newer run, or its directory')
    .addOption(new Option('--json', 'as JSON').default(false).conflicts('markdown'))
    .option('--markdown', 'as Markdown, for a pull request', false)
    .option(
      '--fail-on-drift',
      'exit with 1 for any change of verdicts or observations, not only for what broke',
      false,
    )
    .action(compare)
}

async function compare(older: string, newer: string, options: DiffOptions): Promise<void> {
  const { UnlikeRecordsError, diff, readRecord, ...reports } = await import('../reports/index.ts')
  const compared = async () => diff(await readRecord(older), await readRecord(newer))
  const found = await compared().catch((error: unknown) => {
    throw error instanceof UnlikeRecordsError ? new UsageError(error.message) : error
  })
  const text = options.json
    ? `${JSON.stringify(found, null, 2)}\n`
    : options.markdown
      ? reports.diffMarkdown(found)
      : reports.diffText(found)
  process.stdout.write(text)
  // Whoever compares two runs waits for what broke: that nothing was looked at must not read like nothing found.
  if (found.compared === 0)
    throw new UsageError('nothing was compared: no requirement was tested by both runs')
  const broke = found.newlyBroken.length > 0
  process.exitCode = broke || (options.failOnDrift && reports.hasDrifted(found)) ? 1 : 0
}
