import { NotApplicableError } from '../../../contract/verdict.ts'
import { axis, expect, requirement, test } from '../../../harness/authoring/index.ts'
import { BESIDE } from '../../axes/token-requests.ts'
import {
  IN_PLACE_OF_SECRET,
  LIKE_IDS,
  LIKE_SECRETS,
  SPOILT_CREDENTIALS,
  wrongByBasic,
} from '../../axes/wrong-credentials.ts'
import { inChains } from '../flows/in-chains.ts'
import { secondAsker } from '../token/living.ts'
import { type SpoilRefresh, withLivingRefreshToken } from './living-refresh-token.ts'

const SPOILT: Readonly<Record<string, SpoilRefresh>> = {
  ...SPOILT_CREDENTIALS,
  'client_id missing': () => ({ client_id: undefined }),
  'client_id empty': () => ({ client_id: '' }),
  "client_id another client's": ({ otherClient }) => otherClient && { client_id: otherClient.id },
}

/** A refresh has no redirect URI that could be missing. */
const MORE = Object.fromEntries(
  Object.entries(BESIDE).filter(([name]) => !name.endsWith('redirect_uri missing')),
)

/** Valid refresh tokens with credentials that are not those of their client, alone and beside more than usual. */
export const refresh7 = requirement(
  'REFRESH-7',
  withLivingRefreshToken('spoilt', axis('spoilt credentials', SPOILT)),
  withLivingRefreshToken(
    'likenesses, second client',
    axis("what is like the second client's secret", LIKE_SECRETS),
    { who: secondAsker },
  ),
  inChains('REFRESH-7', (exchange) => expect(exchange).toGiveNoToken()),
  withLivingRefreshToken('client_secret', axis('what stands where the secret belongs', IN_PLACE_OF_SECRET)),
  withLivingRefreshToken('client_id', axis('what is like the client id', LIKE_IDS)),
  test('by HTTP Basic', async (context) => {
    const { oauth, target } = context
    if (!context.canLogIn) throw new NotApplicableError('no refresh token of its own without a login')
    const { refreshToken } = await oauth.signInForRefresh()
    const parameters = { grant_type: 'refresh_token', refresh_token: refreshToken }
    for (const [authorization, form] of wrongByBasic(target))
      expect(await oauth.token({ ...parameters, ...form }, { authorization })).toGiveNoToken()
  }),
  withLivingRefreshToken('beside', axis('wrong credentials beside another parameter', MORE)),
)
