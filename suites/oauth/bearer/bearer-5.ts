import type { CallOptions, UpdateMethod } from '../../../client/donations/api.ts'
import { describeAnswer, isAccepted } from '../../../client/http/answer.ts'
import { InconclusiveError, NotApplicableError } from '../../../contract/verdict.ts'
import {
  axis,
  type Context,
  cases,
  covering,
  ensure,
  expect,
  requirement,
} from '../../../harness/authoring/index.ts'
import { EXTREME_OWNERS_AXIS, FIRST_HOLDER, MULTI_ORG_AXIS, OWNER_AXIS } from '../../axes/holders.ts'
import { METHOD_AXIS } from '../../axes/methods.ts'
import { updateAt, updateIn } from '../../axes/surrounded.ts'
import { CLAIMS_BESIDE, ROUTES } from '../../axes/surroundings.ts'
import { authorizationOf, sharedTokens } from '../../axes/tokens.ts'
import { organizationsOf } from '../org/organizations.ts'
import { donationOfKind, OWN_DONATION_AXIS } from './donation-axis.ts'
import { FOREIGN_UPDATES, REFUSED_UPDATE } from './refused-update.ts'

const BODY_AXIS = axis('body', FOREIGN_UPDATES)

/** The plainest body, and how each method writes it otherwise: a service that takes it so has to look whose donation it is. */
const DONOR_FIELDS = FOREIGN_UPDATES['donor fields']
const WRITTEN: Readonly<Record<UpdateMethod, Pick<CallOptions, 'headers' | 'chunkBytes'>>> = {
  PATCH: { chunkBytes: 10 },
  PUT: { headers: { 'content-type': 'application/json; charset=utf-8' } },
}

/** Refused once, refused again: also when a call that is open to the token came in between. */
const ATTEMPTS = 3

/**
 * Of the donation that is foreign to the main user nobody says whether it is to another one. Whoever may not update it by one
 * method may not by the other.
 */
async function expectRefusedByBothOrNeither(context: Context, authorization: string): Promise<void> {
  const { foreignDonationId: id } = context.fixtures
  const update = (by: UpdateMethod) => context.api.update(by, id, REFUSED_UPDATE, { authorization })
  const patch = await update('PATCH')
  const put = await update('PUT')
  if (isAccepted(patch) && isAccepted(put))
    throw new NotApplicableError('the two users own an organization together')
  for (const exchange of [patch, put]) expect(exchange).toBeRefused()
}

/** Updates of donations that belong to other organizations, in whose name the token does not act. */
export const bearer5 = requirement(
  'BEARER-5',
  covering('each token', { holder: OWNER_AXIS, method: METHOD_AXIS }, async (context, { holder, method }) => {
    const { foreignDonationId } = context.fixtures
    const { accessToken } = await sharedTokens(context, holder)
    const authorization = `Bearer ${accessToken}`
    const exchange = await context.api.update(method, foreignDonationId, REFUSED_UPDATE, { authorization })
    expect(exchange).toBeRefused()
  }),
  covering('each field', { body: BODY_AXIS, method: METHOD_AXIS }, async (context, { body, method }) => {
    const { foreignDonationId } = context.fixtures
    const { authorization } = await authorizationOf(context, FIRST_HOLDER)
    const options = { authorization, ...(body === DONOR_FIELDS ? WRITTEN[method] : {}) }
    expect(await context.api.update(method, foreignDonationId, body, options)).toBeRefused()
  }),
  covering(
    'with a claim',
    { claim: axis('claim', CLAIMS_BESIDE), method: METHOD_AXIS },
    async (context, { claim, method }) => {
      const { foreignDonationId: id } = context.fixtures
      const held = await sharedTokens(context, FIRST_HOLDER)
      const [own] = organizationsOf(held.exchange)
      if (!own) throw new NotApplicableError('the main user owns no organization')
      const update = { method, id, body: REFUSED_UPDATE, authorization: `Bearer ${held.accessToken}` }
      // What is claimed is all one's own: the organization, and where one is known a donation.
      const { pledgedDonationIds, nonPledgedDonationIds } = context.target
      const [ownDonation = id] = [...pledgedDonationIds, ...nonPledgedDonationIds]
      expect(await updateIn(context, claim(own.id, ownDonation), update)).toBeRefused()
    },
    { strength: 1 },
  ),
  covering(
    'by another way',
    { route: axis('route', ROUTES), method: METHOD_AXIS },
    async (context, { route, method }) => {
      const { foreignDonationId } = context.fixtures
      const { accessToken } = await sharedTokens(context, FIRST_HOLDER)
      const update = { method, body: {}, authorization: `Bearer ${accessToken}` }
      const exchange = await updateAt(context, route(encodeURIComponent(foreignDonationId)), update)
      ensure(!isAccepted(exchange), 'no 2xx for a foreign donation', describeAnswer(exchange), [exchange])
    },
    { strength: 1 },
  ),
  cases('after calls that are open to it', EXTREME_OWNERS_AXIS.values, async (context, holder) => {
    const { api } = context
    const { foreignDonationId } = context.fixtures
    const own = await context.donation()
    const { accessToken } = await sharedTokens(context, holder)
    const authorization = `Bearer ${accessToken}`
    for (let attempt = 1; attempt <= context.times(ATTEMPTS); attempt++) {
      const method = attempt === 2 ? 'PUT' : 'PATCH'
      // A gateway may keep that a token was let in, and not to what: the last time it is to the organizations.
      const open =
        attempt === ATTEMPTS
          ? await api.organizations({ authorization })
          : await api.update(method, own, {}, { authorization })
      if (!isAccepted(open))
        throw new InconclusiveError('the token does not work (see ORG-5, UPDATE-6, BEARER-4)')
      expect(await api.update(method, foreignDonationId, REFUSED_UPDATE, { authorization })).toBeRefused()
    }
  }),
  covering(
    'the donations of the main user, by a user with several organizations',
    { holder: MULTI_ORG_AXIS, method: METHOD_AXIS, donation: OWN_DONATION_AXIS, body: BODY_AXIS },
    async (context, { holder, method, donation, body }) => {
      const id = await donationOfKind(context, donation)
      const held = await sharedTokens(context, holder)
      const owners = organizationsOf((await sharedTokens(context, FIRST_HOLDER)).exchange)
      const others = organizationsOf(held.exchange)
      const authorization = `Bearer ${held.accessToken}`
      if (others.some((other) => owners.some((owner) => owner.id === other.id)))
        return expectRefusedByBothOrNeither(context, authorization)
      expect(await context.api.update(method, id, body, { authorization })).toBeRefused()
    },
    { strength: 1 },
  ),
)
