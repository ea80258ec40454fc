import fc from 'fast-check'
import {
  ASSIGNED_COUNTRIES,
  contractIssues,
  DONOR_FIELDS,
  donationSchema,
  LISTED_COUNTRIES,
  OBSERVABLE_FIELDS,
  UPDATE_FIELDS,
} from '../contract/index.ts'
import {
  badCountry,
  brokenEmail,
  forbiddenUpdate,
  gatedCombinations,
  internationalDonor,
  invalidUpdate,
  malformedBody,
  nonObjectBody,
  otherCountry,
  partialUpdate,
  updateValues,
} from '../generators/index.ts'
import type { Context } from '../harness/context.ts'
import { ensure, expect } from '../harness/expect.ts'
import { requirement } from '../harness/requirement.ts'
import { describeAnswer, isAccepted, isRefused, jsonObjectOf, statusOf } from '../target/answer.ts'
import { RawBody, UPDATE_METHODS, type UpdateMethod } from '../target/api.ts'
import type { Exchange } from '../target/exchange.ts'
import { Undecided } from '../target/undecided.ts'
import {
  apply,
  BY_BOTH,
  comparable,
  differences,
  expectAccepted,
  expectKept,
  expectRefusedByBoth,
  expectShown,
  expectUnchanged,
  OTHER_DONOR,
  PLAIN_DONOR,
  read,
  recordOf,
  reset,
  SETTABLE_FIELDS,
  type Shown,
  type UpdateBody,
} from './donation.ts'

/** Pledged donations and others are judged apart: a service may be wrong in one status only. */
const KINDS = ['pledged', 'other'] as const

const method = () => fc.constantFrom<UpdateMethod>(...UPDATE_METHODS)

/** Valid values by field. */
const values: Readonly<Record<string, fc.Arbitrary<unknown>>> = updateValues()

/** One, two or all of the fields that an answer shows. */
const observableUpdate = fc.oneof(
  fc.constantFrom(...SETTABLE_FIELDS).chain((field) => only([field])),
  fc.subarray([...SETTABLE_FIELDS], { minLength: 2, maxLength: 2 }).chain(only),
  only(SETTABLE_FIELDS),
)

function only(fields: readonly string[]): fc.Arbitrary<UpdateBody> {
  return fc.record(Object.fromEntries(fields.map((field) => [field, values[field] ?? fc.constant('')])), {
    noNullPrototype: true,
  })
}

/** A value of each type that a string field must not take; fixed, so that every field meets every type. */
const NO_STRINGS: Readonly<Record<string, unknown>> = {
  'a number': 7,
  zero: 0,
  true: true,
  false: false,
  'an array': ['Ann'],
  'an empty array': [],
  'an object': { name: 'Ann' },
  'an empty object': {},
}

for (const kind of KINDS) {
  requirement('UPDATE-1', kind).cases(BY_BOTH, async (context, by) => {
    const donation = await context.donation(context.known(kind))
    for (const body of [
      { donor_first_name: 'Ada' },
      { donor_first_name: 'Ada', donor_last_name: 'Lovelace' },
    ]) {
      const exchange = await context.api.update(by, donation, body)
      expect(exchange).toBeAcceptedAsJson()
      expectEnvelope(exchange)
    }
  })

  requirement('UPDATE-1', `any valid body, ${kind}`).property(
    fc.tuple(method(), partialUpdate({ pledged: kind === 'pledged' })),
    async (context, [by, body]) => {
      const donation = await context.donation(context.known(kind))
      const exchange = await context.api.update(by, donation, body)
      if (isAccepted(exchange)) return expectEnvelope(exchange)
      // Where one of its fields is refused by itself, the requirement of that field says so.
      for (const [field, value] of Object.entries(body))
        await apply(context, donation, { [field]: value }, by)
      expect(exchange).toBeAccepted()
    },
    { share: 0.25 },
  )

  requirement('UPDATE-4', kind).property(
    partialUpdate({ pledged: kind === 'pledged' }),
    async (context, body) => {
      if (Object.keys(body).length === 0) throw new Undecided('nothing was sent (see UPDATE-6)')
      await expectLeftOutKept(context, await context.donation(context.known(kind)), body)
    },
    { share: 0.25 },
  )

  requirement('UPDATE-5', kind).property(
    fc.oneof(
      { arbitrary: partialUpdate({ pledged: kind === 'pledged' }), weight: 3 },
      { arbitrary: invalidUpdate({ pledged: kind === 'pledged' }).map(({ body }) => body), weight: 1 },
    ),
    async (context, body) => expectSameByBoth(context, await context.donation(context.known(kind)), body),
    { share: 0.1 },
  )

  const refused = invalidUpdate({ pledged: kind === 'pledged' }).map(({ body }): UpdateBody => body)
  const forbidden = fc.constantFrom(...gatedCombinations).chain((fields) => forbiddenUpdate(fields))
  requirement('UPDATE-13', kind).property(
    fc.tuple(
      method(),
      kind === 'pledged' ? refused : fc.oneof(refused, forbidden),
      only([...SETTABLE_FIELDS, 'memo']),
    ),
    async (context, [by, bad, valid]) => {
      const donation = await context.donation(context.known(kind))
      const before = await reset(context, donation)
      const exchange = await context.api.update(by, donation, { ...valid, ...bad })
      if (!isRefused(exchange))
        throw new Undecided('the update was not refused, so there is nothing to look at')
      await expectUnchanged(context, donation, before.record, [exchange], comparable(valid, before))
    },
    { share: 0.15 },
  )
}

requirement('UPDATE-2').property(
  fc.tuple(method(), partialUpdate({ pledged: false })),
  async (context, [by, body]) => {
    const donation = await context.donation()
    expectRecord(donation, await apply(context, donation, body, by))
  },
  { share: 0.25 },
)

// Whether empty strings are accepted is open; where they are, they are strings.
requirement('UPDATE-2', 'an empty field').cases(BY_BOTH, async (context, by) => {
  const donation = await context.donation()
  const exchange = await context.api.update(by, donation, { donor_address_line_2: '' })
  const record = recordOf(exchange)
  if (record) expectRecord(donation, { record, exchange })
  await reset(context, donation)
})

/** Fields alone, each pair of them, and all: a service may tie two fields together. */
const TOGETHER: Readonly<Record<string, UpdateBody>> = Object.fromEntries(
  [
    ...SETTABLE_FIELDS.map((field) => [field]),
    ...SETTABLE_FIELDS.flatMap((one, index) => SETTABLE_FIELDS.slice(index + 1).map((other) => [one, other])),
    SETTABLE_FIELDS,
  ].map((fields) => [
    fields.join(' and '),
    Object.fromEntries(fields.map((field) => [field, OTHER_DONOR[field]])),
  ]),
)

/** Values that services are known to improve. */
const IMPROVED: Readonly<Record<string, UpdateBody>> = {
  'an email with capitals': { donor_email: 'Grace.Hopper@example.com' },
  'names in lower case': {
    donor_first_name: 'bell',
    donor_last_name: 'van der berg',
    donor_city: 'den haag',
  },
  'names in capitals': { donor_first_name: 'BELL', donor_last_name: 'MCDONALD', donor_city: 'ROMA' },
}

requirement('UPDATE-3').cases({ ...TOGETHER, ...IMPROVED }, async (context, body, name) => {
  const donation = await context.donation()
  const methods =
    Object.keys(body).length === 2 && !(name in IMPROVED) ? (['PATCH'] as const) : UPDATE_METHODS
  for (const by of methods) await expectComesBack(context, donation, body, by)
})

requirement('UPDATE-3', 'any values').property(
  fc.tuple(method(), observableUpdate),
  async (context, [by, body]) => expectComesBack(context, await context.donation(), body, by),
  { share: 0.25 },
)

/** Each field by itself, with another value than the one that is there. */
const ONE_FIELD: Readonly<Record<string, UpdateBody>> = {
  donor_first_name: { donor_first_name: 'Ada' },
  donor_last_name: { donor_last_name: 'Lovelace' },
  donor_email: { donor_email: 'ada@example.org' },
  donor_address_line_1: { donor_address_line_1: '1 Main Street' },
  donor_address_line_2: { donor_address_line_2: 'Suite 9' },
  donor_city: { donor_city: 'Rome' },
  donor_province: { donor_province: 'Lazio' },
  donor_postal_code: { donor_postal_code: '00100' },
  donor_country: { donor_country: 'ae' },
  memo: { memo: 'thank you' },
  designation_id: { designation_id: null },
  advisor: { advisor: { email: 'advisor@example.com' } },
  'advisor null': { advisor: null },
}

requirement('UPDATE-3', 'an email with capitals').cases(BY_BOTH, async (context, by) => {
  const donation = await context.donation()
  const body = { donor_email: 'Grace.Hopper@example.com' }
  const exchange = await expectAccepted(context, donation, body, by)
  const record = recordOf(exchange)
  if (!record) throw new Undecided('the answer holds no record (see UPDATE-1)')
  expectShown(body, { record, exchange })
  expectShown(body, await read(context, donation), [exchange])
})

requirement('UPDATE-4', 'one field at a time').cases(ONE_FIELD, async (context, body) => {
  await expectLeftOutKept(context, await context.donation(), body)
})

requirement('UPDATE-1', 'one field at a time').cases({ nothing: {}, ...ONE_FIELD }, async (context, body) => {
  const donation = await context.donation()
  for (const by of UPDATE_METHODS) {
    const exchange = await context.api.update(by, donation, body)
    // Whether it is accepted is for the requirement of the field to say.
    if (isAccepted(exchange)) expectEnvelope(exchange)
  }
})

requirement('UPDATE-2', 'one field at a time').cases({ nothing: {}, ...ONE_FIELD }, async (context, body) => {
  const donation = await context.donation()
  for (const by of UPDATE_METHODS) expectRecord(donation, await apply(context, donation, body, by))
})

requirement('UPDATE-5', 'one field at a time').cases({ nothing: {}, ...ONE_FIELD }, async (context, body) => {
  await expectSameByBoth(context, await context.donation(), body)
})

requirement('UPDATE-6').cases(BY_BOTH, async (context, by) => {
  const donation = await context.donation()
  const before = await reset(context, donation)
  const empty = await expectAccepted(context, donation, {}, by)
  const record = recordOf(empty)
  if (record) expectKept(before.record, { record, exchange: empty }, OBSERVABLE_FIELDS, [])
  const after = await apply(context, donation, { memo: 'read back' })
  expectKept(before.record, after, OBSERVABLE_FIELDS, [empty])
})

requirement('UPDATE-7', 'no JSON object').property(
  fc.tuple(method(), fc.oneof(nonObjectBody(), malformedBody())),
  async (context, [by, { value }]) => {
    const donation = await context.donation()
    const before = await reset(context, donation)
    const exchange = await context.api.update(by, donation, new RawBody(value))
    expect(exchange).toBeRefused()
    await expectUnchanged(context, donation, before.record, [exchange])
  },
  { share: 0.2 },
)

requirement('UPDATE-7', 'each kind').cases(
  {
    none: undefined,
    'an empty one': '',
    array: '[]',
    'array of an object': '[{"donor_city":"Rome"}]',
    string: '"donor_city"',
    'empty string': '""',
    number: '7',
    zero: '0',
    true: 'true',
    false: 'false',
    null: 'null',
    'cut off': '{"donor_city":"Rome"',
    'no JSON': 'donor_city=Rome',
  },
  async (context, text) => {
    const donation = await context.donation()
    for (const by of UPDATE_METHODS) {
      const body = text === undefined ? undefined : new RawBody(text)
      const exchange = await context.api.update(by, donation, body, {
        headers: { 'content-type': 'application/json' },
      })
      expect(exchange).toBeRefused()
    }
  },
)

for (const kind of KINDS) {
  requirement('UPDATE-8', kind).cases<UpdateBody>(
    {
      memo: { memo: 'In memory of a friend' },
      donor_postal_code: { donor_postal_code: 'K1A 0B1' },
      ...Object.fromEntries(LISTED_COUNTRIES.map((country) => [country, { donor_country: country }])),
    },
    async (context, body) => {
      const donation = await context.donation(context.known(kind))
      for (const by of UPDATE_METHODS) await expectAccepted(context, donation, body, by)
    },
  )
}

requirement('UPDATE-9').property(
  otherCountry(),
  async (context, donor_country) => {
    await expectAccepted(context, await context.donation(), { donor_country }, 'PATCH')
  },
  {
    share: 0,
    examples: ASSIGNED_COUNTRIES.filter((code) => !LISTED_COUNTRIES.some((listed) => listed === code)),
  },
)

requirement('UPDATE-10').property(
  badCountry(),
  async (context, { value }) => {
    await expectRefusedByBoth(context, await context.donation(), { donor_country: value })
  },
  { share: 0.25 },
)

requirement('UPDATE-10', 'each kind').cases(
  {
    'upper case': 'AD',
    'mixed case': 'Ad',
    'three letters': 'and',
    'a name': 'Andorra',
    unassigned: 'zz',
    'a number': '020',
    'one letter': 'a',
  },
  async (context, donor_country) => expectRefusedByBoth(context, await context.donation(), { donor_country }),
)

requirement('UPDATE-11').property(
  brokenEmail(),
  async (context, { value }) => {
    await expectRefusedByBoth(context, await context.donation(), { donor_email: value })
  },
  { share: 0.25 },
)

requirement('UPDATE-12').cases(
  Object.fromEntries(
    [...DONOR_FIELDS, 'memo'].flatMap((field) =>
      Object.entries(NO_STRINGS).map(([name, value]) => [`${field}: ${name}`, { [field]: value }]),
    ),
  ),
  async (context, body) => expectRefusedByBoth(context, await context.donation(), body),
)

requirement('UPDATE-14').cases(
  {
    'a random UUID': '3e1f6a52-9b0c-4d7e-8f21-5a6b7c8d9e0f',
    'a word': 'no-such-donation',
    'a long one': 'x'.repeat(200),
  },
  async ({ api }, id) => {
    for (const by of UPDATE_METHODS) {
      const exchange = await api.update(by, id, {})
      ensure(
        !isAccepted(exchange) && exchange.response !== undefined,
        'no 2xx for a donation that does not exist',
        describeAnswer(exchange),
        [exchange],
      )
    }
  },
)

/** Updates of one donation while another is looked at: one after the other, or at the same moment. */
requirement('UPDATE-15').property(
  fc.tuple(method(), partialUpdate({ pledged: false }), fc.boolean(), fc.boolean()),
  async (context, [by, body, together, sameDonor]) => {
    const [one, other] = await context.donations('any', 'any')
    const mine = { ...PLAIN_DONOR, donor_city: 'Elsewhere', memo: 'mine' }
    // Two donations of one donor are two donations.
    if (sameDonor) await reset(context, one, mine)
    const before = await reset(context, other, mine)
    const fields = comparable(mine, before)
    const [update] = await Promise.all([
      context.api.update(by, one, body),
      ...(together ? [context.api.update(by, other, mine)] : []),
    ])
    expectKept(before.record, await read(context, other), fields, [update])
  },
  { share: 0.15 },
)

for (const kind of KINDS) {
  requirement('UPDATE-16', kind).property(
    fc.tuple(method(), partialUpdate({ pledged: kind === 'pledged' })),
    async (context, [by, body]) => {
      const donation = await context.donation(context.known(kind))
      await reset(context, donation)
      const first = await apply(context, donation, body, by)
      const again = await context.api.update(by, donation, body)
      const record = recordOf(again)
      ensure(record !== undefined, 'the same record once more', describeAnswer(again), [
        first.exchange,
        again,
      ])
      expectKept(first.record, { record, exchange: again }, comparable(body, first), [first.exchange])
    },
    { share: 0.15 },
  )
}

requirement('UPDATE-17').property(
  internationalDonor(),
  async (context, { value }) => {
    const donation = await context.donation()
    const exchange = await expectAccepted(context, donation, value, 'PATCH')
    const record = recordOf(exchange)
    if (!record) throw new Undecided('the answer holds no record (see UPDATE-1)')
    expectShown(value, { record, exchange })
    expectShown(value, await read(context, donation), [exchange])
  },
  { share: 0.4 },
)

/** Judges UPDATE-4 for one body: what it leaves out stays, in the answer and afterwards. */
async function expectLeftOutKept(context: Context, donation: string, body: UpdateBody): Promise<void> {
  const before = await reset(context, donation)
  const leftOut = OBSERVABLE_FIELDS.filter((field) => !(field in body))
  const after = await apply(context, donation, body)
  expectKept(before.record, after, leftOut, [])
  expectKept(before.record, await read(context, donation), leftOut, [after.exchange])
}

/** Every field that tests start from, so that whatever PUT clears shows, where the target shows it. */
const KNOWN: UpdateBody = { ...PLAIN_DONOR, donor_postal_code: 'K1A 0B1', donor_country: 'ad', memo: 'known' }
const KNOWN_GATED: UpdateBody = { quantity: 3, identifier: 'B-2', source: 'gala' }

/** Judges UPDATE-5 for one body: two times the same state, once by each method. */
async function expectSameByBoth(context: Context, donation: string, body: UpdateBody): Promise<void> {
  const pledged = context.target.pledgedDonationIds.includes(donation)
  const known = pledged ? { ...KNOWN, ...KNOWN_GATED } : KNOWN
  await reset(context, donation, known)
  const patch = await context.api.update('PATCH', donation, body)
  const afterPatch = await read(context, donation)
  await reset(context, donation, known)
  const put = await context.api.update('PUT', donation, body)
  const afterPut = await read(context, donation)
  const exchanges = [patch, put]
  ensure(
    statusOf(put) === statusOf(patch),
    `PUT to answer as PATCH does: ${statusOf(patch)}`,
    `${statusOf(put)}`,
    exchanges,
  )
  const [byPatch, byPut] = [recordOf(patch), recordOf(put)]
  ensure(
    (byPut === undefined) === (byPatch === undefined),
    'PUT to answer with a record where PATCH does',
    describeAnswer(put),
    exchanges,
  )
  const fields = [
    ...OBSERVABLE_FIELDS,
    ...UPDATE_FIELDS.filter((field) => field !== 'designation_id' && field !== 'advisor'),
  ]
  const inAnswer = byPatch && byPut ? differences(byPatch, byPut, fields) : []
  const later = differences(afterPatch.record, afterPut.record, fields)
  const words = (changed: readonly string[]) =>
    changed.map((one) => one.replace(' became ', ' by PATCH, by PUT ')).join('; ')
  ensure(inAnswer.length === 0, 'PUT to return the record that PATCH returns', words(inAnswer), exchanges)
  ensure(later.length === 0, 'PUT to leave the donation as PATCH leaves it', words(later), [
    ...exchanges,
    afterPut.exchange,
  ])
}

/** Judges UPDATE-2 for one answer. */
function expectRecord(donation: string, { record, exchange }: Shown): void {
  const issues = contractIssues(donationSchema, record)
  ensure(issues.length === 0, 'the eight fields of the contract, all strings', issues.join('; '), [exchange])
  ensure(record.id === donation, `id ${JSON.stringify(donation)}`, `id ${JSON.stringify(record.id)}`, [
    exchange,
  ])
}

/** Judges the envelope of an accepted answer. */
function expectEnvelope(exchange: Exchange): void {
  const keys = Object.keys(jsonObjectOf(exchange) ?? {})
  const isEnvelope = keys.length === 1 && recordOf(exchange) !== undefined
  ensure(isEnvelope, 'an object whose single key is `data`, holding the donation', describeAnswer(exchange), [
    exchange,
  ])
}

/** Judges UPDATE-3 for one body: in the answer, and read back. */
async function expectComesBack(
  context: Context,
  donation: string,
  body: UpdateBody,
  by: UpdateMethod,
): Promise<void> {
  await reset(context, donation)
  const exchange = await expectAccepted(context, donation, body, by)
  const record = recordOf(exchange)
  if (!record) throw new Undecided('the answer holds no record (see UPDATE-1)')
  expectShown(body, { record, exchange })
  expectShown(body, await read(context, donation), [exchange])
}
