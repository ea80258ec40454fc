import { setTimeout as sleep } from 'node:timers/promises'
import { givesToken, isAccepted } from '../../../client/http/answer.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import { type Tokens, tokensOf } from '../../../client/oauth/tokens.ts'
import type { Context } from '../../../harness/authoring/index.ts'
import { actorOf } from './actor.ts'
import type { Whose } from './whose.ts'

/** A code that came again when its tokens had been used, and refreshed for some users and clients. */
interface ReusedCode {
  /** What the first exchange gave, or a refresh after it. */
  readonly tokens: Tokens
  /** Whether they are of a refresh. */
  readonly isRefreshed: boolean
  /** The last call with the access token before the code came again. */
  readonly read: Exchange
  /** What came of the code then, each time. */
  readonly again: readonly Exchange[]
}

/** A second and a little more: a service that remembers used codes only that long has forgotten them by then. */
export const CACHE_EXPIRY_MS = 1_200

/** Whose code comes again after that while only. */
const isLateFor = ({ user, client }: Whose) =>
  user === 'a user with several organizations' && client === 'second client'

/** Refused once, refused again: a refusal must not make a code good. */
const ATTEMPTS = 2

/** Whose tokens are refreshed first: each user's by one client, and some of each client's. */
const isRefreshedFor = ({ user, client }: Whose) =>
  (user === 'a user with one organization') === (client === 'second client')

/**
 * Uses up a code of this user and client and sends it again, once for all tests that look at it: after that nothing is
 * left of its tokens.
 * @throws NotApplicableError where the target knows no such user or client; InconclusiveError where they get no tokens.
 */
export function reusedCode(context: Context, whose: Whose): Promise<ReusedCode> {
  const { asker } = actorOf(context, whose)
  return context.once(`a reused code of ${whose.user}, ${whose.client}`, async () => {
    const code = await asker.obtainCode()
    const first = await asker.redeem(code)
    const read = ({ accessToken }: Tokens) =>
      context.api.organizations({ authorization: `Bearer ${accessToken}` })
    const before = await read(first)
    const isRefreshed = isRefreshedFor(whose) && first.refreshToken !== undefined
    const refreshed = isRefreshed ? tokensOf(await asker.refresh(first.refreshToken)) : undefined
    const last = refreshed ? await read(refreshed) : before
    if (isLateFor(whose)) await sleep(CACHE_EXPIRY_MS, undefined, { signal: context.signal })
    const again: Exchange[] = []
    while (again.length < ATTEMPTS && !again.some(givesToken)) again.push(await asker.exchangeCode(code))
    return { tokens: refreshed ?? first, isRefreshed: refreshed !== undefined, read: last, again }
  })
}

/** What came of the tokens of a code that came again. */
interface Aftermath {
  /** The last answer to a call with the access token: a refusal, or what came when the time was over. */
  readonly access: Exchange
  /** What a refresh gave then, where the tokens are of the code. To ask may replace them: it is asked once. */
  readonly refresh: Exchange | undefined
}

/**
 * As {@link reusedCode}, and what became of the tokens, once for all tests that look at it.
 * @throws as {@link reusedCode}.
 */
export async function aftermathOf(context: Context, whose: Whose): Promise<Aftermath> {
  const { tokens, isRefreshed } = await reusedCode(context, whose)
  return context.once(`the end of a reused code of ${whose.user}, ${whose.client}`, async () => {
    const authorization = `Bearer ${tokens.accessToken}`
    const access = await sendUntilRefused(context, () => context.api.organizations({ authorization }))
    const refreshToken = isRefreshed ? undefined : tokens.refreshToken
    const refresh = refreshToken ? await actorOf(context, whose).asker.refresh(refreshToken) : undefined
    return { access, refresh }
  })
}

/** A service may revoke tokens behind the answer: it has five seconds, and is asked again after these pauses. */
const PAUSES_MS = [250, 750, 1_500, 2_500]
/** All of them. */
export const LONGEST_MS = PAUSES_MS.reduce((sum, pause) => sum + pause)

/** The last answer to a call: a refusal, or what came when the time was over. */
export async function sendUntilRefused(
  { signal }: Context,
  send: () => Promise<Exchange>,
): Promise<Exchange> {
  let answer = await send()
  for (const pause of PAUSES_MS) {
    if (!isAccepted(answer)) break
    await sleep(pause, undefined, { signal })
    answer = await send()
  }
  return answer
}
