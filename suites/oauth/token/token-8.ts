import { axis, expect, requirement, test } from '../../../harness/authoring/index.ts'
import { OPENERS } from '../../axes/surroundings.ts'
import { BESIDE } from '../../axes/token-requests.ts'
import {
  IN_PLACE_OF_ID,
  IN_PLACE_OF_SECRET,
  LIKE_SECRETS,
  SPOILT_CREDENTIALS,
  wrongByBasic,
} from '../../axes/wrong-credentials.ts'
import { inTriedCodes } from '../flows/tried-codes.ts'
import { secondAsker } from './living.ts'
import { withLivingCode } from './living-code.ts'

/** A fresh code with credentials that are not those of its client, alone and beside something else that is wrong. */
export const token8 = requirement(
  'TOKEN-8',
  withLivingCode('spoilt', axis('spoilt credentials', SPOILT_CREDENTIALS)),
  withLivingCode('likenesses, second client', axis("what is like the second client's secret", LIKE_SECRETS), {
    who: secondAsker,
  }),
  inTriedCodes('TOKEN-8', (exchange) => expect(exchange).toGiveNoToken()),
  withLivingCode('client_secret', axis('what stands where the secret belongs', IN_PLACE_OF_SECRET), {
    needsTokens: true,
  }),
  withLivingCode('client_id', axis('what stands where the client id belongs', IN_PLACE_OF_ID)),
  test('by HTTP Basic, or by the address alone', async ({ oauth, target }) => {
    const {
      client_id: _,
      client_secret: __,
      ...parameters
    } = oauth.exchangeParameters(await oauth.obtainCode())
    for (const [authorization, form] of wrongByBasic(target))
      expect(await oauth.token({ ...parameters, ...form }, { authorization })).toGiveNoToken()
    const local = OPENERS['an address of this host']?.headers
    expect(await oauth.token({ ...parameters, client_id: target.client.id }, local)).toGiveNoToken()
  }),
  withLivingCode('beside', axis('wrong credentials beside another parameter', BESIDE)),
)
