import { setTimeout as sleep } from 'node:timers/promises'
import type { UserCredentials } from '../environment/config.ts'
import { type HttpClient, withSend } from '../http/client.ts'
import type { Sender } from '../http/sender.ts'
import type { AuthorizationFlow, Purpose, Stopped, UserAgent } from './authorization-flow.ts'
import { LoginBudget } from './login-budget.ts'
import { Sessions } from './sessions.ts'
import { Turns } from './turns.ts'

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

/**
 * Hands out user agents, each to one authorization at a time: a service may keep the pending authorization in
 * the session, so two flows never share one at once. An agent that is given back stays logged in for the next.
 */
export class Logins {
  /** How long authorizations waited for a session, all together. */
  waitedMs = 0
  readonly #sessions = new Map<string, Sessions>()
  readonly #open: () => UserAgent
  readonly #max: number
  readonly #each: boolean
  readonly #pausesMs: readonly number[]
  readonly #budget: LoginBudget
  /** What isolated sessions may use of it; undefined where these are isolated themselves. */
  readonly #isolated: LoginBudget | undefined
  readonly #turns: Map<string, Turns>
  /** Whose sessions do where these get none. */
  readonly #others: Logins | undefined

  /** How many logins there were, those of isolated sessions among them. */
  get taken(): number {
    return this.#budget.taken
  }

  /** @param limits how many logins there may be; every flow is one where no session lasts. */
  constructor(
    open: () => UserAgent,
    { max, sessions = SESSIONS_OF_A_USER, each = false, pausesMs = PAUSES_MS }: LoginLimits = {},
    budget?: LoginBudget,
    others?: Logins,
    turns: Map<string, Turns> = new Map(),
  ) {
    this.#turns = turns
    this.#others = others
    this.#open = open
    const all = max ?? Number.POSITIVE_INFINITY
    // Each of the users whom the suite may know has to get in.
    this.#max = Math.max(1, Math.min(sessions, Math.floor(all / KINDS_OF_USERS)))
    this.#budget = budget ?? new LoginBudget(all)
    this.#isolated = budget ? undefined : this.#budget.part(all - this.#max * KINDS_OF_USERS)
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
    const sessions = this.#of(user)
    const asked = performance.now()
    // Whoever is logged in by now meets no login.
    const isNew = purpose !== 'approve' && purpose !== 'decline'
    const walk = async (agent: UserAgent) => {
      let flow: AuthorizationFlow | undefined
      try {
        flow = await this.#walk(sessions, () =>
          agent.authorize(url, purpose, user, stopAt, withoutRank(http)),
        )
        return flow
      } finally {
        this.#end(sessions, agent, flow && !isNew ? [flow] : [])
      }
    }
    const login = async () => {
      this.waitedMs += performance.now() - asked
      // A wrong password is a login too: services count those first of all.
      const first = await walk(
        isNew ? this.#login(purpose === 'mistype' ? 2 : 1) : await sessions.take(() => this.#login()),
      )
      return isNew || !isLoginRefused(first)
        ? first
        : ((await this.#inSessionOfBefore(sessions, walk)) ?? first)
    }
    const priority = priorityOf(http.sender)
    const flow = await this.#turnsOf(user).through(
      (inTurn) => sessions.queue.add(() => inTurn(login), { priority }),
      (one) => !isNew && isLoginRefused(one),
    )
    const isHelpless = !isNew && isLoginRefused(flow)
    return isHelpless && this.#others ? this.#others.authorize(user, url, purpose, stopAt, http) : flow
  }

  /**
   * Takes several authorizations through their pages at the same moment in one session, as in the tabs of one browser: the
   * pages of all are open before one is decided on. For sessions that are logged in.
   * @returns the flows, in the order of the requests.
   */
  async sideBySide(
    user: UserCredentials,
    urls: readonly string[],
    stopAt: readonly string[],
    http: HttpClient,
  ): Promise<readonly AuthorizationFlow[]> {
    const sessions = this.#of(user)
    return sessions.queue.add(async () => {
      const agent = await sessions.take(() => this.#login())
      let flows: readonly AuthorizationFlow[] = []
      try {
        const walk = (url: string) => agent.authorize(url, 'approve', user, stopAt, withoutRank(http))
        flows = await Promise.all(urls.map(walk))
        return flows
      } finally {
        this.#end(sessions, agent, flows)
      }
    })
  }

  /**
   * Sessions that nobody else ever uses, for tests that make the service revoke what it gave: some revoke all that
   * came out of a session.
   */
  isolated(others?: Logins): Logins {
    const budget = this.#isolated ?? new LoginBudget(0)
    return new Logins(this.#open, { sessions: 1, each: this.#each }, budget, others, this.#turns)
  }

  /**
   * As {@link isolated} for what rarely makes a service revoke: these themselves where logins are counted or refused, or
   * nobody else uses them anyway.
   */
  apart(): Logins {
    const isCounted = Number.isFinite(this.#budget.left)
    return isCounted || !this.#isolated ? this : this.isolated(this)
  }

  /**
   * The same in a session of before, for whom the service lets log in no more (after many logins, say). Where that works,
   * nobody logs in from then on.
   */
  async #inSessionOfBefore(
    sessions: Sessions,
    walk: (agent: UserAgent) => Promise<AuthorizationFlow>,
  ): Promise<AuthorizationFlow | undefined> {
    const agent = await sessions.ofBefore()
    const flow = agent && (await walk(agent))
    if (flow?.kind !== 'redirected') return undefined
    sessions.close()
    return flow
  }

  /** Again where the service says that it cannot right now, with fewer at a time from then on. */
  async #walk(sessions: Sessions, walk: () => Promise<AuthorizationFlow>): Promise<AuthorizationFlow> {
    let flow = await walk()
    for (const pauseMs of this.#pausesMs) {
      if (!isOverloaded(flow)) break
      sessions.queue.concurrency = Math.ceil(sessions.queue.concurrency / 2)
      await sleep(pauseMs, undefined, { ref: false })
      flow = await walk()
    }
    return flow
  }

  /**
   * Gives a session back that may take another authorization. Also where its flows threw: others may wait for it.
   * @param flows what it took; none where it is not to go on.
   */
  #end(sessions: Sessions, agent: UserAgent, flows: readonly AuthorizationFlow[]): void {
    if (flows.length > 0 && flows.every(mayGoOn) && !this.#each) sessions.giveBack(agent)
    else sessions.drop(agent)
  }

  /**
   * @param passwords how often a name and a password are sent.
   * @throws InconclusiveError where there may be no more logins.
   */
  #login(passwords = 1): UserAgent {
    this.#budget.take(passwords)
    return this.#open()
  }

  #turnsOf({ username }: UserCredentials): Turns {
    const turns = this.#turns.get(username) ?? new Turns()
    this.#turns.set(username, turns)
    return turns
  }

  #of({ username }: UserCredentials): Sessions {
    const known = this.#sessions.get(username)
    if (known) return known
    const sessions = new Sessions(this.#max)
    this.#sessions.set(username, sessions)
    return sessions
  }
}

/**
 * Whether a session may take another authorization: one that got stuck may be stuck for good (a half-finished login). One
 * whose request was refused at once has begun nothing.
 */
function mayGoOn(flow: AuthorizationFlow): boolean {
  return flow.kind === 'redirected' || (flow.after === 'request' && flow.isFinal)
}

/** Whether whoever logs in is turned away: by the login page, or by an answer that forbids it. */
function isLoginRefused(flow: AuthorizationFlow): flow is Stopped {
  return flow.kind === 'stopped' && flow.after === 'login' && (flow.loginRefused || flow.status === 403)
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
