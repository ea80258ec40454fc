import { UPDATE_METHODS } from '../../../client/donations/api.ts'
import { recordOf } from '../../../client/donations/record.ts'
import { describeAnswer, isAccepted } from '../../../client/http/answer.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import { InconclusiveError, NotApplicableError } from '../../../contract/verdict.ts'
import { type Context, covering, ensure, requirement, test } from '../../../harness/authoring/index.ts'
import { FIRST_HOLDER, MULTI_ORG_HOLDER } from '../../axes/holders.ts'
import { FORMAT, FREE_ID, mayBeAnothers, SUFFIX_AXIS, UNKNOWN_ID_AXIS } from '../../axes/identifiers.ts'
import { METHOD_AXIS } from '../../axes/methods.ts'
import { updateAt } from '../../axes/surrounded.ts'
import { authorizationOf } from '../../axes/tokens.ts'
import { apply } from '../../support/apply.ts'
import { PLAIN_WITH_ADVISOR } from '../../support/bodies.ts'
import { hasDonations } from '../../support/donations.ts'

/** An unknown donation id gives no 2xx. */
export const update14 = requirement(
  'UPDATE-14',
  // Each once, with the methods in turn: several ids misread alike meet both.
  covering(
    'each id',
    { makeId: UNKNOWN_ID_AXIS, method: METHOD_AXIS },
    async (context, { makeId, method }) => {
      const known = await knownId(context)
      const id = makeId(known)
      const { pledgedDonationIds, nonPledgedDonationIds, foreignDonationId } = context.target
      if ([...pledgedDonationIds, ...nonPledgedDonationIds, foreignDonationId].includes(id)) throw anothers()
      // What makes a donation of an id that is free may want all of it.
      const isFree = makeId === FREE_ID
      const exchange = await context.api.update(method, id, isFree ? PLAIN_WITH_ADVISOR : {})
      if (mayBeAnothers(makeId, known) && recordOf(exchange)?.id === id) throw anothers()
      expectUnknown(exchange)
      if (isFree) await expectStillUnknown(context, id, known)
    },
    { strength: 1 },
  ),
  covering('each path', { suffix: SUFFIX_AXIS, method: METHOD_AXIS }, async (context, { suffix, method }) => {
    const path = `/v1/donations/${encodeURIComponent(await knownId(context))}`
    const { authorization } = await authorizationOf(context, FIRST_HOLDER)
    const updated = (behind: string) =>
      updateAt(context, `${path}${behind}`, { method, body: {}, authorization })
    const exchange = await updated(suffix)
    if (isAccepted(exchange) && (await isSetAsideEverywhere(context, suffix, authorization)))
      throw new NotApplicableError(`the router sets ${suffix} aside on each route, before there is an id`)
    // A service that reads no more of an id than stands before a dot takes whatever stands behind it.
    if (suffix === FORMAT && isAccepted(exchange) && !isAccepted(await updated('.no-format')))
      throw new NotApplicableError(`the route takes ${FORMAT} for the format of the answer (ASP.NET)`)
    expectUnknown(exchange)
  }),
  test('another value of a donation in place of its id', async (context) => {
    const donation = await context.donation(context.requireKind('pledged'))
    const isPledged = context.target.pledgedDonationIds.includes(donation)
    const values = { donor_email: 'no.id@example.com', identifier: 'no-id-but-an-identifier' }
    const { donor_email } = values
    await apply(context, donation, isPledged ? values : { donor_email })
    expectUnknown(await context.api.update('PUT', donor_email, {}))
    if (isPledged) expectUnknown(await context.api.update('PATCH', values.identifier, {}))
  }),
)

/** A framework may route by this header alone, past what looks the id up. */
const asItself = (method: string) => ({ 'x-http-method-override': method })

const anothers = () => new NotApplicableError('another donation has this id')

/**
 * Judges that an id is unknown once more, for another user too: a donation that was made of what was answered with 404 is
 * there the next time. A body that names one there is does not stand for the path either.
 */
async function expectStillUnknown(context: Context, id: string, known: string): Promise<void> {
  const bodies = { PATCH: {}, PUT: { id: known, donation_id: known } }
  for (const again of UPDATE_METHODS)
    expectUnknown(await context.api.update(again, id, bodies[again], { headers: asItself(again) }))
  if (!context.canLogIn || !context.target.multiOrgUser) return
  const { authorization } = await authorizationOf(context, MULTI_ORG_HOLDER)
  expectUnknown(await context.api.update('PUT', id, {}, { authorization }))
}

/** An id that the test was lent: where it is misread, or set aside what stands behind it, its donation is updated. */
async function knownId(context: Context): Promise<string> {
  return hasDonations(context) ? context.donation() : 'no-such-donation'
}

/** Whether the API sets this aside behind another route too, where it is part of no id (RFC 3986, 3.3). */
async function isSetAsideEverywhere({ http, target }: Context, suffix: string, authorization: string) {
  const url = `${target.apiUrl}/v1/organizations${suffix}`
  return isAccepted(await http.send({ method: 'GET', url, headers: { authorization } }))
}

/** @throws InconclusiveError where nothing was answered: ERROR-2 judges that. */
function expectUnknown(exchange: Exchange): void {
  if (exchange.response === undefined) throw new InconclusiveError('no answer (see ERROR-2)')
  ensure(!isAccepted(exchange), 'no 2xx for a donation that does not exist', describeAnswer(exchange), [
    exchange,
  ])
}
