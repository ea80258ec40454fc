import type { AdviceObserver } from '../../advice/observer.ts'
import type { Writes } from '../../client/donations/writes.ts'
import type { Exchange } from '../../client/http/exchange.ts'
import { tokensOf } from '../../client/oauth/tokens.ts'
import type { SecretRegistry } from '../../client/secrets/registry.ts'
import type { RunSettings } from '../model/settings.ts'
import { truncateBody } from '../model/truncate-body.ts'
import { registerDonor } from './register-donor.ts'

/** Who learns of every exchange of a run. */
interface Listeners {
  readonly settings: RunSettings
  readonly secrets: SecretRegistry
  readonly advice: AdviceObserver
  readonly writes: Writes
  /** Takes the secrets that the target issued. */
  readonly issued: Set<string>
}

/** Keeps the exchanges of a run until they are asked for, and tells whoever has to learn of each. */
export class Recorder {
  readonly #listeners: Listeners
  #recorded: Exchange[] = []

  constructor(listeners: Listeners) {
    this.#listeners = listeners
  }

  record(exchange: Exchange): void {
    const { settings, secrets, advice, writes, issued } = this.#listeners
    if (settings.redactPersonalData) registerDonor(secrets, exchange)
    advice.exchange(exchange)
    const tokens = tokensOf(exchange)
    if (tokens) issued.add(tokens.accessToken)
    if (tokens?.refreshToken) issued.add(tokens.refreshToken)
    // The embedded mock is of this run alone.
    if (settings.target.kind === 'sandbox') writes.observe(exchange)
    if (!settings.verdictsOnly) this.#recorded.push(truncateBody(exchange))
  }

  /** The exchanges recorded since the last call. */
  drain(): readonly Exchange[] {
    const recorded = this.#recorded
    this.#recorded = []
    return recorded
  }
}
