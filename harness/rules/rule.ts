import type { TargetConfig } from '../../client/environment/config.ts'
import type { Exchange } from '../../client/http/exchange.ts'
import type { SecretRegistry } from '../../client/secrets/registry.ts'
import type { RequirementId } from '../../contract/index.ts'
import type { Received } from '../model/received.ts'

/** What rules know beside the exchanges: of a run its session, of a recording what could be learnt from it. */
export interface RuleKnowledge {
  readonly target: TargetConfig
  readonly secrets: SecretRegistry
  /** Secrets that are real: configured, or issued by the target. */
  readonly issued: ReadonlySet<string>
}

/** What one exchange shows by itself, whoever sent it and why: of a run as it goes on, or of a recording. */
export interface Rule {
  readonly id: RequirementId
  /** Whether the requirement says anything about this exchange. */
  applies(exchange: Exchange, target: TargetConfig): boolean
  /** What the contract wants of it, for a person. */
  readonly expected: string
  /** Undefined where the requirement is kept, otherwise what came instead. */
  check(exchange: Exchange, known: RuleKnowledge): string | Received | undefined
}

/** A rule on the shape of an answer, for which the exchange is enough: tests apply it too. */
export interface ShapeRule extends Rule {
  check(exchange: Exchange): string | Received | undefined
}
