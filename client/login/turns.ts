import PQueue from 'p-queue'
import type { AuthorizationFlow } from './authorization-flow.ts'

/** Where each login ends the session of the one before, those that are under way disturb the next ones, too. */
const TRIES = 3

/** The authorizations of one user, whatever sessions they are in. */
export class Turns {
  #hasLoggedIn = false
  #begun = 0
  #underWay = 0
  /** Set where a login was seen to end the session of another: then one goes on at a time. */
  #inTurn: PQueue | undefined

  /**
   * Has authorizations go on side by side, and in turn where that gets a user in who was turned away beside others.
   * @param authorize begins one; it calls `walk` when it is its turn to.
   * @param isRefused whether the user was turned away at the login.
   */
  async through(
    authorize: (
      walk: (login: () => Promise<AuthorizationFlow>) => Promise<AuthorizationFlow>,
    ) => Promise<AuthorizationFlow>,
    isRefused: (flow: AuthorizationFlow) => boolean,
  ): Promise<AuthorizationFlow> {
    let wasAlone = true
    const watched = async (login: () => Promise<AuthorizationFlow>) => {
      const begun = ++this.#begun
      const isFirst = this.#underWay++ === 0
      try {
        return await login()
      } finally {
        this.#underWay -= 1
        wasAlone = isFirst && this.#begun === begun
      }
    }
    const walk = (login: () => Promise<AuthorizationFlow>) =>
      this.#inTurn ? this.#inTurn.add(() => watched(login)) : watched(login)
    let flow = await authorize(walk)
    for (let again = 1; again <= TRIES && isRefused(flow) && !wasAlone && this.#hasLoggedIn; again++) {
      this.#inTurn ??= new PQueue({ concurrency: 1 })
      flow = await authorize(walk)
    }
    if (flow.kind === 'redirected') this.#hasLoggedIn = true
    return flow
  }
}
