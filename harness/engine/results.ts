import type { Requirement } from '../../contract/index.ts'
import { type AllEvidence, nameCauses } from '../causes/name-causes.ts'
import type { CoverageSummary } from '../model/coverage.ts'
import type { RuleEvidence, ShardEvidence } from '../model/evidence.ts'
import type { Observation, RequirementResult } from '../model/result.ts'
import { fewOf, lacking, merge } from './merge.ts'

/** What is known of one requirement beside the evidence. */
interface RunFacts {
  readonly requests: number
  /** Why the run ended before its time, if it did. */
  readonly problem: string | undefined
  /** What was not configured. */
  readonly lacks: readonly string[]
  readonly setAside: ShardEvidence['setAside']
}

/** The results of these requirements, by all evidence of a run; each cause has one name. */
export function resultsOf(
  selected: readonly Requirement[],
  all: AllEvidence,
  besideOf: (requirement: Requirement) => RunFacts,
): readonly RequirementResult[] {
  const merged = selected.map((requirement) => {
    const { lacks, setAside, ...beside } = besideOf(requirement)
    const found = merge(requirement, {
      tests: all.tests.filter(({ id }) => id === requirement.id),
      rules: all.rules.filter(({ id }) => id === requirement.id),
      ...beside,
    })
    return lacking(found, requirement, lacks, setAside)
  })
  return nameCauses(merged, all)
}

/** What the rules found in all, one entry for each requirement that a rule speaks for: it merges to the same. */
export function sumOfRules(rules: readonly RuleEvidence[]): readonly RuleEvidence[] {
  return [...new Set(rules.map(({ id }) => id))].map((id) => {
    const own = rules.filter((one) => one.id === id)
    const failures = own.flatMap((one) => one.failures ?? [])
    return {
      id,
      judged: own.reduce((sum, { judged }) => sum + judged, 0),
      kept: own.reduce((sum, { kept }) => sum + kept, 0),
      failures: [...new Map(failures.map((one) => [JSON.stringify(one), one])).values()],
      violations: fewOf(own.flatMap(({ violations }) => violations)),
    }
  })
}

/** Tests end in any order; a record of the same target reads the same. */
export function byName(a: Observation, b: Observation): number {
  return (
    a.requirement.localeCompare(b.requirement, 'en', { numeric: true }) || a.name.localeCompare(b.name, 'en')
  )
}

/** The order of the catalogue's numbers: `TOKEN-9/…` before `TOKEN-10/…`. */
export function byTest(a: CoverageSummary, b: CoverageSummary): number {
  return a.test.localeCompare(b.test, 'en', { numeric: true })
}
