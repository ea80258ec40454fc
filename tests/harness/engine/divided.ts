import { requirementsByShard } from '../../../cli/shard.ts'
import { runOnThrowaway } from '../../../harness/engine/in-process.ts'
import { joinShards } from '../../../harness/engine/join-shards.ts'
import type { RunResult } from '../../../harness/model/result.ts'
import type { RunSettings } from '../../../harness/model/settings.ts'
import { openMock } from '../../../harness/session/open-target.ts'
import { applyAll } from '../../../mock/apply.ts'
import { contractPolicies } from '../../../mock/policies/index.ts'
import { recordSchema, toRecord } from '../../../reports/record.ts'
import { asShard, finishedShard } from '../../../reports/shards.ts'
import { suites } from '../../../suites/index.ts'

/** A service with these faults, and what is asked of it. */
export interface Asked {
  readonly faults: readonly string[]
  readonly only?: readonly string[]
}

/** The result of one run, against a mock of its own. */
async function resultOf({ faults }: Asked, part: Pick<RunSettings, 'only' | 'shard'>): Promise<RunResult> {
  const opened = await openMock({ policies: applyAll(contractPolicies, { faults, variants: [] }) })
  try {
    return await runOnThrowaway(
      { target: opened.target, seed: 5, runs: 5, strict: false, verdictsOnly: true, once: true, ...part },
      suites,
    )
  } finally {
    await opened.close()
  }
}

/** The result of an undivided run. */
export function undivided(asked: Asked): Promise<RunResult> {
  return resultOf(asked, asked.only ? { only: asked.only } : {})
}

/** The result of a run in so many shards, joined from nothing but their records. */
export async function divided(asked: Asked, of: number): Promise<RunResult> {
  const selected = asked.only ? { only: asked.only } : {}
  const finished = []
  for (const [position, only] of requirementsByShard(of, asked.only).entries()) {
    const result = await resultOf(asked, { only, shard: { index: position + 1, of, ...selected } })
    const record = asShard(recordSchema.parse(JSON.parse(JSON.stringify(toRecord(result)))))
    if (!record) throw new Error('this is not the record of a shard')
    finished.push(finishedShard(record, result.exchanges, 100_000 * position))
  }
  const [first, ...others] = finished
  if (!first) throw new Error('there are no shards')
  return joinShards([first, ...others])
}

/** What a run says of each requirement: its verdict, and the cause that it follows from. */
export function verdictsIn({ requirements }: RunResult): Readonly<Record<string, string>> {
  return Object.fromEntries(
    requirements.map(({ id, verdict, because }) => [id, because ? `${verdict}, as ${because} is` : verdict]),
  )
}
