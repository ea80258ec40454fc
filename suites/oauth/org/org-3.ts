import { describeAnswer, jsonObjectOf } from '../../../client/http/answer.ts'
import { codeOf } from '../../../client/oauth/oauth.ts'
import { ensure, expect, requirement, test } from '../../../harness/authoring/index.ts'
import { requireLogin } from '../../support/authorization.ts'
import { signInWithOrganizations } from './organizations.ts'

/** A user without organizations goes through the whole flow. Where a step fails, the main user tries it to compare. */
export const org3 = requirement(
  'ORG-3',
  test(async ({ oauth, noOrgOAuth }) => {
    const flow = await noOrgOAuth.authorize()
    requireLogin(flow)
    const code = codeOf(flow)
    // Inconclusive where the main user gets no code either: AUTHZ-1 judges that.
    if (!code) await oauth.obtainCode()
    expect(flow).toYieldCode()
    const exchange = await noOrgOAuth.exchange(code ?? '')
    expect(exchange).toBeAccepted()
    const organizations = jsonObjectOf(exchange)?.ig_organizations
    // Inconclusive where the main user's organizations are no list either: TOKEN-2 judges that.
    if (!Array.isArray(organizations)) await signInWithOrganizations(oauth)
    ensure(
      Array.isArray(organizations) && organizations.length === 0,
      'a token response with an empty ig_organizations',
      describeAnswer(exchange),
      [exchange],
    )
  }),
)
