import { statusOf } from '../../client/http/answer.ts'
import type { Exchange } from '../../client/http/exchange.ts'
import type { RequirementId } from '../../contract/index.ts'
import type { ShownSign } from '../causes/known-signs.ts'
import { signsOf } from '../causes/signs.ts'
import { Traffic } from '../causes/traffic.ts'
import type { RuleEvidence } from '../model/evidence.ts'
import { bySize } from '../model/reading-size.ts'
import { asReceived } from '../model/received.ts'
import type { Violation } from '../model/result.ts'
import { toViolation } from '../model/violation.ts'
import { ALL_TRAFFIC } from '../model/ways.ts'
import type { Rule, RuleKnowledge } from './rule.ts'

/** As many of a kind as help, those that are read soonest; one cause breaks thousands of answers. */
const MAX_VIOLATIONS = 3

/** What was found of one requirement. */
interface RuleTally {
  judged: number
  kept: number
  /** Of exchanges that broke it in the same way, what they show and a few of them. */
  readonly kinds: Map<string, { readonly signs: readonly ShownSign[]; readonly few: readonly Violation[] }>
}

function nothingFound(): RuleTally {
  return { judged: 0, kept: 0, kinds: new Map() }
}

/** Holds each exchange against rules as it comes, and keeps what they found until somebody asks. */
export class RuleObserver {
  readonly #known: RuleKnowledge
  readonly #rules: readonly Rule[]
  readonly #traffic: Traffic
  #found = new Map<RequirementId, RuleTally>()

  /** @param traffic what the run has sent so far; of a recording nothing is known. */
  constructor(known: RuleKnowledge, rules: readonly Rule[], traffic = new Traffic()) {
    this.#known = known
    this.#rules = rules
    this.#traffic = traffic
  }

  /** Judges one exchange by every rule that applies to it; not one of which only a part of the answer was kept. */
  observe(exchange: Exchange): void {
    if (exchange.response?.isCut) return
    const { target } = this.#known
    for (const rule of this.#rules) {
      if (!rule.applies(exchange, target)) continue
      const found = this.#found.get(rule.id) ?? nothingFound()
      this.#found.set(rule.id, found)
      found.judged += 1
      const received = rule.check(exchange, this.#known)
      if (received === undefined) {
        found.kept += 1
        continue
      }
      const { words, ...data } = asReceived(received)
      const finding = { expected: rule.expected, received: words, ...data, exchanges: [exchange] }
      const signs = signsOf(finding, { traffic: this.#traffic })
      const kind = JSON.stringify([signs, exchange.request.method, statusOf(exchange)])
      const few = found.kinds.get(kind)?.few ?? []
      const last = few.at(-1)
      if (few.length === MAX_VIOLATIONS && last && bySize(finding, last) >= 0) continue
      const violation = { ...toViolation(this.#known, finding), test: ALL_TRAFFIC }
      found.kinds.set(kind, {
        signs,
        few: [...few, violation].toSorted(bySize).slice(0, MAX_VIOLATIONS),
      })
    }
  }

  /** What was found since the last time, one entry for each requirement that a rule speaks for. */
  drain(): RuleEvidence[] {
    const found = this.#found
    this.#found = new Map()
    const ids = [...new Set(this.#rules.map(({ id }) => id))]
    return ids.map((id) => {
      const { kinds, ...counted } = found.get(id) ?? nothingFound()
      const all = [...kinds.values()]
      return {
        id,
        ...counted,
        failures: all.map(({ signs }) => signs),
        violations: all.flatMap(({ few }) => few),
      }
    })
  }
}
