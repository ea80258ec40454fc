import { NotApplicableError } from '../../../contract/verdict.ts'
import { axis, type Context, covering, expect, requirement, test } from '../../../harness/authoring/index.ts'
import { FIRST_HOLDER, type Holder, NO_ORG_AXIS } from '../../axes/holders.ts'
import { METHOD_AXIS } from '../../axes/methods.ts'
import { updateIn } from '../../axes/surrounded.ts'
import { CLAIMS_BESIDE } from '../../axes/surroundings.ts'
import { sharedTokens } from '../../axes/tokens.ts'
import { organizationsOf } from '../org/organizations.ts'
import { DONATION_AXIS, donationOfKind, OWN_DONATION_AXIS } from './donation-axis.ts'
import { everyField, FOREIGN_UPDATES, REFUSED_UPDATE } from './refused-update.ts'

/** Refused once, refused again. */
const ATTEMPTS = 3

const NO_ORG_HOLDER: Holder = { ...FIRST_HOLDER, user: 'a user without organizations' }

/** A user without organizations tries to update the suite's donations, claiming to act for their organization too. */
export const bearer9 = requirement(
  'BEARER-9',
  covering(
    'each token',
    { holder: NO_ORG_AXIS, method: METHOD_AXIS, donation: DONATION_AXIS },
    async (context, { holder, method, donation }) => {
      requireNoOrgUser(context)
      const id = await donationOfKind(context, donation)
      const { accessToken } = await sharedTokens(context, holder)
      const authorization = `Bearer ${accessToken}`
      // What belongs to the own campaign would be refused for that elsewhere.
      const body = donation === 'foreign' ? REFUSED_UPDATE : everyField(context, donation)
      expect(await context.api.update(method, id, body, { authorization })).toBeRefused()
    },
  ),
  test('tried again, without a designation', async (context) => {
    requireNoOrgUser(context)
    const { api } = context
    const id = await context.donation()
    // Whose designation was cleared before: one that has none may be looked up in another way.
    await api.update('PATCH', id, {})
    const { accessToken } = await sharedTokens(context, { ...NO_ORG_HOLDER, refreshes: 2 })
    const authorization = `Bearer ${accessToken}`
    for (let attempt = 1; attempt <= context.times(ATTEMPTS); attempt++) {
      const method = attempt === 2 ? 'PUT' : 'PATCH'
      // A service that lets the token in here may take it for one that opens everything else.
      if (attempt === ATTEMPTS) await api.organizations({ authorization })
      expect(await api.update(method, id, REFUSED_UPDATE, { authorization })).toBeRefused()
    }
  }),
  covering(
    'each field',
    { body: axis('body', FOREIGN_UPDATES), method: METHOD_AXIS, donation: OWN_DONATION_AXIS },
    async (context, { body, method, donation }) => {
      requireNoOrgUser(context)
      const id = await donationOfKind(context, donation)
      const { accessToken } = await sharedTokens(context, NO_ORG_HOLDER)
      const authorization = `Bearer ${accessToken}`
      expect(await context.api.update(method, id, body, { authorization })).toBeRefused()
    },
  ),
  covering(
    'with a claim to their organization',
    { claim: axis('claim', CLAIMS_BESIDE), method: METHOD_AXIS },
    async (context, { claim, method }) => {
      requireNoOrgUser(context)
      const id = await context.donation()
      const { accessToken } = await sharedTokens(context, NO_ORG_HOLDER)
      const [organization] = organizationsOf((await sharedTokens(context, FIRST_HOLDER)).exchange)
      if (!organization) throw new NotApplicableError('the main user owns no organization')
      const update = { method, id, body: REFUSED_UPDATE, authorization: `Bearer ${accessToken}` }
      expect(await updateIn(context, claim(organization.id, id), update)).toBeRefused()
    },
    { strength: 1 },
  ),
)

/** @throws InconclusiveError where there is no such user, with the keys to set. */
function requireNoOrgUser({ noOrgOAuth }: Context): void {
  if (!noOrgOAuth.user) throw new NotApplicableError('nobody can log in here')
}
