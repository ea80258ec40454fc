import fc from 'fast-check'
import { UPDATE_METHODS, type UpdateMethod } from '../../client/donations/api.ts'
import type { TargetConfig } from '../../client/environment/config.ts'
import { describeAnswer, isAccepted, isRefused, statusOf } from '../../client/http/answer.ts'
import { GATED_FIELDS, OBSERVABLE_FIELDS } from '../../contract/index.ts'
import { InconclusiveError } from '../../contract/verdict.ts'
import {
  forbiddenUpdate,
  type Gated,
  gatedCombinations,
  gatedUpdate,
  partialUpdate,
} from '../../generators/index.ts'
import { ensure, expect } from '../../harness/authoring/expect.ts'
import { requirement } from '../../harness/authoring/requirement.ts'
import type { Context } from '../../harness/session/context.ts'
import { GATED_EXAMPLES } from '../support/bodies.ts'
import { expectPlainStored, judgeWithControl } from '../support/control.ts'
import {
  BY_BOTH,
  expectAccepted,
  expectKept,
  expectRefusedByBoth,
  PLAIN_DONOR,
  read,
  recordOf,
  reset,
  SETTABLE_FIELDS,
  type UpdateBody,
} from '../support/donation.ts'
import { hidden, notShown } from '../support/hidden.ts'

const method = fc.constantFrom<UpdateMethod>(...UPDATE_METHODS)

const ORDINARY_GATED: Gated = { quantity: 3, identifier: 'B-2', source: 'gala' }

/** Values that a careless check for presence takes for nothing. */
const FALSY_EXAMPLES: Readonly<Record<string, Partial<Gated>>> = {
  'quantity 0': { quantity: 0 },
  'an empty identifier': { identifier: '' },
  'an empty source': { source: '' },
}

/** Valid fields that gated ones may hide behind. */
const BESIDE: Readonly<Record<string, UpdateBody>> = {
  alone: {},
  'beside a memo': { memo: 'thank you' },
  'beside a donor field': { donor_city: 'Rome' },
  'beside an advisor': { advisor: { email: 'advisor@example.com' } },
  'beside a cleared designation': { designation_id: null },
  'beside everything else': {
    donor_first_name: 'Ada',
    donor_last_name: 'Lovelace',
    donor_email: 'ada@example.com',
    donor_country: 'ad',
    memo: 'thank you',
    advisor: { email: 'advisor@example.com' },
    designation_id: null,
  },
}

/** Every field that is not gated, at once. */
const UNGATED: UpdateBody = {
  ...PLAIN_DONOR,
  donor_postal_code: 'K1A 0B1',
  donor_country: 'ad',
  memo: 'thank you',
  designation_id: null,
  advisor: { email: 'advisor@example.com' },
}

/** With a designation that is set, where one is known. */
function combined({ designationIds }: TargetConfig): Record<string, UpdateBody> {
  const beside: Readonly<Record<string, UpdateBody>> = {
    ...BESIDE,
    'beside a designation': { designation_id: designationIds[0] ?? null },
  }
  return Object.fromEntries(
    Object.entries({ ...GATED_EXAMPLES, ...FALSY_EXAMPLES }).flatMap(([gated, values]) =>
      Object.entries(beside).map(([where, others]): [string, UpdateBody] => [
        `${gated}, ${where}`,
        { ...others, ...values },
      ]),
    ),
  )
}

requirement('PLEDGED-1').property(
  fc.tuple(
    method,
    fc.constantFrom(...gatedCombinations).chain((fields) => gatedUpdate(fields)),
  ),
  async (context, [by, body]) => {
    const donation = await context.donation('pledged')
    await expectAccepted(context, donation, body, by)
  },
  { share: 0.5 },
)

requirement('PLEDGED-1', 'each combination').cases(
  Object.fromEntries(gatedCombinations.map((fields) => [fields.join(', '), fields])),
  async (context, fields) => {
    const donation = await context.donation('pledged')
    const body = Object.fromEntries(fields.map((field) => [field, ORDINARY_GATED[field]]))
    for (const by of UPDATE_METHODS) await expectAccepted(context, donation, body, by)
  },
)

requirement('PLEDGED-2', 'each combination').cases(combined, async (context, body) => {
  await expectRefusedByBoth(context, await context.donation('other'), body)
})

requirement('PLEDGED-2', 'beside anything').property(
  fc.constantFrom(...gatedCombinations).chain((fields) => forbiddenUpdate(fields)),
  async (context, body) => expectRefusedByBoth(context, await context.donation('other'), body),
  { share: 0.25 },
)

// A service may gate in one status and not in another; which statuses there are, the contract does not say.
requirement('PLEDGED-2', 'every donation').cases(
  ({ nonPledgedDonationIds }) => Object.fromEntries(nonPledgedDonationIds.map((id) => [id, id])),
  async ({ api }, id) => {
    expect(await api.update('PUT', id, ORDINARY_GATED)).toBeRefused()
    for (const body of [{ quantity: 2 }, { identifier: 'A-1' }, { source: 'newsletter' }]) {
      expect(await api.update('PATCH', id, body)).toBeRefused()
    }
  },
)

requirement('PLEDGED-2', 'the values that are there').cases(BY_BOTH, async (context, by) => {
  const donation = await context.donation('other')
  const shown = await read(context, donation)
  for (const field of GATED_FIELDS) {
    const now = await hidden(context, donation, shown, field)
    if (!now.seen || now.value === undefined) continue
    expect(await context.api.update(by, donation, { [field]: now.value })).toBeRefused()
  }
})

requirement('PLEDGED-3').cases(GATED_EXAMPLES, async (context, body) => {
  const donation = await context.donation('other')
  const before = await reset(context, donation)
  const fields = Object.keys(body).filter((field) => GATED_FIELDS.some((one) => one === field))
  for (const by of UPDATE_METHODS) {
    const was = await gatedState(context, donation, before)
    const refused = await context.api.update(by, donation, { donor_city: 'Rome', ...body })
    if (!isRefused(refused)) throw new InconclusiveError('the update was not refused (see PLEDGED-2)')
    const after = await read(context, donation)
    const is = await gatedState(context, donation, after)
    ensure(
      fields.every((field) => JSON.stringify(was[field]) === JSON.stringify(is[field])),
      `the gated fields as they were: ${JSON.stringify(was)}`,
      JSON.stringify(is),
      [refused, after.exchange],
    )
    await judgeWithControl(
      async () => expectKept(before.record, after, OBSERVABLE_FIELDS, [refused]),
      () => expectPlainStored(context, donation),
      'UPDATE-3',
    )
  }
})

requirement('PLEDGED-4').property(
  fc.tuple(method, partialUpdate({ pledged: false })),
  async (context, [by, body]) => expectUpdatable(context, body, by),
  { share: 0.5 },
)

requirement('PLEDGED-4', 'each field').cases<UpdateBody>(
  ({ designationIds: [designation_id = null] }) => ({
    donor_first_name: { donor_first_name: 'Ada' },
    donor_last_name: { donor_last_name: 'Lovelace' },
    donor_email: { donor_email: 'ada@example.com' },
    donor_address_line_1: { donor_address_line_1: '1 Main Street' },
    donor_address_line_2: { donor_address_line_2: 'Flat 2' },
    donor_city: { donor_city: 'Rome' },
    donor_province: { donor_province: 'Lazio' },
    donor_postal_code: { donor_postal_code: '00100' },
    donor_country: { donor_country: 'ad' },
    memo: { memo: 'thank you' },
    designation_id: { designation_id },
    'designation_id null': { designation_id: null },
    advisor: { advisor: { email: 'advisor@example.com' } },
    'advisor null': { advisor: null },
  }),
  async (context, body) => {
    for (const by of UPDATE_METHODS) await expectUpdatable(context, body, by)
  },
)

// A service may lock a field in one status and not in another.
requirement('PLEDGED-4', 'every donation').cases(
  ({ nonPledgedDonationIds }) =>
    Object.fromEntries(nonPledgedDonationIds.map((_, index) => [`number ${index + 1}`, index])),
  async (context) => expectUpdatable(context, UNGATED, 'PATCH'),
)

requirement('PLEDGED-5').cases<UpdateBody>(
  {
    'quantity: digits in a string': { quantity: '2' },
    'quantity: a word': { quantity: 'two' },
    'quantity: an empty string': { quantity: '' },
    'quantity: true': { quantity: true },
    'quantity: false': { quantity: false },
    'quantity: an array': { quantity: [2] },
    'quantity: an empty array': { quantity: [] },
    'quantity: an object': { quantity: { value: 2 } },
    ...Object.fromEntries(
      ['identifier', 'source'].flatMap((field) => [
        [`${field}: a number`, { [field]: 7 }],
        [`${field}: zero`, { [field]: 0 }],
        [`${field}: true`, { [field]: true }],
        [`${field}: false`, { [field]: false }],
        [`${field}: an array`, { [field]: ['a'] }],
        [`${field}: an empty array`, { [field]: [] }],
        [`${field}: an object`, { [field]: { a: 1 } }],
      ]),
    ),
  },
  async (context, body) => expectRefusedByBoth(context, await context.donation('pledged'), body),
)

requirement('PLEDGED-6').cases<UpdateBody>(
  {
    'quantity null': { quantity: null },
    'identifier null': { identifier: null },
    'source null': { source: null },
    'a fractional quantity': { quantity: 1.5 },
    'a quantity of zero': { quantity: 0 },
    'a negative quantity': { quantity: -1 },
    'a huge quantity': { quantity: 1e15 },
    'an empty identifier': { identifier: '' },
    'an empty source': { source: '' },
  },
  async (context, body, name) => {
    const exchange = await context.api.update('PATCH', await context.donation('pledged'), body)
    context.observe(name, `${statusOf(exchange)}`)
    // The next to use the donation shall not meet what this left.
    await context.api.update('PATCH', await context.donation('pledged'), ORDINARY_GATED)
  },
)

/** The gated fields as far as they are shown. */
async function gatedState(
  context: Context,
  donation: string,
  shown: Parameters<typeof hidden>[2],
): Promise<Record<string, unknown>> {
  const state: Record<string, unknown> = {}
  for (const field of GATED_FIELDS) {
    const now = await hidden(context, donation, shown, field)
    if (now.seen) state[field] = now.value
  }
  if (Object.keys(state).length === 0) throw notShown('quantity')
  return state
}

/** Judges that a donation which is not pledged takes an update that a pledged one takes. */
async function expectUpdatable(context: Context, body: UpdateBody, by: UpdateMethod): Promise<void> {
  const hasPledged = context.target.pledgedDonationIds.length > 0
  const [other, pledged] = hasPledged
    ? await context.donations('other', 'pledged')
    : [await context.donation('other'), undefined]
  const exchange = await context.api.update(by, other, body)
  const record = recordOf(exchange)
  if (isAccepted(exchange)) {
    const ignored = record && SETTABLE_FIELDS.find((field) => field in body && record[field] !== body[field])
    if (!ignored || !pledged) return
    const there = recordOf(await context.api.update(by, pledged, body))
    // Where it does not come back on a pledged donation either, UPDATE-3 says so.
    const keptThere = there && there[ignored] === body[ignored]
    ensure(!keptThere, `${ignored} to be updated in any status`, describeAnswer(exchange), [exchange])
    return
  }
  const there = pledged && (await context.api.update(by, pledged, body))
  if (there && !isAccepted(there))
    throw new InconclusiveError('a pledged donation does not take this update either')
  ensure(false, 'the update to be accepted in any status', describeAnswer(exchange), [exchange])
}
