import type { UserCredentials } from './config.ts'
import type { Intent, UserAgent, Walk } from './login/walk.ts'

/**
 * Hands out user agents, each to one authorization at a time: a service may keep the pending authorization in
 * the session, so two flows never share one at once. An agent that is given back stays logged in for the next.
 */
export class Logins {
  readonly #idle = new Map<string, UserAgent[]>()
  readonly #open: () => UserAgent

  constructor(open: () => UserAgent) {
    this.#open = open
  }

  /** Takes one authorization through login and approval (or refusal), in a session nobody else uses meanwhile. */
  async walk(user: UserCredentials, url: string, intent: Intent, stopAt: readonly string[]): Promise<Walk> {
    const idle = this.#idle.get(user.username) ?? []
    this.#idle.set(user.username, idle)
    const agent = idle.pop() ?? this.#open()
    const walk = await agent.authorize(url, intent, user, stopAt)
    // An agent that got stuck may be stuck for good (a half-finished login): it is not used again.
    if (walk.kind === 'redirected') idle.push(agent)
    return walk
  }
}
