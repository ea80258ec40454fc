import { InconclusiveError } from '../../contract/verdict.ts'
import type { Exchange } from '../http/exchange.ts'
import type { TokenOwner } from './token-owner.ts'
import { requireRefreshToken, type TokenLoan, type Tokens } from './tokens.ts'

type Hold = 'reading' | 'renewing'

/**
 * The user's own tokens, for tests where nobody can log in to get others. Many may use an access token at the same
 * time; who refreshes does so alone, after all others, since a service may end access tokens by it.
 */
export class SharedTokens {
  readonly #owner: TokenOwner
  #readers = 0
  #isRenewing = false
  readonly #waiting = new Set<{ hold: Hold; admit: () => void }>()

  constructor(owner: TokenOwner) {
    this.#owner = owner
  }

  get owner(): TokenOwner {
    return this.#owner
  }

  /**
   * Waits until the tokens may be used so. A test that only reads never waits for one that is itself waiting to renew.
   * @throws InconclusiveError where the run ends before.
   */
  async acquire(hold: Hold, signal: AbortSignal): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const giveUp = () => {
        this.#waiting.delete(waiting)
        reject(new InconclusiveError('the run ended before the tokens were free'))
      }
      const admit = () => {
        signal.removeEventListener('abort', giveUp)
        resolve()
      }
      const waiting = { hold, admit }
      if (signal.aborted) return giveUp()
      signal.addEventListener('abort', giveUp, { once: true })
      this.#waiting.add(waiting)
      this.#admit()
    })
  }

  release(hold: Hold): void {
    if (hold === 'reading') this.#readers--
    else this.#isRenewing = false
    this.#admit()
  }

  #admit(): void {
    for (const waiting of this.#waiting) {
      if (this.#isRenewing) return
      if (waiting.hold === 'renewing' && this.#readers > 0) continue
      if (waiting.hold === 'reading') this.#readers++
      else this.#isRenewing = true
      this.#waiting.delete(waiting)
      waiting.admit()
    }
  }
}

/** One test's use of the shared tokens; it lasts until it is closed. */
export class TokenLease implements TokenLoan {
  readonly #tokens: SharedTokens
  readonly #signal: AbortSignal
  #hold: Hold | undefined

  /** @param signal ends the run, and with it every wait for the tokens. */
  constructor(tokens: SharedTokens, signal: AbortSignal) {
    this.#tokens = tokens
    this.#signal = signal
  }

  /** Whether the test has the tokens now, so that others may wait for them. */
  get isHeld(): boolean {
    return this.#hold !== undefined
  }

  /**
   * The present tokens, without the refresh token: only their owner may use that.
   * @throws InconclusiveError where none can be had.
   */
  async tokens(): Promise<Tokens> {
    if (this.#hold === undefined) await this.#acquire('reading')
    return { ...(await this.#tokens.owner.tokens()), refreshToken: undefined }
  }

  /**
   * The present tokens, for a test that refreshes them by {@link renew} and does nothing else to them.
   * @throws InconclusiveError where none can be had.
   */
  async refreshable(): Promise<Tokens & { refreshToken: string }> {
    if (this.#hold !== 'renewing') {
      this.close()
      await this.#acquire('renewing')
    }
    const tokens = await this.#tokens.owner.tokens()
    return { ...tokens, refreshToken: requireRefreshToken(tokens) }
  }

  /** Refreshes with the newest token; the next one is kept before anybody sees the answer. */
  renew(): Promise<Exchange> {
    return this.#tokens.owner.renew()
  }

  /** Lets others have the tokens. */
  close(): void {
    if (this.#hold !== undefined) this.#tokens.release(this.#hold)
    this.#hold = undefined
  }

  async #acquire(hold: Hold): Promise<void> {
    await this.#tokens.acquire(hold, this.#signal)
    this.#hold = hold
  }
}
