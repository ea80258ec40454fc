import { isDeepStrictEqual } from 'node:util'
import type { CertifiedRun, Particulars } from './particulars.ts'
import { REPORT_FILES } from './policy.ts'

/** What the runs on a certificate cannot have been, a sentence each: only whoever signed can have put it there. */
export function impossibleRuns({ runs, requirements }: Pick<Particulars, 'runs' | 'requirements'>): string[] {
  const isKept = requirements.some(({ verdict }) => verdict === 'pass')
  return [
    ...countedTwice(runs),
    ...runs.flatMap((run) => [
      ...otherTarget(run),
      ...(isKept && run.requests === 0
        ? [`it says that something was kept, and that the run of ${run.startedAt} sent nothing`]
        : []),
      ...(hasItsFiles(run) ? [] : [`it names other files of the run of ${run.startedAt} than a run has`]),
    ]),
  ]
}

/** A record, or what only one run can have been though its record was given another seed since. */
function countedTwice(runs: readonly CertifiedRun[]): string[] {
  const records = runs.map(({ files }) => files[0]?.digest.sha256)
  if (new Set(records).size < records.length) return ['it counts one record as several runs']
  const tellOf = ({ startedAt, durationMs, requests, side, target }: CertifiedRun) => ({
    ...{ startedAt, durationMs, requests, side, target },
  })
  const again = runs.find((run, index) =>
    runs.slice(0, index).some((other) => isDeepStrictEqual(tellOf(run), tellOf(other))),
  )
  return again ? [`it counts the run of ${again.startedAt} as several`] : []
}

function otherTarget({ side, target, startedAt }: CertifiedRun): string[] {
  const { kind, authUrl, apiUrl } = target
  if ((side === 'partner') !== (kind === 'application'))
    return [`the run of ${startedAt} is of the ${side}'s side, and its target of the kind ${kind}`]
  return [authUrl, apiUrl].every((url) => URL.canParse(url))
    ? []
    : [`the target of the run of ${startedAt} has no addresses`]
}

/** The record, by whatever name, and then each report that lay beside it. */
function hasItsFiles({ files }: CertifiedRun): boolean {
  const [record, ...beside] = files.map(({ name }) => name)
  const known: readonly string[] = REPORT_FILES
  return (
    record !== undefined &&
    !known.includes(record) &&
    beside.every((name, index) => known.includes(name) && beside.indexOf(name) === index)
  )
}
