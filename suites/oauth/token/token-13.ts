import { setTimeout as sleep } from 'node:timers/promises'
import { UPDATE_METHODS } from '../../../client/donations/api.ts'
import { givesToken, isAccepted } from '../../../client/http/answer.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import type { OAuth } from '../../../client/oauth/oauth.ts'
import type { Tokens } from '../../../client/oauth/tokens.ts'
import { InconclusiveError, NotApplicableError } from '../../../contract/verdict.ts'
import { type Context, covering, expect, requirement, test } from '../../../harness/authoring/index.ts'
import { type Asker, isMainRow } from '../../axes/askers.ts'
import { actorOf } from '../flows/actor.ts'
import { aftermathOf, LONGEST_MS, reusedCode, sendUntilRefused } from '../flows/reused-code.ts'
import { seenBy } from '../flows/seen-by.ts'
import { WHOSE } from '../flows/whose.ts'
import { unlessGivenAgain } from '../given-again.ts'

/** A code is exchanged, its tokens work, the code comes again and is refused, the tokens work no longer. */
export const token13 = requirement(
  'TOKEN-13',
  { isolated: true },
  test(async (context) => {
    const { oauth } = context
    const tokens = await reuseCode(context)
    await expectAccessRefused(context, tokens, () => sendUntilRefused(context, () => ask(tokens, context)))
    await expectUpdateRefused(context, tokens)
    await expectRefreshRefused(context, oauth, await oauth.refresh(refreshTokenOf(tokens)))
  }),
  test('once refreshed', async (context) => {
    // Whoever notes one token for a code forgets the first by the refresh that gives another.
    const tokens = await reuseCode(context, context.oauth, async ({ refreshToken }) => {
      if (refreshToken) await context.oauth.refresh(refreshToken)
    })
    await expectAccessRefused(context, tokens, () => sendUntilRefused(context, () => ask(tokens, context)))
  }),
  covering(
    'who asks',
    WHOSE,
    async (context, whose) => {
      const { tokens, read, again } = await reusedCode(context, whose)
      if (again.some(givesToken)) throw new InconclusiveError('the second use gave tokens (see TOKEN-3)')
      if (!isAccepted(read)) throw new NotApplicableError('the access token did not work before')
      const { access, refresh } = await aftermathOf(context, whose)
      await expectAccessRefused(context, tokens, async () => seenBy(context, access))
      if (refresh)
        await expectRefreshRefused(context, actorOf(context, whose).asker, seenBy(context, refresh))
    },
    { except: isMainRow },
  ),
)

function expectAccessRefused(
  context: Context,
  { accessToken }: Tokens,
  call: () => Promise<Exchange>,
): Promise<void> {
  return unlessGivenAgain(context, accessToken, async () => {
    expect(await call()).toBeRefused()
  })
}

/** What opens no read any more must open no update either: they may look tokens up in different places. */
async function expectUpdateRefused(context: Context, { accessToken }: Tokens): Promise<void> {
  const { api, target } = context
  if (target.pledgedDonationIds.length + target.nonPledgedDonationIds.length === 0) return
  const donation = await context.donation()
  await unlessGivenAgain(context, accessToken, async () => {
    for (const method of UPDATE_METHODS) {
      const update = () => api.update(method, donation, {}, { authorization: `Bearer ${accessToken}` })
      expect(await sendUntilRefused(context, update)).toBeRefused()
    }
  })
}

/**
 * @param answer to a refresh when the access token told that it was time: to ask may replace the token, so it is asked once.
 * @throws ViolationError where the refresh token of a code that came twice works for longer than it may.
 */
async function expectRefreshRefused(context: Context, asker: Asker | OAuth, answer: Exchange): Promise<void> {
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
 * @param between what happens to the tokens before they are used.
 * @returns the tokens of the first exchange.
 * @throws InconclusiveError where the access token did not work before, or the second use gave tokens; NotApplicableError
 * where what happened ended the access token.
 */
async function reuseCode(
  context: Context,
  asker: Asker | OAuth = context.oauth,
  between?: (tokens: Tokens) => Promise<void>,
): Promise<Tokens> {
  const code = await asker.obtainCode()
  const tokens = await asker.redeem(code)
  await between?.(tokens)
  if (!isAccepted(await ask(tokens, context))) {
    if (between) throw new NotApplicableError('a refresh ends the access token before it')
    throw new InconclusiveError('the access token did not work before (see ORG-5)')
  }
  const secondUse = await asker.exchangeCode(code)
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
