import { setTimeout as sleep } from 'node:timers/promises'
import PQueue from 'p-queue'
import { InconclusiveError } from '../../contract/verdict.ts'
import type { UserCredentials } from '../environment/config.ts'
import { type HttpClient, withSend } from '../http/client.ts'
import type { Sender } from '../http/sender.ts'
import type { AuthorizationFlow, Purpose, UserAgent } from './authorization-flow.ts'

/** Sessions of one user at the same time: enough to keep authorizations from waiting long, few enough to log in. */
const SESSIONS_OF_A_USER = 12

/** Those with one, several and no organization. */
const KINDS_OF_USERS = 3

/** A service that is overloaded for a moment is asked again after these pauses, in milliseconds. */
const PAUSES_MS: readonly number[] = [1_000, 2_000, 4_000, 8_000]

interface LoginLimits {
  readonly max?: number
  /** Sessions of one user at the same time. */
  readonly sessions?: number
  /** Every flow costs a login. */
  readonly each?: boolean
  readonly pausesMs?: readonly number[]
}

/** How many logins are left, and how many of them isolated sessions may use. */
interface Budget {
  left: number
  readonly isolated?: Budget
}

interface Agents {
  /** Lets so many authorizations go on at the same time as there may be sessions. */
  readonly queue: PQueue
  readonly idle: UserAgent[]
}

/**
 * Hands out user agents, each to one authorization at a time: a service may keep the pending authorization in
 * the session, so two flows never share one at once. An agent that is given back stays logged in for the next.
 */
export class Logins {
  /** How long authorizations waited for a session, all together. */
  waitedMs = 0
  readonly #agents = new Map<string, Agents>()
  readonly #open: () => UserAgent
  readonly #sessions: number
  readonly #each: boolean
  readonly #pausesMs: readonly number[]
  readonly #budget: Budget

  /** @param limits how many logins there may be; every flow is one where no session lasts. */
  constructor(
    open: () => UserAgent,
    { max, sessions = SESSIONS_OF_A_USER, each = false, pausesMs = PAUSES_MS }: LoginLimits = {},
    budget?: Budget,
  ) {
    this.#open = open
    const all = max ?? Number.POSITIVE_INFINITY
    // Each of the users whom the suite may know has to get in.
    this.#sessions = Math.max(1, Math.min(sessions, Math.floor(all / KINDS_OF_USERS)))
    this.#budget = budget ?? { left: all, isolated: { left: all - this.#sessions * KINDS_OF_USERS } }
    this.#each = each
    this.#pausesMs = pausesMs
  }

  /**
   * Takes one authorization through login and approval (or refusal), in a session nobody else uses meanwhile; again where
   * the service says that it cannot right now (RFC 6749 §4.1.2.1), with fewer at a time from then on.
   */
  async authorize(
    user: UserCredentials,
    url: string,
    purpose: Purpose,
    stopAt: readonly string[],
    http: HttpClient,
  ): Promise<AuthorizationFlow> {
    const { queue, idle } = this.#agentsOf(user)
    const asked = performance.now()
    return queue.add(
      async () => {
        this.waitedMs += performance.now() - asked
        // Whoever is logged in by now meets no login.
        const isNew = purpose === 'cancel' || purpose === 'mistype'
        const agent = (isNew ? undefined : idle.pop()) ?? this.#login()
        const walk = () => agent.authorize(url, purpose, user, stopAt, withoutRank(http))
        let flow = await walk()
        for (const pauseMs of this.#pausesMs) {
          if (!isOverloaded(flow)) break
          queue.concurrency = Math.ceil(queue.concurrency / 2)
          await sleep(pauseMs, undefined, { ref: false })
          flow = await walk()
        }
        // An agent that got stuck may be stuck for good (a half-finished login): it is not used again. One whose request
        // was refused at once has begun nothing.
        const isFree = flow.kind === 'redirected' || (flow.after === 'request' && flow.isFinal)
        if (isFree && !isNew && !this.#each) idle.push(agent)
        return flow
      },
      { priority: priorityOf(http.sender) },
    )
  }

  /**
   * Sessions that nobody else ever uses, for tests that make the service revoke what it gave: some revoke all that
   * came out of a session.
   */
  isolated(): Logins {
    const { isolated = { left: 0 } } = this.#budget
    return new Logins(this.#open, { sessions: 1, each: this.#each }, isolated)
  }

  /**
   * As {@link isolated} for what rarely makes a service revoke: these themselves where logins are counted, or nobody else
   * uses them anyway.
   */
  apart(): Logins {
    const isCounted = Number.isFinite(this.#budget.left)
    return isCounted || !this.#budget.isolated ? this : this.isolated()
  }

  /** @throws InconclusiveError where there may be no more logins. */
  #login(): UserAgent {
    if (this.#budget.left <= 0)
      throw new InconclusiveError('all logins of this run are used up', ['a higher --max-logins'])
    this.#budget.left--
    return this.#open()
  }

  #agentsOf({ username }: UserCredentials): Agents {
    const known = this.#agents.get(username)
    if (known) return known
    const agents = { queue: new PQueue({ concurrency: this.#sessions }), idle: [] }
    this.#agents.set(username, agents)
    return agents
  }
}

/** Whether the service is overloaded, or maintained, for a moment: the 503 of a redirect. */
function isOverloaded(flow: AuthorizationFlow): boolean {
  return flow.kind === 'redirected' && flow.url?.searchParams.get('error') === 'temporarily_unavailable'
}

/** What the suite itself logs in for is what most tests wait for; then what holds donations that others wait for. */
export function priorityOf(sender: Sender | undefined): number {
  if (!sender) return 2
  return sender.holdsDonations ? 1 : -sender.rank
}

/** Who has a session does not wait behind those who wait for one. */
function withoutRank(http: HttpClient): HttpClient {
  return withSend(http, (request) => http.send({ ...request, rank: 0 }))
}
