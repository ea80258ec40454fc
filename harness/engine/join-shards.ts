import { joinAdvice } from '../../advice/join.ts'
import { serviceRequirements } from '../../contract/index.ts'
import type { ShardEvidence } from '../model/evidence.ts'
import { outcomeOf } from '../model/outcome.ts'
import type { RunResult, ShardOfRun } from '../model/result.ts'
import { shardName } from '../model/shard.ts'
import { byName, byTest, resultsOf, sumOfRules } from './results.ts'

/** What one shard found, as its record tells it. */
export interface FinishedShard
  extends Pick<
    RunResult,
    'tool' | 'target' | 'problem' | 'coverage' | 'observations' | 'advice' | 'notes' | 'exchanges'
  > {
  /** `only` are the requirements that it was to decide. */
  readonly run: RunResult['run'] & { readonly only: readonly string[]; readonly shard: ShardOfRun }
  readonly evidence: ShardEvidence
  /** How many requests the tests of each requirement sent. */
  readonly requests: ReadonlyMap<string, number>
}

/**
 * The result of the run that was divided into these shards: its verdicts rest on all that they saw, as in a run that
 * was not divided.
 * @param shards all of one run, in their order; ids of exchanges differ from shard to shard.
 */
export function joinShards(shards: readonly [FinishedShard, ...FinishedShard[]]): RunResult {
  const [{ tool, target, run: first }] = shards
  const problems = shards.flatMap(({ run, problem }) =>
    problem === undefined ? [] : [`shard ${shardName(run.shard)}: ${problem}`],
  )
  const problem = problems.length > 0 ? problems.join('; ') : undefined
  const ownerOf = (id: string) => shards.find(({ run }) => run.only.includes(id))
  const requirements = resultsOf(
    serviceRequirements.filter(({ id }) => ownerOf(id)),
    {
      tests: shards.flatMap(({ evidence }) => evidence.tests),
      rules: sumOfRules(shards.flatMap(({ evidence }) => evidence.rules)),
    },
    ({ id }) => {
      const owner = ownerOf(id)
      const { lacks = [], setAside } = owner?.evidence ?? {}
      return { requests: owner?.requests.get(id) ?? 0, problem, lacks, setAside }
    },
  )
  const { seed, runs, strict, envFile, shard } = first
  const advice = shards.flatMap((one) => one.advice ?? [])
  return {
    tool,
    target,
    run: {
      ...spanOf(shards),
      seed,
      runs,
      requests: shards.reduce((sum, { run }) => sum + run.requests, 0),
      strict,
      ...(envFile === undefined ? {} : { envFile }),
      ...(shard.only ? { only: shard.only } : {}),
    },
    outcome: outcomeOf(requirements, { strict, problem }),
    ...(problem === undefined ? {} : { problem }),
    requirements,
    coverage: shards.flatMap(({ coverage }) => coverage).toSorted(byTest),
    observations: shards.flatMap(({ observations }) => observations).toSorted(byName),
    ...(advice.length > 0 ? { advice: joinAdvice(advice) } : {}),
    notes: [
      `joined from the records of ${shards.length} shards; the duration is from the first start to the last end`,
      ...new Set(shards.flatMap(({ notes = [] }) => notes)),
    ],
    exchanges: shards.flatMap(({ exchanges }) => exchanges),
  }
}

/** From the first start to the last end: all requests were sent in that time, also where one shard ran after another. */
function spanOf(
  shards: readonly [FinishedShard, ...FinishedShard[]],
): Pick<RunResult['run'], 'startedAt' | 'durationMs'> {
  const begun = ({ run }: FinishedShard) => Date.parse(run.startedAt)
  const first = shards.reduce((a, b) => (begun(b) < begun(a) ? b : a))
  const end = Math.max(...shards.map((shard) => begun(shard) + shard.run.durationMs))
  return { startedAt: first.run.startedAt, durationMs: end - begun(first) }
}
