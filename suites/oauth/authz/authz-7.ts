import { requirement, test } from '../../../harness/authoring/index.ts'
import { httpTwinOf } from '../../support/authorization.ts'
import { expectNotSentTo } from './not-sent-to.ts'

/** An ordinary request but for the scheme of its redirect URI. */
export const authz7 = requirement(
  'AUTHZ-7',
  test(async ({ oauth }) => {
    await expectNotSentTo(oauth, httpTwinOf(oauth.client.redirectUri))
  }),
)
