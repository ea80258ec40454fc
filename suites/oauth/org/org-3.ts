import { describeAnswer, isAccepted, jsonObjectOf } from '../../../client/http/answer.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import type { OAuth } from '../../../client/oauth/oauth.ts'
import { InconclusiveError, NotApplicableError } from '../../../contract/verdict.ts'
import { type Context, cases, ensure, expect, requirement } from '../../../harness/authoring/index.ts'
import { CLIENT_NAMES } from '../../axes/refresh.ts'
import { requireDecision } from '../../support/authorization.ts'
import { seenBy } from '../flows/seen-by.ts'
import { visitsOf } from '../flows/visits.ts'
import type { Whose } from '../flows/whose.ts'
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
    const visits = await visitsOf(context, { user: 'a user without organizations', client })
    for (const [turn, visit] of visits.entries()) {
      const flow = seenBy(context, visit.flow)
      requireDecision(flow)
      // Inconclusive where the main user gets no code either: AUTHZ-1 judges that.
      if (!visit.exchange) await oauth.obtainCode()
      expect(flow).toYieldCode()
      if (!visit.exchange) throw new InconclusiveError('the code was not exchanged (see TOKEN-1)')
      const exchange = seenBy(context, visit.exchange)
      if (!isAccepted(exchange)) await requireTokensOfMain(context, client, turn)
      expect(exchange).toBeAccepted()
      await expectEmpty(exchange, oauth)
    }
  }),
)

/** @throws InconclusiveError where the main user got none in the same way either; TOKEN-1 judges that. */
async function requireTokensOfMain(context: Context, client: Whose['client'], turn: number): Promise<void> {
  const visit = (await visitsOf(context, { user: 'a user with one organization', client }))[turn]
  if (!visit?.exchange || !isAccepted(visit.exchange))
    throw new InconclusiveError('the main user gets no tokens in that way either (see TOKEN-1)')
}

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
