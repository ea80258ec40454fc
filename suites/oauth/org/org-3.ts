import { describeAnswer, jsonObjectOf } from '../../../client/http/answer.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import type { OAuth } from '../../../client/oauth/oauth.ts'
import { NotApplicableError } from '../../../contract/verdict.ts'
import { cases, ensure, expect, requirement } from '../../../harness/authoring/index.ts'
import { CLIENT_NAMES } from '../../axes/refresh.ts'
import { requireLogin } from '../../support/authorization.ts'
import { seenBy } from '../lives/seen-by.ts'
import { visitsOf } from '../lives/visits.ts'
import { signInWithOrganizations } from './organizations.ts'

/**
 * A user without organizations goes through the whole flow, by each client, again and again. Where a step fails, the main
 * user tries it to compare.
 */
export const org3 = requirement(
  'ORG-3',
  cases(CLIENT_NAMES.values, async (context, client) => {
    const { oauth, noOrgOAuth } = context
    if (!noOrgOAuth.user) throw new NotApplicableError('nobody can log in here')
    for (const visit of await visitsOf(context, { user: 'a user without organizations', client })) {
      const flow = seenBy(context, visit.flow)
      requireLogin(flow)
      // Inconclusive where the main user gets no code either: AUTHZ-1 judges that.
      if (!visit.exchange) await oauth.obtainCode()
      expect(flow).toYieldCode()
      if (!visit.exchange) return
      const exchange = seenBy(context, visit.exchange)
      expect(exchange).toBeAccepted()
      await expectEmpty(exchange, oauth)
    }
  }),
)

async function expectEmpty(exchange: Exchange, main: OAuth): Promise<void> {
  const organizations = jsonObjectOf(exchange)?.ig_organizations
  // Inconclusive where the main user's organizations are no list either: TOKEN-2 judges that.
  if (!Array.isArray(organizations)) await signInWithOrganizations(main)
  ensure(
    Array.isArray(organizations) && organizations.length === 0,
    'a token response with an empty ig_organizations',
    describeAnswer(exchange),
    [exchange],
  )
}
