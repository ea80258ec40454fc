import type { Exchange } from '../../client/http/exchange.ts'
import type { PartnerRequirementId } from '../../contract/index.ts'
import { InconclusiveError } from '../../contract/verdict.ts'
import type { Remark } from '../../harness/model/result.ts'
import { ManyViolationsError, ViolationError } from '../../harness/model/violation.ts'
import type { Call } from '../service/call.ts'
import { type Examination, shownExchanges } from './examination.ts'
import { Scenario, type ScenarioOptions } from './scenario.ts'

/** What shows that a requirement is broken. */
interface ShownCalls {
  /** What the contract wants, here. */
  readonly expected: string
  /** What the application did instead. */
  readonly received: string
  /** What it sent to the service, in order. */
  readonly calls?: readonly Call[]
  /** What the browser sent it and received, beside that. */
  readonly browsed?: readonly Exchange[]
}

/** One test of a requirement, under way. */
export class Trial {
  readonly requirement: PartnerRequirementId
  /** As a replay names it. */
  readonly name: string
  readonly examination: Examination
  readonly scenarios: Scenario[] = []
  /** How often something was judged. */
  judged = 0
  /** What was not decided beside what was. */
  readonly remarks: Remark[] = []

  constructor(examination: Examination, requirement: PartnerRequirementId, label: string | undefined) {
    this.examination = examination
    this.requirement = requirement
    this.name = label === undefined ? requirement : `${requirement}/${label}`
  }

  /** A new browser with a customer of its own, or with that of another scenario. */
  scenario(label?: string, options: ScenarioOptions = {}): Scenario {
    const name = label === undefined ? this.name : `${this.name}: ${label}`
    const scenario = new Scenario(this.examination, name, options)
    this.scenarios.push(scenario)
    return scenario
  }

  /** Judges. @throws ViolationError where it is not so */
  ensure(isKept: boolean, shows: () => ShownCalls): void {
    this.judged += 1
    if (!isKept) throw this.violation(shows())
  }

  /**
   * Tries several things at once, each by its label.
   * @throws ManyViolationsError for those that break the requirement; InconclusiveError where most could not be decided:
   * fewer are remarks
   */
  async each<Item extends { readonly label: string }>(
    items: readonly Item[],
    run: (item: Item) => Promise<void>,
  ): Promise<void> {
    const before = this.judged
    const settled = await Promise.allSettled(items.map(run))
    const errors = settled.map((result): unknown =>
      result.status === 'rejected' ? result.reason : undefined,
    )
    const cases = errors.flatMap((violation, index) =>
      violation instanceof ViolationError ? [{ case: items[index]?.label ?? '', violation }] : [],
    )
    if (cases.length > 0) throw new ManyViolationsError(cases)
    const other = errors.find((error) => error !== undefined && !(error instanceof InconclusiveError))
    if (other !== undefined) throw other
    requireMost(errors)
    for (const [index, error] of errors.entries())
      if (error instanceof InconclusiveError)
        this.leaveOpen(error, before, `what was tried with ${items[index]?.label}`)
  }

  /**
   * Something could not be decided: where nothing else was, nothing is, and else the reports tell it beside the verdict.
   * @param before how often something had been judged when it began
   * @throws the error where nothing was judged since then
   */
  leaveOpen(error: InconclusiveError, before: number, what: string): void {
    if (this.judged === before) throw error
    this.remarks.push({ says: `${what} was not decided: ${error.message}`, times: 1 })
  }

  violation({ expected, received, calls = [], browsed = [] }: ShownCalls): ViolationError {
    const exchanges = [...browsed, ...shownExchanges(this.examination, calls)].toSorted((a, b) => a.id - b.id)
    return new ViolationError({ expected, received, exchanges })
  }
}

/**
 * A few that could not be decided are no matter where the others were; where most were not, little was shown.
 * @param errors of each thing that was tried, undefined where it was judged
 */
function requireMost(errors: readonly unknown[]): void {
  const open = errors.filter((error) => error instanceof InconclusiveError)
  const [first] = open
  if (first === undefined || open.length * 2 <= errors.length) return
  if (open.length === errors.length) throw first
  throw new InconclusiveError(
    `only ${errors.length - open.length} of ${errors.length} cases could be decided: ${first.message}`,
    first.needs,
  )
}
