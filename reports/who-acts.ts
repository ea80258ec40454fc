import { isMistake } from '../client/environment/lack.ts'
import { decidedNothing } from '../harness/model/outcome.ts'
import type { RequirementResult, RunResult } from '../harness/model/result.ts'
import { brokenPendingOf, isKey, newlyBrokenOf, undecidedOf, warnedOf } from './summary.ts'
import { count } from './text.ts'

/** Somebody who has to do something before this service can be relied on, and what. */
interface NeededAction {
  readonly who:
    | 'The team of the service'
    | 'The team of the application'
    | 'Whoever runs this suite'
    | 'The makers of this suite'
    | 'Nobody'
  readonly what: string
}

/** What would decide them: keys of the environment for some, and for the others what each says. */
function wayToDecide(requirements: readonly RequirementResult[]): string {
  const byKeys = requirements.filter(({ needs = [] }) => needs.length > 0 && needs.every(isKey))
  const keys = [...new Set(byKeys.flatMap(({ needs = [] }) => needs))]
  if (keys.length === 0) return 'each of them says what would decide it'
  const shown = keys.slice(0, 6).join(', ') + (keys.length > 6 ? ` and ${keys.length - 6} more` : '')
  const others = requirements.length - byKeys.length
  const isWrong = ({ reason = '' }: RequirementResult) => isMistake(reason)
  const verb = byKeys.every(isWrong) ? 'mend' : byKeys.some(isWrong) ? 'supply or mend' : 'supply'
  if (others === 0) return `${verb} ${shown}`
  return `${verb} ${shown} to decide ${byKeys.length} of them; ${others === 1 ? 'the other one says what it needs' : 'the others say what they need'}`
}

/** Who must act on a run, the most urgent first; never empty. */
export function actionsOf(result: RunResult): NeededAction[] {
  const { requirements, problem } = result
  const isApplication = result.target.kind === 'application'
  const team = isApplication ? 'The team of the application' : 'The team of the service'
  const having = (verdict: RequirementResult['verdict']) =>
    requirements.filter((requirement) => requirement.verdict === verdict)
  const actions: NeededAction[] = []
  const broken = newlyBrokenOf(result)
  if (broken.length > 0) {
    const ids = broken.map(({ id }) => id)
    const shown = ids.slice(0, 8).join(', ')
    const more = ids.length > 8 ? ` and ${ids.length - 8} more` : ''
    actions.push({
      who: team,
      what: isApplication
        ? `make the application keep ${shown}${more}`
        : `make the service keep ${shown}${more}, or correct the contract`,
    })
  }
  const pending = brokenPendingOf(result)
  if (pending.length > 0) {
    const days = pending.map(({ requirement, until }) => `${requirement} by ${until}`).join(', ')
    actions.push({ who: 'The team of the service', what: `make the service keep what is new: ${days}` })
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
      what: `the suite itself failed in ${errors.map(({ id }) => id).join(', ')}: that says nothing about ${isApplication ? 'the application' : 'the service'}`,
    })
  }
  const { stale = [] } = result.baseline ?? {}
  if (stale.length > 0) {
    actions.push({
      who: 'Whoever runs this suite',
      what: `renew the baseline: ${stale.join(', ')} ${stale.length === 1 ? 'is' : 'are'} kept again`,
    })
  }
  const undecided = undecidedOf(result)
  if (undecided.length > 0 && problem === undefined) {
    const gaps = decidedNothing(requirements)
      ? 'nothing was decided'
      : `${count(undecided.length, 'requirement')} could not be decided`
    actions.push({ who: 'Whoever runs this suite', what: `${gaps}: ${wayToDecide(undecided)}` })
  }
  const warned = result.run.strict ? [] : warnedOf(result)
  if (warned.length > 0) {
    actions.push({
      who: team,
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
