import type { Exchange } from '../client/http/exchange.ts'
import { inSeries } from '../client/secrets/placeholders.ts'
import type { FinishedShard } from '../harness/engine/join-shards.ts'
import type { ConformanceRecord } from './record.ts'
import type { RecordedEvidence } from './shard-evidence.ts'

/** The record of a shard: it says which one, which requirements fell to it, and what it saw. */
export interface ShardRecord extends ConformanceRecord {
  readonly run: ConformanceRecord['run'] & Pick<FinishedShard['run'], 'only' | 'shard'> & { only: string[] }
  readonly evidence: RecordedEvidence
}

/** The record as that of a shard; undefined where it is of a whole run. */
export function asShard(record: ConformanceRecord): ShardRecord | undefined {
  const { run, evidence } = record
  const { only, shard } = run
  return only && shard && evidence ? { ...record, run: { ...run, only, shard }, evidence } : undefined
}

/**
 * What a shard found, as its record tells it.
 * @param exchanges those of its `exchanges.har`; what shows a violation and is not among them is left out.
 * @param offset is added to their numbers, so that no two shards have the same. Nor have placeholders of their secrets.
 */
export function finishedShard(
  record: ShardRecord,
  exchanges: readonly Exchange[],
  offset: number,
): FinishedShard {
  const { tool, target, run, summary, coverage = [], observations, advice, notes, evidence } = record
  const numbered = inSeries(exchanges, run.shard.index).map((exchange) => ({
    ...exchange,
    id: exchange.id + offset,
  }))
  const byId = new Map(numbered.map((exchange) => [exchange.id - offset, exchange]))
  const shown = <Found extends RecordedEvidence['rules'][number] | RecordedEvidence['tests'][number]>(
    found: Found,
  ) => ({
    ...found,
    violations: found.violations.map((violation) => ({
      ...violation,
      exchanges: violation.exchanges.flatMap((id) => byId.get(id) ?? []),
    })),
  })
  return {
    tool,
    target,
    run,
    ...(summary.problem === undefined ? {} : { problem: summary.problem }),
    coverage,
    observations,
    ...(advice ? { advice } : {}),
    ...(notes ? { notes } : {}),
    evidence: {
      tests: evidence.tests.map(shown),
      rules: evidence.rules.map(shown),
      lacks: evidence.lacks,
    },
    requests: new Map(record.requirements.map(({ id, requests }) => [id, requests])),
    exchanges: numbered,
  }
}
