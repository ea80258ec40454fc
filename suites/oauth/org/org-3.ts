import { describeAnswer, jsonObjectOf } from '../../../client/http/answer.ts'
import { codeOf } from '../../../client/oauth/oauth.ts'
import { ensure, expect, requirement, test } from '../../../harness/authoring/index.ts'
import { requireLogin } from '../../support/authorization.ts'
import { signedIn } from './organizations.ts'

export const org3 = requirement(
  'ORG-3',
  test(async ({ oauth, noOrgOAuth }) => {
    const flow = await noOrgOAuth.authorize()
    requireLogin(flow)
    // Where nobody gets a code, that is not about organizations.
    if (!codeOf(flow)) await oauth.obtainCode()
    expect(flow).toYieldCode()
    const exchange = await noOrgOAuth.exchange(codeOf(flow) ?? '')
    expect(exchange).toBeAccepted()
    const organizations = jsonObjectOf(exchange)?.ig_organizations
    // Where it is no array for anybody, TOKEN-2 says so.
    if (!Array.isArray(organizations)) await signedIn(oauth)
    ensure(
      Array.isArray(organizations) && organizations.length === 0,
      'a token response with an empty ig_organizations',
      describeAnswer(exchange),
      [exchange],
    )
  }),
)
