import { isAccepted } from '../../../client/http/answer.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import { NotApplicableError } from '../../../contract/verdict.ts'
import { type Context, cases, expect, requirement, test } from '../../../harness/authoring/index.ts'
import { EXTREME_OWNERS_AXIS, FIRST_HOLDER, type Holder } from '../../axes/holders.ts'
import { type Held, newTokens, requireOpened, sharedTokens } from '../../axes/tokens.ts'
import { hasDonations } from '../../support/donations.ts'
import { UNKNOWN_ACCESS_TOKEN } from '../../support/unknown.ts'
import { expiredToken } from '../bearer/expired-token.ts'
import { requireProductionAnswer } from './production.ts'

/** Tried twice: a first refusal must not make the token known. */
const ATTEMPTS = 2

const OTHERS: Readonly<Record<string, Holder>> = {
  'several organizations, by a refresh': {
    user: 'a user with several organizations',
    client: 'second client',
    refreshes: 1,
  },
  'no organization': { ...FIRST_HOLDER, user: 'a user without organizations' },
  'first client, by a later refresh': { ...FIRST_HOLDER, refreshes: 3 },
}

/** Tokens that open the sandbox's API are tried at production's, by GET alone: nothing there may be changed. */
export const env2 = requirement(
  'ENV-2',
  cases('token of', { ...EXTREME_OWNERS_AXIS.values, ...OTHERS }, async (context, holder) => {
    const { api } = context
    const ask = async ({ accessToken }: Held) => api.organizations({ authorization: `Bearer ${accessToken}` })
    // Before the tokens: it may have to be waited for.
    const donation = holder === FIRST_HOLDER && hasDonations(context) ? await context.donation() : undefined
    let held = await sharedTokens(context, holder)
    // A later login may have ended the token that others use too.
    if (!isAccepted(await ask(held))) {
      held = await newTokens(context, holder)
      requireOpened(await ask(held), holder, 'the token does not even open the sandbox (see ORG-5)')
    }
    // Of one that updated something here, more may be known there.
    if (donation !== undefined)
      await api.update('PATCH', donation, {}, { authorization: `Bearer ${held.accessToken}` })
    const attempts = holder === FIRST_HOLDER ? ATTEMPTS : 1
    for (let attempt = 1; attempt <= attempts; attempt++)
      expect(await readProduction(context, held.accessToken)).toBeRefused()
  }),
  test('an expired token', async (context) => {
    const { target, inspectorIfAny } = context
    // Production knows no clock of tokens that are not its own: it may let in what the sandbox would not.
    if (!target.expiredAccessToken && !inspectorIfAny)
      throw new NotApplicableError('no expired token is known')
    expect(await readProduction(context, await expiredToken(context))).toBeRefused()
  }),
)

async function readProduction(context: Context, accessToken: string): Promise<Exchange> {
  const { http, fixtures } = context
  const ask = (token: string) =>
    http.send({
      method: 'GET',
      url: `${fixtures.productionApiUrl}/v1/organizations`,
      headers: { accept: 'application/json', authorization: `Bearer ${token}` },
    })
  const asNobody = () => ask(UNKNOWN_ACCESS_TOKEN)
  return requireProductionAnswer(context, await ask(accessToken), 'PRODUCTION_API_URL', asNobody)
}
