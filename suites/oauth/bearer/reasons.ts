import { NotApplicableError } from '../../../contract/verdict.ts'
import type { Context } from '../../../harness/authoring/index.ts'
import { FIRST_HOLDER } from '../../axes/holders.ts'
import { sharedTokens } from '../../axes/tokens.ts'
import { UNKNOWN_ACCESS_TOKEN } from '../../support/unknown.ts'
import { organizationsOf } from '../org/organizations.ts'
import { expiredToken } from './expired-token.ts'

/** What a call carries in place of a token that opens it; null for no Authorization header. */
export interface Credentials {
  readonly authorization: string | null
  readonly query?: string
}

/** Makes such credentials; throws NotApplicableError where the target has none. */
export type Reason = (context: Context) => Promise<Credentials>

const tokenOf = async (context: Context) => (await sharedTokens(context, FIRST_HOLDER)).accessToken

/** Reasons to refuse an update for its token. */
export const REASONS: Readonly<Record<string, Reason>> = {
  'no token': async () => ({ authorization: null }),
  'an empty token': async () => ({ authorization: 'Bearer' }),
  'a made-up token': async () => ({ authorization: `Bearer ${UNKNOWN_ACCESS_TOKEN}` }),
  'a truncated token': async (context) => ({
    authorization: `Bearer ${(await tokenOf(context)).slice(0, -4)}`,
  }),
  'a token with a character more': async (context) => ({
    authorization: `Bearer ${await tokenOf(context)}x`,
  }),
  'another scheme': async (context) => ({ authorization: `Token ${await tokenOf(context)}` }),
  'no scheme': async (context) => ({ authorization: await tokenOf(context) }),
  'a token in the query': async (context) => ({
    authorization: null,
    query: `access_token=${encodeURIComponent(await tokenOf(context))}`,
  }),
  'an expired token': async (context) => {
    const { target, inspectorIfAny } = context
    if (!target.expiredAccessToken && !inspectorIfAny)
      throw new NotApplicableError('no expired token is known')
    return {
      authorization: `Bearer ${await expiredToken(context)}`,
    }
  },
  'a refresh token': async (context) => {
    const { refreshToken } = await sharedTokens(context, FIRST_HOLDER)
    if (refreshToken === undefined) throw new NotApplicableError('no refresh token is known')
    return { authorization: `Bearer ${refreshToken}` }
  },
  'a user without organizations': async (context) => {
    const { accessToken } = await sharedTokens(context, {
      ...FIRST_HOLDER,
      user: 'a user without organizations',
    })
    return { authorization: `Bearer ${accessToken}` }
  },
  'a user with other organizations': async (context) => {
    const other = await sharedTokens(context, { ...FIRST_HOLDER, user: 'a user with several organizations' })
    const own = organizationsOf((await sharedTokens(context, FIRST_HOLDER)).exchange).map(({ id }) => id)
    if (organizationsOf(other.exchange).some(({ id }) => own.includes(id)))
      throw new NotApplicableError('the two users own an organization together')
    return { authorization: `Bearer ${other.accessToken}` }
  },
}
