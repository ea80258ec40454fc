import { Command, Option } from 'commander'
import type { ConformanceRecord } from '../reports/record.ts'
import type { KeptRecord, Trend } from '../reports/trend/history.ts'
import { notEmpty, reasonOf, UsageError } from './usage.ts'

/** `donation-conformance trend`. */
export function trendCommand(): Command {
  return new Command('trend')
    .description('say what changed over many runs: when which verdict, and what the contract leaves open')
    .argument('<path...>', 'records; of a directory, every record.json in it and below')
    .addOption(new Option('--json', 'as JSON').default(false).conflicts('markdown'))
    .option('--markdown', 'as Markdown, for a pull request', false)
    .option('--out <file>', 'write a page with plots as well', notEmpty)
    .action(trend)
}

interface TrendOptions {
  readonly json: boolean
  readonly markdown: boolean
  readonly out?: string
}

async function trend(paths: readonly string[], options: TrendOptions): Promise<void> {
  const { out } = options
  const [{ trendsOf }, formatted] = await Promise.all([
    import('../reports/trend/history.ts'),
    formatOf(options),
  ])
  const found = trendsOf(await readRecords(paths))
  if (out !== undefined) await writePage(out, (await import('../reports/trend/page.ts')).trendHtml(found))
  process.stdout.write(formatted(found))
  // Programs read the other formats.
  if (out !== undefined && !options.json && !options.markdown) process.stdout.write(`Written: ${out}\n`)
}

async function formatOf({ json, markdown }: TrendOptions): Promise<(trends: readonly Trend[]) => string> {
  if (json) return (await import('../reports/trend/json.ts')).trendJson
  if (markdown) return (await import('../reports/trend/markdown.ts')).trendMarkdown
  return (await import('../reports/trend/text.ts')).trendText
}

/** @throws UnreadableError where one cannot be read or is another thing, UsageError where they are about both sides of the contract */
async function readRecords(paths: readonly string[]): Promise<readonly KeptRecord[]> {
  const { readRecord } = await import('../reports/read-record.ts')
  const files = [...new Set((await Promise.all(paths.map(recordsAt))).flat())]
  const kept: KeptRecord[] = []
  const known = new Set<string>()
  for (const file of files) {
    const record = await readRecord(file)
    // A copy of a record, such as of the last run beside those that are kept, is the same run.
    const run = JSON.stringify(record)
    if (!known.has(run)) kept.push({ file, record })
    known.add(run)
  }
  const subjects = new Map(kept.map((one) => [subjectOf(one.record), one.file]))
  if (subjects.size > 1)
    throw new UsageError(
      `the records are about both sides: ${subjects.get('service')} is about a service, ${subjects.get('partner')} about a partner`,
    )
  return kept
}

const subjectOf = ({ subject = 'service' }: ConformanceRecord) => subject

async function recordsAt(path: string): Promise<string[]> {
  const [{ readdir, stat }, { join, normalize }] = await Promise.all([
    import('node:fs/promises'),
    import('node:path'),
  ])
  try {
    if (!(await stat(path)).isDirectory()) return [normalize(path)]
    const entries = await readdir(path, { recursive: true, withFileTypes: true })
    const records = entries.filter((entry) => entry.isFile() && entry.name === 'record.json')
    if (records.length > 0) return records.map(({ parentPath, name }) => join(parentPath, name))
  } catch (error) {
    throw new UsageError(`cannot read ${path}: ${reasonOf(error)}`)
  }
  throw new UsageError(`there is no record.json in ${path}`)
}

async function writePage(out: string, text: string): Promise<void> {
  const [{ makeDirectory, writeWhole }, { dirname }] = await Promise.all([
    import('../reports/directory.ts'),
    import('node:path'),
  ])
  try {
    await makeDirectory(dirname(out))
    await writeWhole(out, text)
  } catch (error) {
    throw new UsageError(`cannot write ${out}: ${reasonOf(error)}`)
  }
}
