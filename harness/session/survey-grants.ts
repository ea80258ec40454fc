import { codeOf } from '../../client/login/authorization-flow.ts'
import type { OAuth } from '../../client/oauth/oauth.ts'
import { type Tokens, tokensOf } from '../../client/oauth/tokens.ts'
import { InconclusiveError } from '../../contract/verdict.ts'
import { type GrantSurvey, UNSURVEYED } from '../model/grants.ts'
import { letPass } from './let-pass.ts'
import { untilReplaced } from './replaced.ts'
import type { Session } from './session.ts'

/** Grants that a client may well hold for one user at a time, such as one for each of its servers. */
const FURTHER_GRANTS = 6

/** By then what a code gave that is used twice is revoked (TOKEN-13). */
const REVOCATION_SECONDS = 6

/** What may end a grant, and how a person is told. */
const ACTIONS = {
  flow: 'two authorizations at the same moment',
  decline: 'an authorization that the user declines',
  login: 'a later login',
  refresh: 'a refresh of another grant',
  code: 'a code of another grant, used twice',
  reuse: 'a superseded refresh token of another grant',
  many: `${FURTHER_GRANTS} later logins`,
} as const

type Action = keyof typeof ACTIONS

/** Those that are looked at with a grant in hand, which another flow gave. */
const FURTHER_ACTIONS: readonly Action[] = ['decline', 'login', 'refresh', 'reuse', 'code', 'many']

/**
 * Finds out how the grants of the main user and client live together. It judges nothing: whatever it sees is legal, or
 * is for a test to judge.
 * @returns what is known where it could not go on: a service that does not even let one log in is for the tests.
 */
export async function surveyGrants(session: Session): Promise<GrantSurvey> {
  const { login, user } = session.target
  // Each login would cost a person's time, and where nobody can log in there is one grant.
  if (login === 'manual' || !user) return UNSURVEYED
  const survey = new Survey(session)
  try {
    const before = await session.surveyOfBefore()
    if (before) return before
    await survey.run()
    return survey.result()
  } catch (error) {
    if (session.abort.signal.aborted) return survey.brokenOff('the run was ended')
    if (!(error instanceof InconclusiveError)) throw error
    return survey.brokenOff(error.message)
  }
}

interface Held {
  tokens: Tokens
  readonly refreshes: boolean
}

class Survey {
  readonly #session: Session
  readonly #oauth: OAuth
  readonly #seen = new Map<Action, boolean>()
  #endsOwnAccess: boolean | undefined
  #untouched: Tokens | undefined
  #heldAny = false
  #sharesTokens = false

  constructor(session: Session) {
    this.#session = session
    this.#oauth = session.oauth()
  }

  result(): GrantSurvey {
    const told = [...this.#seen].map(([action, ends]): [string, string] => [
      ACTIONS[action],
      action === 'flow'
        ? ends
          ? 'only one goes through'
          : 'both go through'
        : ends
          ? 'ends a grant'
          : 'leaves a grant alone',
    ])
    const own = this.#endsOwnAccess
    return {
      oneTestAtATime: [...this.#seen.values()].some(Boolean),
      observations: {
        ...Object.fromEntries(told),
        ...(own === undefined
          ? {}
          : { 'a refresh': own ? 'ends the access token before' : 'leaves the access token before alone' }),
      },
      untouched: this.#untouched,
      surveyedAt: performance.now(),
    }
  }

  /** What is not known may be so: tests take turns then, if anybody could log in at all. */
  brokenOff(reason: string): GrantSurvey {
    const survey = this.result()
    if (!this.#heldAny) return survey
    return {
      ...survey,
      oneTestAtATime: true,
      observations: { ...survey.observations, 'the look at grants': `broke off: ${reason}` },
    }
  }

  async run(): Promise<void> {
    const held = await this.#hold(await this.#signInTwiceAtOnce())
    // What ends a token that grants share shows only where no later login gives it again.
    if (this.#seen.get('flow') || this.#sharesTokens) return this.#oneByOne(held)
    // What all actions together leave alone, none of them ends.
    if (!(await this.#isLeftAlone(held))) return this.#oneByOne(await this.#hold(await this.#oauth.signIn()))
    for (const action of FURTHER_ACTIONS) this.#seen.set(action, false)
    this.#untouched = held.tokens
  }

  /** Does all of it at once. @returns false also where something could not be done. */
  async #isLeftAlone(held: Held): Promise<boolean> {
    try {
      return !(await this.#ends(held, async () => {
        const settled = await Promise.allSettled([
          this.#oauth.authorize({}, 'decline'),
          this.#refreshAnother(),
          this.#useCodeTwice(),
          this.#signInOften(),
        ])
        for (const one of settled) if (one.status === 'rejected') throw one.reason
      }))
    } catch (error) {
      if (error instanceof InconclusiveError) return false
      throw error
    }
  }

  async #oneByOne(held: Held): Promise<void> {
    await this.#try('decline', held, async () => {
      await this.#oauth.authorize({}, 'decline')
    })
    if (this.#seen.get('decline')) held.tokens = await this.#oauth.signIn()
    let second: Tokens | undefined
    await this.#try('login', held, async () => {
      second = await this.#oauth.apart().signIn()
    })
    // A grant that the next login ends cannot show what else would.
    if (this.#seen.get('login') !== false || !second) return
    const { refreshToken } = second
    await this.#try('refresh', held, async () => {
      if (refreshToken) second = await this.#oauth.renew(refreshToken)
    })
    await this.#try('reuse', held, () => this.#reuse(refreshToken, second))
    await this.#try('code', held, () => this.#useCodeTwice())
    if (this.#sharesTokens && !this.#seen.get('code')) this.#seen.set('code', await this.#endsSharedByCode())
    await this.#try('many', held, () => this.#signInOften())
    this.#untouched = held.tokens
  }

  /** A grant that is looked at after each action, and whether its refresh token works at all. */
  async #hold(tokens: Tokens): Promise<Held> {
    const { accessToken, refreshToken } = tokens
    this.#heldAny = true
    if (refreshToken === undefined) return { tokens, refreshes: false }
    const renewed = tokensOf(await this.#oauth.refresh(refreshToken))
    if (!renewed) return { tokens, refreshes: false }
    if (await this.#session.api.opens(renewed.accessToken))
      this.#endsOwnAccess = !(await this.#session.api.opens(accessToken))
    return { tokens: { ...renewed, refreshToken: renewed.refreshToken ?? refreshToken }, refreshes: true }
  }

  /** Does one thing by itself. */
  async #try(action: Action, held: Held, act: () => Promise<void>): Promise<void> {
    this.#seen.set(action, await this.#ends(held, act))
  }

  /** Does something with other grants, and looks whether the held one survives it. */
  async #ends(held: Held, act: () => Promise<void>): Promise<boolean> {
    const { accessToken, refreshToken } = held.tokens
    const opened = await this.#session.api.opens(accessToken)
    await act()
    const isShut = opened && !(await this.#session.api.opens(accessToken))
    const renewed =
      held.refreshes && refreshToken ? tokensOf(await this.#oauth.refresh(refreshToken)) : undefined
    if (renewed && refreshToken)
      held.tokens = { ...renewed, refreshToken: renewed.refreshToken ?? refreshToken }
    return isShut || (held.refreshes && !renewed)
  }

  /** A later login, a refresh of what it gave, and its superseded refresh token. */
  async #refreshAnother(): Promise<void> {
    const { refreshToken } = await this.#oauth.signIn()
    if (!refreshToken) return
    await this.#reuse(refreshToken, await this.#oauth.renew(refreshToken))
  }

  /** Uses a refresh token whose successors of both kinds have been used as well: until then it may work still. */
  async #reuse(given: string | undefined, renewed: Tokens | undefined): Promise<void> {
    if (!given || !renewed) return
    const replaced = await untilReplaced(this.#oauth, given, renewed)
    if (!replaced) return
    await this.#session.api.opens(replaced.successor.accessToken)
    await this.#oauth.refresh(replaced.successor.refreshToken)
    await this.#oauth.refresh(replaced.superseded)
  }

  /** Once in a session that is new for sure: a login may end what came out of others, an approval within one nothing. */
  async #signInOften(): Promise<void> {
    const inTurn = Array.from({ length: FURTHER_GRANTS - 1 }, () => this.#oauth.signIn())
    await Promise.all([this.#oauth.apart().signIn(), ...inTurn])
  }

  async #useCodeTwice(): Promise<void> {
    const code = await this.#oauth.obtainCode()
    await this.#oauth.redeem(code)
    await this.#oauth.exchangeCode(code)
  }

  /** Whether a code that is used twice ends the access token that it shares with a login of before. */
  async #endsSharedByCode(): Promise<boolean> {
    const { accessToken } = await this.#oauth.signIn()
    if (!(await this.#session.api.opens(accessToken))) return false
    await this.#useCodeTwice()
    if (!(await this.#session.api.opens(accessToken))) return true
    const why = 'a code that is used twice may end the access token that it shares a little later'
    await letPass(this.#session, { requirement: 'the look at grants', seconds: REVOCATION_SECONDS, why })
    return !(await this.#session.api.opens(accessToken))
  }

  /**
   * The tokens of one of two flows that ran side by side: the last that were given, where the codes of both are good for
   * some.
   */
  async #signInTwiceAtOnce(): Promise<Tokens> {
    const flows = await Promise.all([this.#oauth.authorize(), this.#oauth.authorize()])
    const given: Tokens[] = []
    for (const code of flows.map(codeOf)) {
      const tokens = code === undefined ? undefined : tokensOf(await this.#oauth.exchangeCode(code))
      if (tokens) given.push(tokens)
    }
    const tokens = given.at(-1) ?? (await this.#oauth.signIn())
    this.#seen.set('flow', given.length === 1)
    this.#sharesTokens =
      given.length > 1 && given.every(({ accessToken }) => accessToken === tokens.accessToken)
    return tokens
  }
}
