import { requirement, test } from '../../../harness/authoring/index.ts'
import { expectNotSent } from './not-sent.ts'

export const authz7 = requirement(
  'AUTHZ-7',
  test(async ({ oauth }) => {
    await expectNotSent(oauth, oauth.client.redirectUri.replace(/^https:/i, 'http:'))
  }),
)
