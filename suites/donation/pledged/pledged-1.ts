import fc from 'fast-check'
import { RawBody, type UpdateMethod } from '../../../client/donations/api.ts'
import { describeAnswer, isAccepted } from '../../../client/http/answer.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import { GATED_FIELDS } from '../../../contract/index.ts'
import { NotApplicableError } from '../../../contract/verdict.ts'
import { type Gated, gatedCombinations, gatedUpdate } from '../../../generators/index.ts'
import {
  type Context,
  cases,
  ensure,
  expect,
  property,
  requirement,
} from '../../../harness/authoring/index.ts'
import { alternating } from '../../axes/alternating.ts'
import { anyMethod } from '../../axes/methods.ts'
import { GREAT_QUANTITIES, QUANTITIES } from '../../axes/numbers.ts'
import { apply } from '../../support/apply.ts'
import { PLAIN_UPDATE, type UpdateBody } from '../../support/bodies.ts'
import { NOTHING_LINKED } from '../../support/donations.ts'
import { expectAccepted } from '../../support/expect-answer.ts'
import { expectHiddenStored } from '../../support/expect-hidden-stored.ts'
import { PLAIN_GATED } from '../../support/gated.ts'
import { OPEN_ROWS, ORDINARY_ROWS } from '../values/value-rows.ts'
import { valueTest } from '../values/value-test.ts'

/** Everything that any donation takes beside a designation. */
const BESIDE: UpdateBody = { ...PLAIN_UPDATE, advisor: { email: 'advisor@example.com' } }

/** Other values, two of which differ from those that follow in letter case alone. */
const IN_CAPITALS: Gated = {
  quantity: PLAIN_GATED.quantity + 1,
  identifier: PLAIN_GATED.identifier.toLowerCase(),
  source: PLAIN_GATED.source.toUpperCase(),
}

/** What changes where a combination is sent again: one field beside the others, and once two that take each other's text. */
const CHANGED: Readonly<Partial<Record<string, UpdateBody>>> = {
  'quantity,identifier': { identifier: IN_CAPITALS.identifier },
  'quantity,source': { source: IN_CAPITALS.source },
  'identifier,source': { identifier: PLAIN_GATED.source, source: PLAIN_GATED.identifier },
  'quantity,identifier,source': { quantity: IN_CAPITALS.quantity },
}

/**
 * While the donation is pledged, `quantity`, `identifier` and `source` are accepted in every combination, and stored
 * where the target shows them.
 */
export const pledged1 = requirement(
  'PLEDGED-1',
  property(
    fc.tuple(
      anyMethod,
      fc.constantFrom(...gatedCombinations).chain((fields) => gatedUpdate(fields)),
    ),
    async (context, [by, body]) => {
      const donation = await context.donation('pledged')
      await expectStoredOn(context, donation, body, by)
    },
    { share: 0.01 },
  ),
  cases(
    'each combination',
    Object.fromEntries(gatedCombinations.map((fields) => [fields.join(', '), fields])),
    async (context, fields) => {
      const donation = await context.donation('pledged')
      const body = Object.fromEntries(fields.map((field) => [field, PLAIN_GATED[field]]))
      const others = GATED_FIELDS.filter((field) => !fields.includes(field))
      const left =
        fields.length === 1 ? Object.fromEntries(others.map((field) => [field, IN_CAPITALS[field]])) : {}
      if (fields.length === 1) await apply(context, donation, { ...IN_CAPITALS })
      await expectStoredOn(context, donation, body, 'PATCH', fields.length > 1 ? NOTHING_LINKED : {}, left)
      // One of them alone changes: it is stored though what stands beside it is there already. A designation is set
      // beside several fields, and cleared beside one.
      const [designation_id = null] = fields.length > 1 ? context.target.designationIds : []
      const beside = { ...BESIDE, designation_id }
      await expectStoredOn(context, donation, { ...body, ...CHANGED[fields.join()] }, 'PUT', beside, left)
    },
  ),
  cases('each quantity', alternating(QUANTITIES), async (context, { one: { text, isOpen }, by }) => {
    const donation = await context.donation('pledged')
    const exchange = await context.api.update(by, donation, new RawBody(`{"quantity":${text}}`))
    if (!isAccepted(exchange) && isOpen)
      return expectGreaterRefused(context, donation, exchange, Number(text), by)
    if (!isAccepted(exchange)) await apply(context, donation, { quantity: PLAIN_GATED.quantity }, by)
    expect(exchange).toBeAccepted()
    await expectHiddenStored(context, donation, exchange, { quantity: Number(text) })
  }),
  valueTest('quantities, identifiers and sources', ORDINARY_ROWS, {
    fields: GATED_FIELDS,
    together: 'PLEDGED-1',
  }),
  valueTest('texts that may be refused', OPEN_ROWS, { fields: ['identifier', 'source'] }),
)

/**
 * Judges a quantity that was refused and may be so for its size: what is greater is refused then as well.
 * @throws NotApplicableError where it is.
 */
async function expectGreaterRefused(
  context: Context,
  donation: string,
  refused: Exchange,
  quantity: number,
  by: UpdateMethod,
): Promise<void> {
  for (const greater of GREAT_QUANTITIES.filter((one) => one > quantity)) {
    const exchange = await context.api.update(by, donation, { quantity: greater })
    ensure(!isAccepted(exchange), `${quantity} to be accepted, as ${greater} is`, describeAnswer(refused), [
      refused,
      exchange,
    ])
  }
  throw new NotApplicableError('so great a quantity may be refused')
}

/**
 * Judges that gated fields are accepted and stored.
 * @param left those that were there before and are left out: this is a partial update.
 */
async function expectStoredOn(
  context: Context,
  donation: string,
  body: UpdateBody,
  by: UpdateMethod,
  others: UpdateBody = {},
  left: UpdateBody = {},
): Promise<void> {
  const exchange = await expectAccepted(context, donation, { ...others, ...body }, by, others)
  await expectHiddenStored(context, donation, exchange, { ...left, ...body })
}
