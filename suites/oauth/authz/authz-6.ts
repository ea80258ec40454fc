import { codeOf } from '../../../client/oauth/oauth.ts'
import { NotApplicableError } from '../../../contract/verdict.ts'
import { redirectUriNearMisses, samePlaceByRfc3986 } from '../../../generators/index.ts'
import { cases, requirement, test } from '../../../harness/authoring/index.ts'
import { expectNoCode } from '../../support/authorization.ts'
import { expectNotSentTo } from './not-sent-to.ts'

/** No redirect URI, every near miss of the registered one, and one that another client has registered. */
export const authz6 = requirement(
  'AUTHZ-6',
  cases('missing', { missing: undefined, empty: '' }, async ({ oauth }, redirect_uri) => {
    await expectNoCode(oauth, { redirect_uri })
  }),
  cases(
    'not registered',
    ({ client }) => redirectUriNearMisses(client.redirectUri),
    ({ oauth }, uri) => expectNotSentTo(oauth, uri),
  ),
  cases(
    'the same place by RFC 3986',
    ({ client }) => samePlaceByRfc3986(client.redirectUri),
    async ({ oauth, observe }, uri) => {
      const flow = await oauth.authorize({ redirect_uri: uri })
      observe(uri, codeOf(flow) ? 'gives a code' : 'is refused')
    },
  ),
  test('registered by another client', async ({ oauth, target }) => {
    const uri = target.otherClient?.redirectUri
    if (!uri || uri === oauth.client.redirectUri)
      throw new NotApplicableError('no other client with another URI is known')
    await expectNotSentTo(oauth, uri)
  }),
)
