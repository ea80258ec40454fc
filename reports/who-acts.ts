import { decidedNothing } from '../harness/outcome.ts'
import type { RequirementResult, RunResult } from '../harness/result.ts'
import { newlyBrokenOf } from './summary.ts'
import { count } from './text.ts'

/** Somebody who has to do something before this service can be relied on, and what. */
export interface Action {
  readonly who: 'The team of the service' | 'Whoever runs this suite' | 'The makers of this suite' | 'Nobody'
  readonly what: string
}

function keysOf(requirements: readonly RequirementResult[]): string {
  const keys = [...new Set(requirements.flatMap(({ needs = [] }) => needs))]
  const shown = keys.slice(0, 6).join(', ')
  if (keys.length === 0) return 'each of them says what would decide it'
  return `supply ${shown}${keys.length > 6 ? ` and ${keys.length - 6} more` : ''}`
}

/** Who must act on a run, the most urgent first; never empty. */
export function actionsOf(result: RunResult): Action[] {
  const { requirements, problem } = result
  const having = (verdict: RequirementResult['verdict']) =>
    requirements.filter((requirement) => requirement.verdict === verdict)
  const actions: Action[] = []
  const broken = newlyBrokenOf(result)
  if (broken.length > 0) {
    const ids = broken.map(({ id }) => id)
    const shown = ids.slice(0, 8).join(', ')
    const more = ids.length > 8 ? ` and ${ids.length - 8} more` : ''
    actions.push({
      who: 'The team of the service',
      what: `make the service keep ${shown}${more}, or correct the contract`,
    })
  }
  if (problem !== undefined) {
    actions.push({
      who: 'Whoever runs this suite',
      what: `see to it that the run can finish, and repeat it: ${problem}`,
    })
  }
  const errors = having('error')
  if (errors.length > 0) {
    actions.push({
      who: 'The makers of this suite',
      what: `the suite itself failed in ${errors.map(({ id }) => id).join(', ')}: that says nothing about the service`,
    })
  }
  const { stale = [] } = result.baseline ?? {}
  if (stale.length > 0) {
    actions.push({
      who: 'Whoever runs this suite',
      what: `renew the baseline: ${stale.join(', ')} ${stale.length === 1 ? 'is' : 'are'} kept again`,
    })
  }
  const undecided = having('inconclusive')
  if (undecided.length > 0 && problem === undefined) {
    const gaps = decidedNothing(requirements)
      ? 'nothing was decided'
      : `${count(undecided.length, 'requirement')} could not be decided`
    actions.push({ who: 'Whoever runs this suite', what: `${gaps}: ${keysOf(undecided)}` })
  }
  const warned = result.run.strict ? [] : having('warn')
  if (warned.length > 0) {
    actions.push({
      who: 'The team of the service',
      what: `consider ${count(warned.length, 'warning')}: the contract does not insist, the standards it rests on do`,
    })
  }
  return actions.length > 0
    ? actions
    : [
        {
          who: 'Nobody',
          what: result.baseline?.known.length
            ? 'nothing is broken that was not known'
            : 'everything that was tested keeps the contract',
        },
      ]
}
