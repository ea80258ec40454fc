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
    .option('--fail-on-drift', 'exit with 1 for any change, not only for what broke', false)
    .action(diff)
}

async function diff(older: string, newer: string, options: DiffOptions): Promise<void> {
  const [{ readJsonFile }, { recordSchema }, { compareRecords, hasDrifted }, { diffMarkdown, diffText }] =
    await Promise.all([
      import('./read-json.ts'),
      import('../reports/record.ts'),
      import('../reports/diff/compare.ts'),
      import('../reports/diff/text.ts'),
    ])
  const before = await readJsonFile(older, recordSchema, 'record of a run')
  const after = await readJsonFile(newer, recordSchema, 'record of a run')
  if ((before.subject ?? 'service') !== (after.subject ?? 'service'))
    throw new UsageError(
      `one record is about a ${before.subject ?? 'service'}, the other about a ${after.subject ?? 'service'}`,
    )
  const found = compareRecords(before, after)
  const text = options.json
    ? `${JSON.stringify(found, null, 2)}\n`
    : options.markdown
      ? diffMarkdown(found)
      : diffText(found)
  process.stdout.write(text)
  const broke = found.newlyBroken.length > 0
  process.exitCode = broke || (options.failOnDrift && hasDrifted(found)) ? 1 : 0
}
