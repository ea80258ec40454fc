import type { Exchange } from './exchange.ts'
import { requireRefreshToken, type Tokens } from './oauth.ts'
import type { TokenOwner } from './token-owner.ts'

type Hold = 'reading' | 'renewing'

/**
 * The user's own tokens, for tests where nobody can log in to get others. Many may use an access token at the same
 * time; who refreshes does so alone, after all others, since a service may end access tokens by it.
 */
export class SharedFamily {
  readonly #owner: TokenOwner
  #readers = 0
  #isRenewing = false
  readonly #waiting = new Set<{ hold: Hold; enter: () => void }>()

  constructor(owner: TokenOwner) {
    this.#owner = owner
  }

  get owner(): TokenOwner {
    return this.#owner
  }

  /** Waits until the tokens may be used so. Whoever only reads never waits for one who waits to renew. */
  async enter(hold: Hold): Promise<void> {
    await new Promise<void>((enter) => {
      this.#waiting.add({ hold, enter })
      this.#admit()
    })
  }

  leave(hold: Hold): void {
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
      waiting.enter()
    }
  }
}

/** One test's use of the shared tokens; it lasts until it is closed. */
export class Share {
  readonly #family: SharedFamily
  #hold: Hold | undefined

  constructor(family: SharedFamily) {
    this.#family = family
  }

  /**
   * The present tokens, without the refresh token: only their owner may use that.
   * @throws Undecided where none can be had.
   */
  async tokens(): Promise<Tokens> {
    if (this.#hold === undefined) await this.#enter('reading')
    return { ...(await this.#family.owner.tokens()), refreshToken: undefined }
  }

  /**
   * The present tokens, for a test that refreshes them by {@link renew} and does nothing else to them.
   * @throws Undecided where none can be had.
   */
  async refreshable(): Promise<Tokens & { refreshToken: string }> {
    if (this.#hold !== 'renewing') {
      this.close()
      await this.#enter('renewing')
    }
    const tokens = await this.#family.owner.tokens()
    return { ...tokens, refreshToken: requireRefreshToken(tokens) }
  }

  /** Refreshes with the newest token; the next one is kept before anybody sees the answer. */
  renew(): Promise<Exchange> {
    return this.#family.owner.renew()
  }

  /** Lets others have the tokens. */
  close(): void {
    if (this.#hold !== undefined) this.#family.leave(this.#hold)
    this.#hold = undefined
  }

  async #enter(hold: Hold): Promise<void> {
    await this.#family.enter(hold)
    this.#hold = hold
  }
}
