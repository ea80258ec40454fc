import fc from 'fast-check'
import { UPDATE_METHODS, type UpdateMethod } from '../../../client/donations/api.ts'
import { recordOf } from '../../../client/donations/record.ts'
import { isAccepted } from '../../../client/http/answer.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import { NotApplicableError } from '../../../contract/verdict.ts'
import { partialUpdate } from '../../../generators/index.ts'
import {
  type Context,
  cases,
  covering,
  ensure,
  expect,
  property,
  requirement,
} from '../../../harness/authoring/index.ts'
import { updateEnvelope } from '../../../harness/rules/shapes.ts'
import { alternating } from '../../axes/alternating.ts'
import { anyMethod, METHOD_AXIS, otherMethod } from '../../axes/methods.ts'
import { SPELLINGS } from '../../axes/spellings.ts'
import { HARMLESS } from '../../axes/surroundings.ts'
import { apply } from '../../support/apply.ts'
import { inEachOrder, rotated, type UpdateBody } from '../../support/bodies.ts'
import { requireChunks } from '../../support/chunks.ts'
import { withControl } from '../../support/control.ts'
import { ADVISOR_AXIS, designationAxis, KIND_AXIS, KINDS } from '../../support/donations.ts'
import { expectShown } from '../../support/expect-record.ts'
import { ALL, eachField, firstFields } from './many-fields.ts'
import { sendAlone } from './pairs.ts'
import { expectSpelled, SPELLED, showsSpelled } from './spelled.ts'

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
    const shown = recordOf(exchange)?.id
    // A query may hold an id as well.
    ensure(
      shown === donation,
      'the id of the donation',
      `id ${JSON.stringify(shown)}`,
      [exchange],
      'UPDATE-2',
    )
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
