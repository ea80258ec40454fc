import type { Exchange } from '../../client/http/exchange.ts'
import type { RequirementId } from '../../contract/index.ts'
import type { RuleEvidence } from '../model/evidence.ts'
import type { Violation } from '../model/result.ts'
import { toViolation } from '../model/violation.ts'
import { ALL_TRAFFIC } from '../model/ways.ts'
import type { Known, Rule } from './rule.ts'

/** As many as help; one cause breaks thousands of answers. */
const MAX_VIOLATIONS = 3

/** Holds each exchange against rules as it comes, and keeps what they found until somebody asks. */
export class RuleObserver {
  readonly #known: Known
  readonly #rules: readonly Rule[]
  #found = new Map<RequirementId, { judged: number; broken: number; violations: Violation[] }>()

  constructor(known: Known, rules: readonly Rule[]) {
    this.#known = known
    this.#rules = rules
  }

  /** Judges one exchange by every rule that applies to it; not one of which only a part of the answer was kept. */
  observe(exchange: Exchange): void {
    if (exchange.response?.isCut) return
    const { target, secrets } = this.#known
    for (const rule of this.#rules) {
      if (!rule.applies(exchange, target)) continue
      const found = this.#found.get(rule.id) ?? { judged: 0, broken: 0, violations: [] }
      this.#found.set(rule.id, found)
      found.judged += 1
      const received = rule.check(exchange, this.#known)
      if (received === undefined) continue
      found.broken += 1
      if (found.violations.length >= MAX_VIOLATIONS) continue
      const finding = { expected: rule.expected, received, exchanges: [exchange] }
      found.violations.push({ ...toViolation(secrets, finding), test: ALL_TRAFFIC })
    }
  }

  /** What was found since the last time, one entry for each requirement that a rule speaks for. */
  drain(): RuleEvidence[] {
    const found = this.#found
    this.#found = new Map()
    const ids = [...new Set(this.#rules.map(({ id }) => id))]
    return ids.map((id) => ({ id, ...(found.get(id) ?? { judged: 0, broken: 0, violations: [] }) }))
  }
}
