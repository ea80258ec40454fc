import type { UserCredentials } from './config.ts'
import type { Intent, UserAgent, Walk } from './login/walk.ts'
import { Semaphore } from './semaphore.ts'

/** Sessions of one user at the same time: enough to keep authorizations from waiting long, few enough to log in. */
const SESSIONS_OF_A_USER = 12

interface Agents {
  readonly places: Semaphore
  readonly idle: UserAgent[]
}

/**
 * Hands out user agents, each to one authorization at a time: a service may keep the pending authorization in
 * the session, so two flows never share one at once. An agent that is given back stays logged in for the next.
 */
export class Logins {
  readonly #agents = new Map<string, Agents>()
  readonly #open: () => UserAgent

  constructor(open: () => UserAgent) {
    this.#open = open
  }

  /** Takes one authorization through login and approval (or refusal), in a session nobody else uses meanwhile. */
  async walk(user: UserCredentials, url: string, intent: Intent, stopAt: readonly string[]): Promise<Walk> {
    const { places, idle } = this.#agentsOf(user)
    await places.acquire()
    try {
      const agent = idle.pop() ?? this.#open()
      const walk = await agent.authorize(url, intent, user, stopAt)
      // An agent that got stuck may be stuck for good (a half-finished login): it is not used again.
      if (walk.kind === 'redirected') idle.push(agent)
      return walk
    } finally {
      places.release()
    }
  }

  #agentsOf({ username }: UserCredentials): Agents {
    const agents = this.#agents.get(username) ?? { places: new Semaphore(SESSIONS_OF_A_USER), idle: [] }
    this.#agents.set(username, agents)
    return agents
  }
}
