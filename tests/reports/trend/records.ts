import type { RequirementResult } from '../../../harness/model/result.ts'
import { toRecord } from '../../../reports/record.ts'
import type { KeptRecord } from '../../../reports/trend/history.ts'
import { requirement, reusedCode, run } from '../samples.ts'

export const kept = requirement({ id: 'TOKEN-3' })
export const broken = requirement({ id: 'TOKEN-3', verdict: 'fail', violations: [reusedCode] })
export const open = requirement({ id: 'TOKEN-3', verdict: 'inconclusive', reason: 'nobody can log in' })
export const other = requirement({ id: 'ORG-3' })
const lifetime = requirement({ id: 'LIMIT-1', level: 'MAY', verdict: 'observed' })

interface Day {
  readonly requirements?: readonly RequirementResult[]
  /** What was observed of the lifetime of a token; the requirement was not tested where it is left out. */
  readonly expires?: string
  readonly name?: string
  readonly only?: readonly string[]
}

/** The record of a run on this day of January. */
export function onDay(
  day: number,
  { requirements = [], expires, name = 'expires_in', only }: Day,
): KeptRecord {
  const startedAt = `2026-01-${String(day).padStart(2, '0')}T03:04:05.678Z`
  const observations = expires === undefined ? [] : [{ requirement: 'LIMIT-1', name, value: expires }]
  const result = run([...requirements, ...(expires === undefined ? [] : [lifetime])], {
    observations,
    run: { startedAt, ...(only && { only }) },
  })
  return { file: `runs/${day}/record.json`, record: toRecord(result) }
}
