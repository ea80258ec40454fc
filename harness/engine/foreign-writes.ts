import type { ForeignValue } from '../../client/donations/writes.ts'
import { isAccepted } from '../../client/http/answer.ts'
import type { Exchange } from '../../client/http/exchange.ts'
import { looksLikeUpdate } from '../causes/traffic.ts'
import type { Evidence, TestEvidence } from '../model/evidence.ts'
import type { Violation } from '../model/result.ts'
import { watchForWriter } from '../session/foreign-writer.ts'
import type { Session } from '../session/session.ts'

/** How often somebody else is looked for, who may pause: another run watches as well. */
const WATCHES = 6

/** What somebody else, who writes to the same donations, has broken: nobody's violation. */
export class ForeignWrites {
  readonly #session: Session
  /** Seen to write while this run did not. */
  #writer: ForeignValue | undefined
  #seen: ForeignValue | undefined
  #watches = 0

  constructor(session: Session) {
    this.#session = session
  }

  /** Whether broken tests met values that this run never sent, though nobody was seen to write them. */
  get areDoubtful(): boolean {
    return this.#seen !== undefined && this.#writer === undefined
  }

  /** Looks for somebody else where anything that a broken test met shows a value which this run never sent. */
  async look(evidence: Evidence): Promise<void> {
    // The embedded mock is of this run alone.
    if (this.#session.target.kind === 'mock' || this.#writer || this.#watches >= WATCHES) return
    const violations = violationsOf(evidence)
    const isBroken = violations.some(showsDonation)
    const seen = this.#valueIn(isBroken ? [evidence, ...violations] : violations)
    if (!seen) return
    this.#seen ??= seen
    this.#watches++
    this.#writer = await watchForWriter(this.#session)
  }

  /**
   * The evidence without what may have been caused so: what does not come each time, and shows a value which this run
   * never sent, or is told by what an accepted update shows; and while such values appear by themselves, each of these:
   * whoever writes may well write what this run writes.
   */
  without(evidence: Evidence): Evidence {
    const { secrets } = this.#session
    const told = this.#writer ?? this.#seen
    if (!told) return evidence
    const { donation, field, value } = told
    const reason = secrets.redact(
      `somebody else writes to donation ${donation} meanwhile: ${field} was ${JSON.stringify(value)}, which this run never sent`,
    )
    const tests = evidence.tests.map((test): TestEvidence => {
      const violations = test.violations.filter((violation) => !this.#isForeign(violation))
      if (violations.length === test.violations.length) return test
      return violations.length > 0
        ? { ...test, violations }
        : { ...test, verdict: 'inconclusive', reason, violations }
    })
    const isHidden = tests.some((test, index) => test.verdict !== evidence.tests[index]?.verdict)
    return { ...evidence, tests, ...(isHidden ? { problem: reason } : {}) }
  }

  #isForeign(violation: Violation): boolean {
    const { broken, of } = violation.tries ?? { broken: 1, of: 1 }
    const comesAndGoes = broken < of
    const showsIt = showsDonation(violation) || this.#valueIn([violation]) !== undefined
    return this.#writer ? showsIt || comesAndGoes : showsIt && comesAndGoes
  }

  #valueIn(shown: readonly { readonly exchanges: readonly Exchange[] }[]): ForeignValue | undefined {
    for (const { exchanges } of shown)
      for (const exchange of exchanges) {
        const [found] = this.#session.observers.writes.foreignIn(exchange)
        if (found) return found
      }
    return undefined
  }
}

function violationsOf({ tests }: Evidence): readonly Violation[] {
  return tests.flatMap(({ violations }) => violations)
}

/** Whether it is told by what an accepted update shows of its donation. */
function showsDonation({ exchanges }: Violation): boolean {
  const last = exchanges.at(-1)
  return last !== undefined && looksLikeUpdate(last) && isAccepted(last)
}
