import { describeAnswer, jsonObjectOf } from '../../../client/http/answer.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import { codeOf, type OAuth } from '../../../client/oauth/oauth.ts'
import { cases, ensure, expect, requirement } from '../../../harness/authoring/index.ts'
import { Asker, CLIENTS } from '../../axes/askers.ts'
import { requireLogin } from '../../support/authorization.ts'
import { signInWithOrganizations } from './organizations.ts'

/** Logins of the user: a later one, whose approval is known, may be answered otherwise. */
const LOGINS = 2

/**
 * A user without organizations goes through the whole flow, by each client, again and again. Where a step fails, the main
 * user tries it to compare.
 */
export const org3 = requirement(
  'ORG-3',
  cases(CLIENTS, async (context, clientOf) => {
    const { oauth, noOrgOAuth } = context
    const client = clientOf(context)
    const asker = new Asker(noOrgOAuth, client)
    for (let login = 1; login <= LOGINS; login++) {
      const flow = await noOrgOAuth.authorize({ client_id: client.id, redirect_uri: client.redirectUri })
      requireLogin(flow)
      const code = codeOf(flow)
      // Inconclusive where the main user gets no code either: AUTHZ-1 judges that.
      if (!code) await oauth.obtainCode()
      expect(flow).toYieldCode()
      const exchange = await asker.exchange(code ?? '')
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
