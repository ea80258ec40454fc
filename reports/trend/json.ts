import type { KeptRecord, Trend } from './history.ts'

/** The trends as JSON for programs, ending in a line break. Records are named by their files, and not repeated. */
export function trendJson(trends: readonly Trend[]): string {
  return `${JSON.stringify(trends.map(dataOf), null, 2)}\n`
}

function dataOf({ runs, steps, broken, ...others }: Trend) {
  return {
    target: runs.at(-1)?.record.target,
    runs: runs.map(runOf),
    steps: steps.map((step) => ({ ...runOf(step), diff: step.diff })),
    ...others,
    broken: broken.map(({ id, since }) => ({ id, since: runOf(since) })),
  }
}

function runOf({ file, record: { run, summary } }: KeptRecord) {
  return { file, startedAt: run.startedAt, outcome: summary.outcome }
}
