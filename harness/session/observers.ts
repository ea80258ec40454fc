import { AdviceObserver } from '../../advice/observer.ts'
import { Writes } from '../../client/donations/writes.ts'
import type { Exchange } from '../../client/http/exchange.ts'
import { tokensOf } from '../../client/oauth/tokens.ts'
import { Traffic } from '../causes/traffic.ts'
import type { Sent } from '../model/sent.ts'
import type { RunSettings } from '../model/settings.ts'
import { truncateBody } from '../model/truncate-body.ts'
import { runRules } from '../rules/live.ts'
import { RuleObserver } from '../rules/observer.ts'
import type { RuleKnowledge } from '../rules/rule.ts'
import { registerDonor } from './register-donor.ts'
import { sentOf } from './sent-of.ts'

/** What observers know beside the exchanges, and learn from them. */
interface Knowledge extends RuleKnowledge {
  /** Takes the secrets that the target issues. */
  readonly issued: Set<string>
}

/** Whoever learns of what a run sends, each with what it made of it. */
export class Observers {
  /** What the standards advise of what the run sees. */
  readonly advice: AdviceObserver
  /** What this run wrote: where others use the same donations, theirs is told from it. */
  readonly writes = new Writes()
  /** What was sent where and which tokens worked, by which causes are told. */
  readonly traffic: Traffic
  /** Judges whole answers, at once: not all of them can be kept. */
  readonly rules: RuleObserver
  /** Is told of each request at once; undefined where nobody looks on. */
  onSent: ((sent: Sent) => void) | undefined
  readonly #settings: RunSettings
  readonly #known: Knowledge
  #recorded: Exchange[] = []

  constructor(settings: RunSettings, known: Knowledge) {
    this.#settings = settings
    this.#known = known
    this.advice = new AdviceObserver(settings.target)
    this.traffic = new Traffic(settings.target)
    this.rules = new RuleObserver(known, runRules, this.traffic)
  }

  /** Takes note of whatever was sent, by a test or not. */
  record(exchange: Exchange): void {
    const { redactPersonalData, target, verdictsOnly } = this.#settings
    const { secrets, issued } = this.#known
    if (redactPersonalData) registerDonor(secrets, exchange)
    this.onSent?.(sentOf(exchange, secrets))
    this.advice.exchange(exchange)
    const tokens = tokensOf(exchange)
    if (tokens) issued.add(tokens.accessToken)
    if (tokens?.refreshToken) issued.add(tokens.refreshToken)
    // The embedded mock is of this run alone.
    if (target.kind === 'sandbox') this.writes.observe(exchange)
    if (!verdictsOnly) this.#recorded.push(truncateBody(exchange))
  }

  /** Takes note of what counts, which is what came of a request after whatever was sent again. */
  observe(exchange: Exchange): void {
    this.traffic.observe(exchange)
    this.rules.observe(exchange)
  }

  /** The exchanges recorded since the last call. */
  drain(): readonly Exchange[] {
    const recorded = this.#recorded
    this.#recorded = []
    return recorded
  }
}
