import type { RuleEvidence, TestEvidence } from '../model/evidence.ts'
import type { RequirementResult } from '../model/result.ts'
import { explain } from './explain.ts'

/** What was found of each requirement, by tests and by rules. */
export interface AllEvidence {
  readonly tests: readonly TestEvidence[]
  readonly rules: readonly RuleEvidence[]
}

/**
 * The results with one name for each cause: what is broken only since another requirement is becomes inconclusive and
 * names that one. It keeps its violations, so that they can be shown beneath the cause.
 */
export function nameCauses(
  results: readonly RequirementResult[],
  { tests, rules }: AllEvidence,
): readonly RequirementResult[] {
  const broken = results
    .filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')
    .map(({ id }) => {
      const found = [...tests, ...rules].filter((one) => one.id === id)
      return {
        id,
        failures: found.flatMap(({ failures = [] }) => failures),
        kept: found.reduce((sum, { kept = 0 }) => sum + kept, 0),
      }
    })
  const explained = explain(broken)
  return results.map((result) => {
    const found = explained.get(result.id)
    if (!found) return result
    const { because, why, kept } = found
    const reason = `broken as ${because} is: ${why}; without that it was kept (${kept} ${kept === 1 ? 'case' : 'cases'})`
    return { ...result, verdict: 'inconclusive', because, reason }
  })
}
