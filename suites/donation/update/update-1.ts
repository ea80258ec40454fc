import fc from 'fast-check'
import { UPDATE_METHODS, type UpdateMethod } from '../../../client/donations/api.ts'
import type { TargetConfig } from '../../../client/environment/config.ts'
import { isAccepted } from '../../../client/http/answer.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import { NotApplicableError } from '../../../contract/verdict.ts'
import { partialUpdate } from '../../../generators/index.ts'
import {
  type Context,
  cases,
  covering,
  expect,
  property,
  requirement,
  type Table,
} from '../../../harness/authoring/index.ts'
import { updateEnvelope } from '../../../harness/rules/shapes.ts'
import { ADDRESSES } from '../../axes/addresses.ts'
import { alternating } from '../../axes/alternating.ts'
import { anyMethod, METHOD_AXIS, otherMethod } from '../../axes/methods.ts'
import { SPELLINGS } from '../../axes/spellings.ts'
import { HARMLESS } from '../../axes/surroundings.ts'
import { textOf } from '../../axes/texts.ts'
import { apply } from '../../support/apply.ts'
import { inEachOrder, ONE_FIELD, PLAIN_UPDATE, rotated, type UpdateBody } from '../../support/bodies.ts'
import { requireChunks } from '../../support/chunks.ts'
import { withControl } from '../../support/control.ts'
import { ADVISOR_AXIS, designationAxis, KIND_AXIS, KINDS } from '../../support/donations.ts'
import { expectShown } from '../../support/expect-record.ts'
import { PLAIN_GATED } from '../../support/gated.ts'
import { FULL_ADVISOR } from '../advisor/examples.ts'
import { sendAlone } from './pairs.ts'
import { expectSpelled, SPELLED, showsSpelled } from './spelled.ts'

/** All fields that any donation takes. */
const UNGATED: UpdateBody = {
  ...PLAIN_UPDATE,
  designation_id: null,
  advisor: { email: 'advisor@example.com' },
}

/** All fields that a pledged donation takes. */
const ALL: UpdateBody = { ...PLAIN_UPDATE, ...PLAIN_GATED, ...UNGATED }

/** Each field by itself; the designation both set and cleared. */
const eachField = ({ designationIds: [designation_id] }: TargetConfig) =>
  designation_id === undefined ? ONE_FIELD : { ...ONE_FIELD, 'a designation': { designation_id } }

/** The texts of an update, each as long as people write it: a service may have room for each and not for all of them. */
const LONG: UpdateBody = {
  donor_first_name: textOf(64),
  donor_last_name: textOf(64),
  donor_email: ADDRESSES['an address of 100 characters'],
  donor_address_line_1: textOf(100),
  donor_address_line_2: textOf(100),
  donor_city: textOf(64),
  donor_province: textOf(64),
  memo: textOf(200),
  advisor: {
    ...{ email: 'long.advisor@example.com', bio: textOf(200) },
    ...{ first_name: textOf(64), middle_name: textOf(64), last_name: textOf(64) },
    ...{ title: textOf(64), firm_name: textOf(64), sec_url: FULL_ADVISOR.sec_url },
  },
}

/** The first field that a donation takes, the first two, and so on up to all of them; and all of them with long texts. */
function firstFields({ pledgedDonationIds }: TargetConfig): Table<UpdateBody> {
  const gated = pledgedDonationIds.length > 0 ? PLAIN_GATED : {}
  const fields = Object.entries({ ...UNGATED, ...gated })
  return {
    ...Object.fromEntries(
      fields.map((_, index) => [`${index + 1} fields`, Object.fromEntries(fields.slice(0, index + 1))]),
    ),
    'long ones': { ...UNGATED, ...gated, ...LONG },
  }
}

/**
 * A valid update is accepted by PATCH and by PUT, and its answer is a JSON object whose single key is `data`.
 */
export const update1 = requirement(
  'UPDATE-1',
  covering(
    'whatever is linked',
    { by: METHOD_AXIS, kind: KIND_AXIS, designation: designationAxis, advisor: ADVISOR_AXIS },
    async (context, { by, kind, designation, advisor }) => {
      const donation = await context.donation(context.requireKind(kind))
      // Linked by the other method: whether this one is accepted is what the next updates show.
      await context.api.update(otherMethod(by), donation, { ...designation, ...advisor })
      for (const body of [
        { donor_first_name: 'Ada' },
        { donor_first_name: 'Ada', donor_last_name: 'Lovelace' },
      ]) {
        const exchange = await context.api.update(by, donation, body)
        expect(exchange).toBeAcceptedAsJson()
        expect(exchange).toKeep(updateEnvelope)
      }
    },
  ),
  ...KINDS.map((kind) =>
    property(
      `any valid body, ${kind}`,
      fc.tuple(anyMethod, partialUpdate({ pledged: kind === 'pledged' })),
      async (context, [by, body]) => {
        const donation = await context.donation(context.requireKind(kind))
        const exchange = await context.api.update(by, donation, body)
        if (!isAccepted(exchange)) await requireEachAlone(context, donation, body, by)
        expect(exchange).toBeAccepted()
        expect(exchange).toKeep(updateEnvelope)
      },
      { share: 0.01 },
    ),
  ),
  cases('each field last', inEachOrder(ALL), async (context, body) => {
    const donation = await context.donation(context.requireKind('pledged'))
    for (const by of UPDATE_METHODS)
      await withControl(
        async () => expect(await context.api.update(by, donation, body)).toBeAcceptedAsJson(),
        // A service may know that an address is none: then it refuses it in whatever order.
        async () => expect(await context.api.update(by, donation, rotated(body, 1))).toBeAccepted(),
        'UPDATE-8',
      )
  }),
  cases(
    'so many fields',
    (target) => alternating(firstFields(target)),
    async (context, { one: body, by }) => {
      const donation = await context.donation(context.requireKind('pledged'))
      const exchange = await context.api.update(by, donation, body)
      if (!isAccepted(exchange)) await requireEachAlone(context, donation, body, by)
      expect(exchange).toBeAcceptedAsJson()
    },
  ),
  cases('one field at a time', eachField, async (context, body, name) => {
    const { exchanges } = await sendAlone(context, name, body)
    if (!exchanges.some(isAccepted))
      throw new NotApplicableError('the requirement of the field says whether it is accepted')
    for (const exchange of exchanges) if (isAccepted(exchange)) expect(exchange).toKeep(updateEnvelope)
  }),
  cases('each spelling of its JSON', alternating(SPELLINGS), async (context, { one: spell, by }) => {
    const donation = await context.donation()
    const { body, headers = {} } = spell(SPELLED[by])
    const exchange = await context.api.update(by, donation, body, { headers })
    if (!isAccepted(exchange)) await apply(context, donation, { ...SPELLED[by] }, by)
    expect(exchange).toBeAccepted()
    await expectTextsShown(context, donation, by, exchange)
  }),
  cases('in whatever surroundings', alternating(HARMLESS), async (context, { one: around, by }) => {
    const donation = await context.donation()
    const exchange = await context.api.update(by, donation, { ...SPELLED[by] }, around)
    if (around.chunkBytes !== undefined && !showsSpelled(by, exchange)) await requireChunks(exchange)
    if (!isAccepted(exchange)) await apply(context, donation, { ...SPELLED[by] }, by)
    expect(exchange).toBeAcceptedAsJson()
    expect(exchange).toKeep(updateEnvelope)
    await expectTextsShown(context, donation, by, exchange)
  }),
)

/** Judges that the answer shows the texts that were sent. Where it does not, an ordinary update of them has to show them. */
function expectTextsShown(
  context: Context,
  donation: string,
  by: UpdateMethod,
  exchange: Exchange,
): Promise<void> {
  const texts = { ...SPELLED[by] }
  return withControl(
    async () => expectSpelled(by, exchange),
    async () => expectShown(texts, await apply(context, donation, texts, by)),
    'UPDATE-3',
  )
}

/**
 * Sends each field by itself: where one is refused even so, its own requirement says so.
 * @throws InconclusiveError where one is.
 */
async function requireEachAlone(
  context: Context,
  donation: string,
  body: UpdateBody,
  by: UpdateMethod,
): Promise<void> {
  for (const [field, value] of Object.entries(body)) await apply(context, donation, { [field]: value }, by)
}
