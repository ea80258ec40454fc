import { setTimeout as sleep } from 'node:timers/promises'
import { givesToken, isAccepted } from '../../../client/http/answer.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import type { OAuth } from '../../../client/oauth/oauth.ts'
import type { Tokens } from '../../../client/oauth/tokens.ts'
import { InconclusiveError, NotApplicableError } from '../../../contract/verdict.ts'
import { type Context, covering, expect, requirement, test } from '../../../harness/authoring/index.ts'
import type { Asker } from '../../axes/askers.ts'
import { unlessGivenAgain } from '../given-again.ts'
import { actorOf } from '../lives/actor.ts'
import { reusedCode } from '../lives/reused-code.ts'
import { isMainRow, WHOSE } from '../lives/whose.ts'

/** A service may revoke tokens behind the answer: it has five seconds, and is asked again after these pauses. */
const PAUSES_MS = [250, 750, 1_500, 2_500]
const LONGEST_MS = PAUSES_MS.reduce((sum, pause) => sum + pause)

/** A code is exchanged, its tokens work, the code comes again and is refused, the tokens work no longer. */
export const token13 = requirement(
  'TOKEN-13',
  { isolated: true },
  test(async (context) => {
    const tokens = await reuseCode(context)
    await expectAccessRefused(context, tokens)
    await expectUpdateRefused(context, tokens)
    await expectRefreshRefused(context, context.oauth, tokens)
  }),
  covering(
    'who asks',
    WHOSE,
    async (context, whose) => {
      const { tokens, isRefreshed, read, again } = await reusedCode(context, whose)
      if (again.some(givesToken)) throw new InconclusiveError('the second use gave tokens (see TOKEN-3)')
      if (!isAccepted(read)) throw new NotApplicableError('the access token did not work before')
      await expectAccessRefused(context, tokens)
      if (!isRefreshed) await expectRefreshRefused(context, actorOf(context, whose).asker, tokens)
    },
    { except: isMainRow },
  ),
)

function expectAccessRefused(context: Context, tokens: Tokens): Promise<void> {
  return unlessGivenAgain(context, tokens.accessToken, async () => {
    expect(await sendUntilRefused(context, () => ask(tokens, context))).toBeRefused()
  })
}

/** What opens no read any more must open no update either: they may look tokens up in different places. */
async function expectUpdateRefused(context: Context, { accessToken }: Tokens): Promise<void> {
  const { api, target } = context
  if (target.pledgedDonationIds.length + target.nonPledgedDonationIds.length === 0) return
  const donation = await context.donation()
  const update = () => api.update('PUT', donation, {}, { authorization: `Bearer ${accessToken}` })
  await unlessGivenAgain(context, accessToken, async () => {
    expect(await sendUntilRefused(context, update)).toBeRefused()
  })
}

/**
 * To ask with a refresh token may replace it: it is asked once, when the access token tells that it is time.
 * @throws ViolationError where the refresh token of a code that came twice works for longer than it may.
 */
async function expectRefreshRefused(context: Context, asker: Asker | OAuth, tokens: Tokens): Promise<void> {
  const answer = await asker.refresh(refreshTokenOf(tokens))
  if (!givesToken(answer)) {
    expect(answer).toBeRefusedTokens()
    return
  }
  // It may be revoked later than the access token: another one is asked when all time is over.
  const later = await reuseCode(context, asker)
  await sleep(LONGEST_MS, undefined, { signal: context.signal })
  expect(await asker.refresh(refreshTokenOf(later))).toBeRefusedTokens()
}

/**
 * Exchanges a code, uses its access token, and sends the code again.
 * @returns the tokens of the first exchange.
 * @throws InconclusiveError where the access token did not work before, or the second use gave tokens.
 */
async function reuseCode(context: Context, asker: Asker | OAuth = context.oauth): Promise<Tokens> {
  const code = await asker.obtainCode()
  const tokens = await asker.redeem(code)
  if (!isAccepted(await ask(tokens, context)))
    throw new InconclusiveError('the access token did not work before (see ORG-5)')
  const secondUse = await asker.exchange(code)
  if (givesToken(secondUse)) throw new InconclusiveError('the second use gave tokens (see TOKEN-3)')
  return tokens
}

/** @throws NotApplicableError where there is none. */
function refreshTokenOf({ refreshToken }: Tokens): string {
  if (!refreshToken) throw new NotApplicableError('no refresh token was given')
  return refreshToken
}

function ask({ accessToken }: Tokens, { api }: Context): Promise<Exchange> {
  return api.organizations({ authorization: `Bearer ${accessToken}` })
}

/** The last answer to a call with the access token: a refusal, or what came when the time was over. */
async function sendUntilRefused({ signal }: Context, send: () => Promise<Exchange>): Promise<Exchange> {
  let answer = await send()
  for (const pause of PAUSES_MS) {
    if (!isAccepted(answer)) break
    await sleep(pause, undefined, { signal })
    answer = await send()
  }
  return answer
}
