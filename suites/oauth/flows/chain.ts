import { givesToken, isAccepted } from '../../../client/http/answer.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import { afterRefresh, hadExpired, type Tokens, tokensOf } from '../../../client/oauth/tokens.ts'
import { NotApplicableError, unlessUndecided } from '../../../contract/verdict.ts'
import type { Context } from '../../../harness/authoring/index.ts'
import { FIRST_HOLDER } from '../../axes/holders.ts'
import { refreshAs, refreshOnce } from '../../axes/refresh.ts'
import { PACKS, packOf, REFRESH_SPELLINGS } from '../../axes/token-spellings.ts'
import { type Held, newTokens, newTokensApart } from '../../axes/tokens.ts'
import { actorOf, changesOf } from './actor.ts'
import { isMain, placeOf, type Whose } from './whose.ts'
import { wrongBefore } from './wrong-refreshes.ts'

/** A refresh, what was tried with its refresh token before, and a call with the access token that it gave. */
export interface ChainLink {
  /** Refreshes that must be refused, by name. */
  readonly wrong: ReadonlyMap<string, Exchange>
  /** The pack in whose spellings it was sent, if any. */
  readonly pack: number | undefined
  readonly refresh: Exchange
  readonly read: Exchange | undefined
}

/** Refreshes in a row, each with the newest token, from a login on; it ends with the first that gives no tokens. */
export interface Chain {
  readonly held: Held
  /** A call with the first access token. */
  readonly read: Exchange
  readonly links: readonly ChainLink[]
  /** What the client holds at its end. */
  readonly newest: Tokens
  /** A call with the newest refresh token in the place of an access token, where wrong refreshes were tried too. */
  readonly misused: Exchange | undefined
}

/** Refreshes in a row: enough for what breaks only after a few. */
const LENGTH = 4
const LENGTH_OF_MAIN = 8

/** The last refreshes of the main user's chain are spelled otherwise, a pack each, where others come in between. */
const packBefore = (turn: number) =>
  turn > LENGTH_OF_MAIN - PACKS ? turn - 1 - (LENGTH_OF_MAIN - PACKS) : undefined

/** Chains that are begun where calls come too late. */
const ATTEMPTS = 3

/** Larger answers are read once after a refresh, not after each. */
const MOST_BYTES = 64 * 1024

/**
 * Ordinary refreshes by this client for this user, once for all tests that look at them.
 * @throws NotApplicableError where the target knows no such user or client; InconclusiveError where they get no tokens.
 */
export async function ordinaryChain(context: Context, whose: Whose): Promise<Chain> {
  return (await chainsOf(context, whose)).ordinary
}

/**
 * The same with wrong refreshes in between, and some that are spelled otherwise. A service may take a refresh token for
 * stolen that comes in a wrong one: then the chain ends there.
 * @throws as {@link ordinaryChain}; NotApplicableError also where nobody can log in.
 */
export async function chainWithWrongRefreshes(context: Context, whose: Whose): Promise<Chain> {
  if (!context.canLogIn) throw new NotApplicableError('no refresh token of its own without a login')
  return (await chainsOf(context, whose)).withWrong
}

function chainsOf(
  context: Context,
  whose: Whose,
): Promise<{ readonly withWrong: Chain; readonly ordinary: Chain }> {
  return context.once(`refreshes of ${whose.user}, ${whose.client}`, async () => {
    const withWrong = await refreshInTurn(context, whose, { hasWrong: context.canLogIn })
    const isHarmless = withWrong.links.every(
      ({ refresh, wrong }) => givesToken(refresh) && ![...wrong.values()].some(givesToken),
    )
    const isOrdinary = isHarmless || !context.canLogIn
    return {
      withWrong,
      ordinary: isOrdinary ? withWrong : await refreshInTurn(context, whose, { hasWrong: false }),
    }
  })
}

/**
 * A chain whose access tokens were shown while they lived: on a busy day a call may wait for its turn for longer.
 * @param hasWrong whether wrong refreshes come in between.
 */
async function refreshInTurn(
  context: Context,
  whose: Whose,
  { hasWrong }: { readonly hasWrong: boolean },
): Promise<Chain> {
  for (let attempt = 1; ; attempt++) {
    const chain = await refreshFromLogin(context, whose, { hasWrong })
    if (attempt === ATTEMPTS || !cameTooLate(chain)) return chain
  }
}

function cameTooLate({ held, read, links }: Chain): boolean {
  const shown = links.map(({ refresh, read: next }) => ({ tokens: tokensOf(refresh), next }))
  return [{ tokens: held, next: read }, ...shown].some(
    ({ tokens, next }) => tokens && next && !isAccepted(next) && hadExpired(tokens, next),
  )
}

async function refreshFromLogin(
  context: Context,
  whose: Whose,
  { hasWrong }: { readonly hasWrong: boolean },
): Promise<Chain> {
  const held = await newTokensApart(context, { ...whose, refreshes: 0 })
  const readWith = (token: string) => context.api.organizations({ authorization: `Bearer ${token}` })
  const read = await readWith(held.accessToken)
  if (context.grants.oneTestAtATime) await anotherUserLogsIn(context, whose)
  // All that is read is kept until the run ends.
  const isGigantic = (read.response?.bytes ?? 0) > MOST_BYTES
  const length = isMain(whose) ? LENGTH_OF_MAIN : LENGTH
  // The second client calls nothing between its refreshes: a service may wait for a call in vain.
  const isReadAt = (turn: number) => whose.client === 'first client' || turn === 1 || turn === length
  const links: ChainLink[] = []
  let newest: Tokens = held
  for (let turn = 1; turn <= length; turn++) {
    const wrong = hasWrong
      ? await tryWrong(context, whose, { held, newest, turn })
      : new Map<string, Exchange>()
    const pack = hasWrong ? packBefore(turn) : undefined
    const refresh = await (pack === undefined
      ? refreshOnce(context, held, newest)
      : refreshAs(context, held, newest, Object.values(packOf(REFRESH_SPELLINGS, pack))))
    const tokens = tokensOf(refresh)
    const isRead = tokens && isReadAt(turn) && (turn === 1 || !isGigantic)
    links.push({ wrong, pack, refresh, read: isRead ? await readWith(tokens.accessToken) : undefined })
    if (!tokens || [...wrong.values()].some(givesToken)) break
    newest = afterRefresh(newest.refreshToken, tokens)
  }
  const { refreshToken } = newest
  const misused = hasWrong && refreshToken !== undefined ? await readWith(refreshToken) : undefined
  return { held, read, links, newest, misused }
}

/**
 * Where tests take turns, nobody else logs in meanwhile; elsewhere somebody always does. Grants of one user may end one
 * another, those of two may not.
 */
async function anotherUserLogsIn(context: Context, { user, client }: Whose): Promise<void> {
  for (const another of OTHERS)
    if (
      another !== user &&
      (await newTokens(context, { user: another, client, refreshes: 0 }).catch(unlessUndecided))
    )
      return
}

/** Whoever the target knows: the first of them that is another one. */
const OTHERS = [
  'a user with several organizations',
  'a user without organizations',
  FIRST_HOLDER.user,
] as const

interface Turn {
  readonly held: Held
  readonly newest: Tokens
  readonly turn: number
}

async function tryWrong(
  context: Context,
  whose: Whose,
  { held: { asker }, newest: { accessToken, refreshToken }, turn }: Turn,
): Promise<ReadonlyMap<string, Exchange>> {
  const answers = new Map<string, Exchange>()
  if (!asker || refreshToken === undefined) return answers
  const shown = { ...actorOf(context, whose), accessToken, refreshToken }
  for (const [name, { spoil, headers }] of wrongBefore(turn, placeOf(whose))) {
    const changes = changesOf(spoil, shown)
    if (!changes) continue
    const parameters = { ...asker.refreshParameters(refreshToken), ...changes }
    answers.set(name, await asker.oauth.token(parameters, headers?.(shown)))
  }
  return answers
}
