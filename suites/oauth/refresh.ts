import {
  describeAnswer,
  givesToken,
  isAccepted,
  isJsonTyped,
  jsonObjectOf,
  stringMember,
} from '../../client/http/answer.ts'
import type { OAuth } from '../../client/oauth/oauth.ts'
import { contractIssues, tokenResponseSchema } from '../../contract/index.ts'
import { InconclusiveError, NotApplicableError } from '../../contract/verdict.ts'
import { ensure, expect } from '../../harness/authoring/expect.ts'
import { requirement } from '../../harness/authoring/requirement.ts'
import { ALTERATIONS } from '../support/alter.ts'
import { MISSING_ID, WRONG_CREDENTIALS } from '../support/credentials.ts'
import { requireDonation } from '../support/donation.ts'

const UNKNOWN_TOKEN = 'never-issued-9f8e7d6c5b4a39281706f5e4d3c2b1a0'

/** Long enough for what breaks only after a few turns. */
const CHAIN = 8

/**
 * A family whose first refresh token has been superseded.
 * @throws NotApplicableError where the service does not rotate.
 */
async function rotated(oauth: OAuth) {
  const first = await oauth.signInForRefresh()
  const second = await oauth.renew(first.refreshToken)
  if (second.refreshToken === first.refreshToken)
    throw new NotApplicableError('refresh tokens do not rotate here')
  return { first, second }
}

/** Refreshes with the token of the last response; each time that has to work. */
async function expectChain(oauth: OAuth, between: (accessToken: string) => Promise<unknown>): Promise<void> {
  let { refreshToken } = await oauth.signInForChain()
  for (let turn = 1; turn <= CHAIN; turn++) {
    const exchange = await oauth.refreshChain(refreshToken)
    ensure(
      isAccepted(exchange) && givesToken(exchange),
      `tokens from refresh ${turn} of a chain, each with the newest refresh token`,
      describeAnswer(exchange),
      [exchange],
    )
    refreshToken = stringMember(exchange, 'refresh_token') ?? refreshToken
    await between(stringMember(exchange, 'access_token') ?? '')
  }
}

requirement('REFRESH-1', async ({ oauth }) => {
  const tokens = await oauth.signInForChain()
  // What is wrong in both answers alike is a matter of token responses, which TOKEN-1 and TOKEN-2 judge (by a login).
  const known = !oauth.user ? [] : contractIssues(tokenResponseSchema, jsonObjectOf(tokens.exchange))
  let newest = tokens.refreshToken
  for (let turn = 1; turn <= 3; turn++) {
    const exchange = await oauth.refreshChain(newest)
    // That a chain goes on is for REFRESH-3 to say.
    if (turn > 1 && !isAccepted(exchange)) return
    if (oauth.user && !isJsonTyped(tokens.exchange)) expect(exchange).toBeAccepted()
    else expect(exchange).toBeAcceptedAsJson()
    const issues = contractIssues(tokenResponseSchema, jsonObjectOf(exchange)).filter(
      (one) => !known.includes(one),
    )
    ensure(issues.length === 0, 'the shape of the code exchange', issues.join('; '), [
      tokens.exchange,
      exchange,
    ])
    newest = stringMember(exchange, 'refresh_token') ?? newest
  }
})

requirement('REFRESH-2', async ({ oauth, api }) => {
  const first = await oauth.signInForChain()
  const before = await api.organizations({ authorization: `Bearer ${first.accessToken}` })
  if (!isAccepted(before))
    throw new InconclusiveError('the API accepts not even the first access token (see ORG-5)')
  let newest = first
  for (let turn = 1; turn <= 4; turn++) {
    newest = await oauth.renew(newest.refreshToken)
    expect(await api.organizations({ authorization: `Bearer ${newest.accessToken}` })).toBeAccepted()
  }
})

requirement('REFRESH-2', 'updates', async (context) => {
  requireDonation(context)
  const { oauth, api } = context
  const donation = await context.donation()
  const first = await oauth.signInForChain()
  const before = await api.update('PATCH', donation, {}, { authorization: `Bearer ${first.accessToken}` })
  if (!isAccepted(before))
    throw new InconclusiveError('an update does not work even with the first access token')
  const { accessToken } = await oauth.renew(first.refreshToken)
  expect(await api.update('PATCH', donation, {}, { authorization: `Bearer ${accessToken}` })).toBeAccepted()
})

requirement('REFRESH-3').cases<'refreshes alone' | 'calls between'>(
  { 'one after the other': 'refreshes alone', 'with calls in between': 'calls between' },
  async ({ oauth, api }, how) => {
    await expectChain(oauth, async (accessToken) => {
      if (how === 'calls between') await api.organizations({ authorization: `Bearer ${accessToken}` })
    })
  },
)

requirement('REFRESH-4').cases(
  { 'one generation old': 1, 'two generations old': 2, 'three generations old': 3 },
  async ({ oauth }, age) => {
    const { first, second } = await rotated(oauth)
    let newest = second
    for (let turn = 1; turn < age; turn++) newest = await oauth.renew(newest.refreshToken)
    expect(await oauth.refresh(first.refreshToken)).toBeOAuthError('invalid_grant')
    // Refused once, refused again; the family may be revoked by then, which is for REFRESH-6 to judge.
    for (let time = 2; time <= 3; time++) expect(await oauth.refresh(first.refreshToken)).toGiveNoToken()
  },
)

requirement('REFRESH-5', 'unknown', async ({ oauth }) => {
  expect(await oauth.refresh(UNKNOWN_TOKEN)).toBeOAuthError('invalid_grant')
})

requirement('REFRESH-5', 'altered').cases(ALTERATIONS, async ({ oauth }, alter) => {
  if (!oauth.user) throw new NotApplicableError('no refresh token to alter without a login')
  const { refreshToken } = await oauth.signInForRefresh()
  expect(await oauth.refresh(alter(refreshToken))).toBeOAuthError('invalid_grant')
})

requirement('REFRESH-6', async ({ oauth, target, inspectorIfAny }) => {
  const { revokedRefreshToken } = target
  if (revokedRefreshToken) expect(await oauth.refresh(revokedRefreshToken)).toBeOAuthError('invalid_grant')
  else if (!inspectorIfAny) {
    throw new InconclusiveError('no revoked refresh token is known', ['SANDBOX_REVOKED_REFRESH_TOKEN'])
  }
  if (!inspectorIfAny) return
  const first = await oauth.signInForRefresh()
  const later = await oauth.renew((await oauth.signInForRefresh()).refreshToken)
  for (const { refreshToken } of [first, later]) {
    await inspectorIfAny.revokeRefreshToken(refreshToken)
    expect(await oauth.refresh(refreshToken)).toBeOAuthError('invalid_grant')
  }
})

requirement('REFRESH-7').cases({ ...WRONG_CREDENTIALS, ...MISSING_ID }, async ({ oauth }, spoil) => {
  const { refreshToken } = await oauth.signInForRefresh()
  expect(await oauth.refresh(refreshToken, spoil(oauth.client))).toGiveNoToken()
})

requirement('REFRESH-7', "another client's secret", async ({ oauth, target }) => {
  if (!target.otherClient) throw new NotApplicableError('no second client')
  const { refreshToken } = await oauth.signInForRefresh()
  expect(await oauth.refresh(refreshToken, { client_secret: target.otherClient.secret })).toGiveNoToken()
})

requirement('REFRESH-8', async ({ oauth, otherOAuth }) => {
  await otherOAuth.signIn()
  const first = await oauth.signInForRefresh()
  for (let time = 1; time <= 3; time++)
    expect(await otherOAuth.refresh(first.refreshToken)).toBeRefusedTokens()
  // A family of its own: to try the first with another client may have ended it.
  const rotated = await oauth.renew((await oauth.signInForRefresh()).refreshToken)
  expect(await otherOAuth.refresh(rotated.refreshToken)).toBeRefusedTokens()
})

requirement('REFRESH-9', 'an access token is no refresh token', async ({ oauth }) => {
  const { accessToken } = await oauth.signIn()
  expect(await oauth.refresh(accessToken)).toGiveNoToken()
})

requirement('REFRESH-9', 'a refresh token opens no call', async ({ oauth, api }) => {
  const { refreshToken } = await oauth.signInForRefresh()
  expect(await api.organizations({ authorization: `Bearer ${refreshToken}` })).toBeRefused()
})

requirement('REFRESH-9', 'a refresh token updates nothing', async (context) => {
  requireDonation(context)
  const { refreshToken } = await context.oauth.signInForRefresh()
  const donation = await context.donation()
  const exchange = await context.api.update(
    'PATCH',
    donation,
    {},
    { authorization: `Bearer ${refreshToken}` },
  )
  expect(exchange).toBeRefused()
})

requirement('REFRESH-10', async ({ oauth, observe }) => {
  const { refreshToken } = await oauth.signInForRefresh()
  const exchanges = await Promise.all(Array.from({ length: 4 }, () => oauth.refresh(refreshToken)))
  const winners = exchanges.filter(givesToken)
  observe(
    'refreshes with one token at the same moment',
    winners.length > 1
      ? 'several give tokens'
      : winners.length === 1
        ? 'one gives tokens'
        : 'none gives tokens',
  )
  const newest = winners[0] && stringMember(winners[0], 'refresh_token')
  if (newest === undefined) return
  const after = givesToken(await oauth.refresh(newest))
  observe('the family after that', after ? 'goes on' : 'is revoked')
})

requirement('REFRESH-11', async ({ oauth, observe }) => {
  const first = await oauth.signInForRefresh()
  const second = await oauth.renew(first.refreshToken)
  const rotates = second.refreshToken !== first.refreshToken
  observe('refresh tokens', rotates ? 'rotate' : 'stay')
  if (!rotates) return
  await oauth.refresh(first.refreshToken)
  const goesOn = givesToken(await oauth.refresh(second.refreshToken))
  observe('reuse of a superseded refresh token', goesOn ? 'leaves the family alone' : 'revokes the family')
})
