import { setTimeout as sleep } from 'node:timers/promises'
import { UPDATE_METHODS, type UpdateMethod } from '../../client/donations/api.ts'
import { describeAnswer, isAccepted, stringMember } from '../../client/http/answer.ts'
import type { Exchange } from '../../client/http/exchange.ts'
import type { RequirementId } from '../../contract/index.ts'
import { InconclusiveError, NotApplicableError } from '../../contract/verdict.ts'
import { ensure, expect } from '../../harness/authoring/expect.ts'
import { requirement } from '../../harness/authoring/requirement.ts'
import type { Context } from '../../harness/session/context.ts'
import { ALTERATIONS } from '../support/alter.ts'
import { BY_BOTH, expectUnchanged, read, requireDonation } from '../support/donation.ts'

const BODY = { donor_first_name: 'Refused', donor_city: 'Nowhere' }

/** An access token that lives no longer than this is waited out. */
const LONGEST_WAIT_SECONDS = 30

/** What is done behind an answer is done by then; what is forgotten when nobody asks is forgotten. */
const A_WHILE_MS = 600

const UNKNOWN_TOKEN = 'Bearer never-issued-5e6f708192a3b4c5d6e7f809'

/** Headers that must not open an update, made from a token that would. */
const WRONG_AUTHORIZATION: Record<string, (token: string) => string> = {
  'a made-up token': () => UNKNOWN_TOKEN,
  'half a token': (token) => `Bearer ${token.slice(0, Math.floor(token.length / 2))}`,
  'a token without its last characters': (token) => `Bearer ${token.slice(0, -4)}`,
  ...Object.fromEntries(
    Object.entries(ALTERATIONS).map(([name, alter]) => [name, (token: string) => `Bearer ${alter(token)}`]),
  ),
  'the Basic scheme': (token) => `Basic ${Buffer.from(`${token}:`).toString('base64')}`,
  'another scheme': (token) => `Token ${token}`,
}

/** An access token that has expired, by whatever way there is to have one. */
async function expiredToken({ oauth, target, inspectorIfAny, signal }: Context): Promise<string> {
  if (target.expiredAccessToken && !inspectorIfAny) return target.expiredAccessToken
  const { accessToken, expiresIn } = await oauth.signIn()
  if (inspectorIfAny) await inspectorIfAny.expireAccessToken(accessToken)
  else if (expiresIn !== undefined && expiresIn <= LONGEST_WAIT_SECONDS) {
    await sleep(expiresIn * 1000 + 1_500, undefined, { signal })
  } else {
    throw new InconclusiveError(
      `an access token lives ${expiresIn ?? 'unknown'} seconds here: too long to wait`,
      ['SANDBOX_EXPIRED_ACCESS_TOKEN'],
    )
  }
  return accessToken
}

/** RFC 6750 puts the error into the challenge, the contract into the body: a client finds it in either. */
function saysInvalidToken(exchange: Exchange): boolean {
  const inBody =
    stringMember(exchange, 'error') === 'invalid_token' &&
    Boolean(stringMember(exchange, 'error_description'))
  const challenge = exchange.response?.headers['www-authenticate']?.join(', ') ?? ''
  return inBody || (/\berror="?invalid_token\b/i.test(challenge) && /\berror_description=/i.test(challenge))
}

requirement('BEARER-1').cases(BY_BOTH, async (context, method) => {
  const donation = await context.donation()
  expect(await context.api.update(method, donation, {}, { authorization: null })).toHaveStatus(401)
})

requirement('BEARER-2').cases(WRONG_AUTHORIZATION, async (context, wrong) => {
  const donation = await context.donation()
  const { accessToken } = await context.oauth.signIn()
  for (const method of UPDATE_METHODS) {
    const exchange = await context.api.update(method, donation, {}, { authorization: wrong(accessToken) })
    expect(exchange).toHaveStatus(401)
  }
})

// RFC 6750, 3.1 lets a malformed header be answered with 400.
requirement('BEARER-2', 'a token without a scheme').cases(BY_BOTH, async (context, method) => {
  const donation = await context.donation()
  const { accessToken } = await context.oauth.signIn()
  expect(await context.api.update(method, donation, {}, { authorization: accessToken })).toBeRefused()
})

requirement('BEARER-3').cases(BY_BOTH, async (context, method) => {
  const donation = await context.donation()
  const authorization = `Bearer ${await expiredToken(context)}`
  const exchange = await context.api.update(method, donation, {}, { authorization })
  expect(exchange).toBeRefused()
  ensure(
    saysInvalidToken(exchange),
    '`error` "invalid_token" with an `error_description`',
    describeAnswer(exchange),
    [exchange],
  )
  expect(await context.api.organizations({ authorization })).toBeRefused()
})

/** @throws InconclusiveError where the token does not open a call even once, which another requirement judges. */
async function requireOneUse({ api }: Context, authorization: string, see: RequirementId): Promise<void> {
  if (isAccepted(await api.organizations({ authorization }))) return
  throw new InconclusiveError(`the token does not work even once (see ${see})`)
}

requirement('BEARER-4', async (context) => {
  const { oauth, api } = context
  const authorization = `Bearer ${(await oauth.signIn()).accessToken}`
  await requireOneUse(context, authorization, 'ORG-5')
  for (let use = 0; use < context.times(5); use++)
    expect(await api.organizations({ authorization })).toBeAccepted()
  await sleep(A_WHILE_MS)
  expect(await api.organizations({ authorization })).toBeAccepted()
})

requirement('BEARER-4', 'of a refresh', async (context) => {
  const { oauth, api } = context
  const { refreshToken } = await oauth.signInForChain()
  const authorization = `Bearer ${(await oauth.renew(refreshToken)).accessToken}`
  await requireOneUse(context, authorization, 'REFRESH-2')
  for (let use = 0; use < context.times(5); use++)
    expect(await api.organizations({ authorization })).toBeAccepted()
})

requirement('BEARER-4', 'at the same moment', async (context) => {
  const { oauth, api } = context
  const authorization = `Bearer ${(await oauth.signIn()).accessToken}`
  await requireOneUse(context, authorization, 'ORG-5')
  const uses = Array.from({ length: context.times(8) }, () => api.organizations({ authorization }))
  for (const use of await Promise.all(uses)) expect(use).toBeAccepted()
})

requirement('BEARER-4', 'updates', async (context) => {
  const { oauth, api } = context
  requireDonation(context)
  const donation = await context.donation()
  const authorization = `Bearer ${(await oauth.signIn()).accessToken}`
  for (const method of UPDATE_METHODS) {
    const first = await api.update(method, donation, {}, { authorization })
    if (!isAccepted(first))
      throw new InconclusiveError(`an empty ${method} does not work even once (see UPDATE-6)`)
    for (let use = 0; use < context.times(5); use++) {
      expect(await api.update(method, donation, {}, { authorization })).toBeAccepted()
    }
  }
})

requirement('BEARER-5').cases<[UpdateMethod, object]>(
  {
    'PATCH of a donor field': ['PATCH', BODY],
    'PUT of a donor field': ['PUT', BODY],
    'PATCH of nothing': ['PATCH', {}],
    'PUT of nothing': ['PUT', {}],
    'PATCH of a memo': ['PATCH', { memo: 'not yours' }],
  },
  async ({ api, foreignDonationId }, [method, body]) => {
    expect(await api.update(method, foreignDonationId, body)).toBeRefused()
  },
)

requirement('BEARER-6').cases<(context: Context) => Promise<string | null>>(
  {
    'without a token': async () => null,
    'with a made-up token': async () => UNKNOWN_TOKEN,
    'with a truncated token': async ({ oauth }) => {
      const { accessToken } = await oauth.signIn()
      return `Bearer ${accessToken.slice(0, -4)}`
    },
    'with another scheme': async ({ oauth }) => `Token ${(await oauth.signIn()).accessToken}`,
    'with an expired token': async (context) => {
      const { target, inspectorIfAny } = context
      if (!target.expiredAccessToken && !inspectorIfAny)
        throw new NotApplicableError('no expired token is known')
      return `Bearer ${await expiredToken(context)}`
    },
  },
  async (context, authorize) => {
    const { api } = context
    const donation = await context.donation()
    const authorization = await authorize(context)
    const before = await read(context, donation)
    const refused: Exchange[] = []
    for (const method of UPDATE_METHODS) {
      refused.push(await api.update(method, donation, BODY, { authorization }))
      if (refused.some(isAccepted))
        throw new InconclusiveError('the call was not refused (see BEARER-1 to BEARER-3)')
      await expectUnchanged(context, donation, before.record, refused)
    }
    await sleep(A_WHILE_MS)
    await expectUnchanged(context, donation, before.record, refused)
  },
)

requirement('BEARER-7', async (context) => {
  const donation = await context.donation()
  for (const authorization of [null, UNKNOWN_TOKEN]) {
    for (const method of UPDATE_METHODS) await context.api.update(method, donation, {}, { authorization })
    await context.api.organizations({ authorization })
  }
})

requirement('BEARER-8').cases(BY_BOTH, async (context, method) => {
  const { oauth, api } = context
  const donation = await context.donation()
  const { accessToken } = await oauth.signIn()
  const query = `access_token=${encodeURIComponent(accessToken)}`
  expect(await api.update(method, donation, {}, { authorization: null, query })).toBeRefused()
  // Where no token is needed, ORG-5 says so.
  if (isAccepted(await api.organizations({ authorization: null }))) return
  expect(await api.organizations({ authorization: null, query })).toBeRefused()
})

requirement('BEARER-9').cases(BY_BOTH, async (context, method) => {
  const donation = await context.donation()
  const authorization = `Bearer ${(await context.noOrgOAuth.signIn()).accessToken}`
  expect(await context.api.update(method, donation, BODY, { authorization })).toBeRefused()
})
