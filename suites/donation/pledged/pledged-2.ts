import fc from 'fast-check'
import { RawBody, UPDATE_METHODS, type UpdateMethod } from '../../../client/donations/api.ts'
import type { DonationRecord } from '../../../client/donations/record.ts'
import type { TargetConfig } from '../../../client/environment/config.ts'
import { GATED_FIELDS, type GatedField } from '../../../contract/index.ts'
import { NotApplicableError } from '../../../contract/verdict.ts'
import { forbiddenUpdate, gatedCombinations } from '../../../generators/index.ts'
import {
  axis,
  type Context,
  cases,
  covering,
  expect,
  property,
  requirement,
} from '../../../harness/authoring/index.ts'
import { alternating } from '../../axes/alternating.ts'
import { STATUS_MEMBERS } from '../../axes/foreign-members.ts'
import { MIDDLE_OWNERS_AXIS, MULTI_ORG_HOLDER } from '../../axes/holders.ts'
import { BY_BOTH, METHOD_AXIS, methodOf } from '../../axes/methods.ts'
import { HARMLESS, OPENERS, type Surroundings } from '../../axes/surroundings.ts'
import { authorizationOf } from '../../axes/tokens.ts'
import type { UpdateBody } from '../../support/bodies.ts'
import { expectRefusedByBoth } from '../../support/expect-answer.ts'
import { ONE_GATED_FIELD } from '../../support/gated.ts'
import { hiddenValue } from '../../support/hidden.ts'
import { readBack } from '../../support/read-back.ts'
import { besideAxis, bodyWith, GATED_AXIS, PLACE_AXIS } from './beside-others.ts'

/** Bodies that pass a gate which compares values, or counts fields, in the text of the JSON. */
const PASSING: Readonly<Record<string, string>> = {
  'one of it': '{"quantity":1}',
  'one, with an exponent': '{"quantity":1e0}',
  'one, with a fraction of zeros': '{"quantity":1.0}',
  'one again, behind a memo of null': '{"memo":null,"quantity":1}',
  'very many': '{"quantity":100000}',
  'one text for both': '{"identifier":"gala","source":"gala"}',
  'fewer than none': '{"quantity":-1}',
  'more than 32 bits': '{"quantity":4294967296}',
  'a fraction': '{"quantity":1.5}',
  'digits in a text': '{"quantity":"2"}',
  'an identifier of zero': '{"identifier":"0"}',
  'a source of another script': '{"source":"Žižkov 東京"}',
  'a long source':
    '{"source":"a newsletter that was sent in the autumn to all who gave at the gala of the year before, and to their friends"}',
  'in the other order': '{"source":"gala","identifier":"A-1","quantity":2}',
  // Whatever becomes of null, it does not let through what stands beside it.
  'behind null': '{"quantity":null,"source":"gala"}',
  'before null': '{"quantity":2,"identifier":null}',
  'zero, under an escaped key': '{"sour\\u0063e":"0"}',
  twice: '{"identifier":"A-1","identifier":"A-2"}',
}

/** Whoever asks. The user with several organizations does not own the donation, and is refused for that or for the field. */
const HOLDERS = { ...MIDDLE_OWNERS_AXIS.values, 'a user with several organizations': MULTI_ORG_HOLDER }

/** Three things that a gate may look at together: the surroundings, the gated field, and what stands beside it. */
interface Surrounded {
  readonly surroundings: Surroundings
  readonly others: UpdateBody
  readonly field: UpdateBody
  readonly by: UpdateMethod
}

/** The surroundings in turn, so that over them each field meets each method beside each of the others. */
function surrounded(target: TargetConfig): Readonly<Record<string, Surrounded>> {
  const fields = Object.values(ONE_GATED_FIELD)
  const beside = Object.values(besideAxis(target).values).toReversed()
  return Object.fromEntries(
    Object.entries({ ...OPENERS, ...HARMLESS }).map(([name, surroundings], index) => {
      const field = fields[Math.floor(index / UPDATE_METHODS.length) % fields.length] ?? {}
      const round = Math.floor(index / (UPDATE_METHODS.length * fields.length))
      const others = beside[round % beside.length] ?? {}
      return [name, { surroundings, others, field, by: methodOf(index) }]
    }),
  )
}

/** Gated fields are rejected in any status but pledged: all combinations, and even the present values. */
export const pledged2 = requirement(
  'PLEDGED-2',
  covering(
    'each combination',
    { gated: GATED_AXIS, others: besideAxis, by: METHOD_AXIS, place: PLACE_AXIS },
    async (context, { gated, others, by, place }) => {
      const body = bodyWith(gated, others, place)
      expect(await context.api.update(by, await context.donation('other'), body)).toBeRefused()
    },
  ),
  property(
    'beside anything',
    fc.constantFrom(...gatedCombinations).chain((fields) => forbiddenUpdate(fields)),
    async (context, body) => expectRefusedByBoth(context, await context.donation('other'), body),
    { share: 0.01 },
  ),
  // A service may gate in one status and not in another, and the contract does not say which statuses there are: each
  // field is sent to each donation by each method.
  covering(
    'every donation',
    {
      donation: ({ nonPledgedDonationIds }) =>
        axis('donation', Object.fromEntries(nonPledgedDonationIds.map((id) => [id, id]))),
      field: axis('field', ONE_GATED_FIELD),
      by: METHOD_AXIS,
    },
    async (context, { donation: id, field, by }) => {
      const donation = await context.donationOf(id)
      for (const body of await madeUpAndPresent(context, donation, field, by))
        expect(await context.api.update(by, donation, body)).toBeRefused()
    },
    { strength: 3 },
  ),
  covering(
    'beside a status',
    { members: axis('member', STATUS_MEMBERS), field: axis('field', ONE_GATED_FIELD), by: METHOD_AXIS },
    async (context, { members, field, by }) => {
      const donation = await context.donation('other')
      expect(await context.api.update(by, donation, { ...members, ...field })).toBeRefused()
      // A status by itself may be ignored, and must not be taken.
      await context.api.update(by, donation, members)
      expect(await context.api.update(by, donation, field)).toBeRefused()
    },
    { strength: 2 },
  ),
  cases(
    'in whatever surroundings, each field by each method beside each other',
    surrounded,
    async (context, { surroundings: { members = {}, ...around }, others, field, by }) => {
      const donation = await context.donation('other')
      expect(
        await context.api.update(by, donation, { ...members, ...others, ...field }, around),
      ).toBeRefused()
    },
  ),
  cases(
    'values that may pass for none or for no change',
    alternating(PASSING),
    async (context, { one, by }) => {
      expect(await context.api.update(by, await context.donation('other'), new RawBody(one))).toBeRefused()
    },
  ),
  cases('whoever asks', HOLDERS, async (context, holder) => {
    const donation = await context.donation('other')
    const { authorization } = await authorizationOf(context, holder)
    for (const [index, field] of Object.values(ONE_GATED_FIELD).entries())
      expect(await context.api.update(methodOf(index), donation, field, { authorization })).toBeRefused()
  }),
  cases('the values that answers show', BY_BOTH, async (context, by) => {
    const donation = await context.donation('other')
    if ((await presentValues(context, donation, {})).length > 0)
      throw new NotApplicableError('the values of every donation can be read: they were tried')
    const { record } = await readBack(context, donation)
    const present = await presentValues(context, donation, record)
    if (present.length === 0) throw new NotApplicableError('no gated value is shown: made-up ones decide')
    for (const body of present) expect(await context.api.update(by, donation, body)).toBeRefused()
  }),
)

/** A list of more donations holds several of each status: between them they divide what is tried with present values. */
const FEW = 8

/**
 * What is sent to one of the donations: the field with a made-up value, and with the value that it has. Where there are
 * many donations, the value that it has takes the place of the made-up one, once for each field and method.
 */
async function madeUpAndPresent(
  context: Context,
  donation: string,
  field: UpdateBody,
  by: UpdateMethod,
): Promise<readonly UpdateBody[]> {
  const { nonPledgedDonationIds: ids } = context.target
  const areFew = ids.length <= FEW
  if (!areFew && !isPresentTried(ids.indexOf(donation), field, by)) return [field]
  const present = await presentValues(context, donation, {}, namesOf(field))
  return areFew || present.length === 0 ? [field, ...present] : present
}

/** Whether this donation is one of those whose present value is tried in place of a made-up one. */
function isPresentTried(position: number, field: UpdateBody, by: UpdateMethod): boolean {
  const place =
    GATED_FIELDS.findIndex((name) => name in field) + GATED_FIELDS.length * UPDATE_METHODS.indexOf(by)
  const places = GATED_FIELDS.length * UPDATE_METHODS.length
  return (position + Math.floor(position / places)) % places === place
}

function namesOf(body: UpdateBody): readonly GatedField[] {
  return GATED_FIELDS.filter((name) => name in body)
}

/**
 * Updates to the gated values that a donation has already, as far as they are shown: one for each field.
 * @param record what an answer shows of the donation.
 */
async function presentValues(
  context: Context,
  donation: string,
  record: DonationRecord,
  fields: readonly GatedField[] = GATED_FIELDS,
): Promise<readonly UpdateBody[]> {
  const present: UpdateBody[] = []
  for (const field of fields) {
    const now = await hiddenValue(context, donation, { record }, field)
    if (now.seen && now.value !== undefined) present.push({ [field]: now.value })
  }
  return present
}
