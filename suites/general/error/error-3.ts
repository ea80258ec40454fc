import fc from 'fast-check'
import { malformedBody, openBody } from '../../../generators/index.ts'
import { cases, property, requirement, test } from '../../../harness/authoring/index.ts'
import { FIRST_HOLDER } from '../../axes/holders.ts'
import { anyMethod } from '../../axes/methods.ts'
import { newTokens, requireAsker } from '../../axes/tokens.ts'
import { REJECTIONS } from '../../support/rejections.ts'
import { sendRawUpdate } from './raw-update.ts'

/** The rule sees the answers of the whole run; this property adds few to what UPDATE-7 and ERROR-2 send. */
const SHARE = 0.05

/** A rule looks for leaks in every error body of the run; these tests provoke errors that parsers describe. */
export const error3 = requirement(
  'ERROR-3',
  { judgedByRule: true },
  cases('each rejection', REJECTIONS, async (context, provoke) => {
    await provoke(context)
  }),
  test('with secrets at hand', async (context) => {
    const held = await newTokens(context, FIRST_HOLDER)
    const { asker, refreshToken } = requireAsker(held)
    const { api, oauth } = context
    // Tokens in places where they do not belong, and a refresh that is refused for each parameter.
    await api.organizations({ authorization: `Token ${held.accessToken}` })
    await api.update('PUT', 'no-such-donation', {}, { authorization: `Bearer ${held.accessToken}` })
    await asker.refresh(refreshToken, { client_secret: 'wrong' })
    await asker.refresh(refreshToken, { client_id: 'wrong' })
    await asker.refresh(refreshToken, { client_id: undefined })
    await asker.refresh(refreshToken, { grant_type: 'none' })
    await oauth.token({ refresh_token: refreshToken, client_secret: oauth.client.secret })
  }),
  property(
    fc.tuple(anyMethod, fc.oneof(malformedBody(), openBody())),
    (context, [method, { value }]) => sendRawUpdate(context, method, value),
    { share: SHARE },
  ),
)
