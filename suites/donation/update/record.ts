import fc from 'fast-check'
import { UPDATE_METHODS, type UpdateMethod } from '../../../client/donations/api.ts'
import { describeAnswer, isAccepted, jsonObjectOf } from '../../../client/http/answer.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import { contractIssues, donationSchema } from '../../../contract/index.ts'
import { InconclusiveError } from '../../../contract/verdict.ts'
import { donorOfEachScript, internationalDonor, partialUpdate } from '../../../generators/index.ts'
import { ensure, expect } from '../../../harness/authoring/expect.ts'
import { requirement } from '../../../harness/authoring/requirement.ts'
import type { Context } from '../../../harness/session/context.ts'
import { KINDS, method, ONE_FIELD, only, PAIRS } from '../../support/bodies.ts'
import { expectPlainStored, judgeWithControl } from '../../support/control.ts'
import {
  apply,
  BY_BOTH,
  expectAccepted,
  expectShown,
  OTHER_DONOR,
  read,
  recordOf,
  reset,
  SETTABLE_FIELDS,
  type Shown,
  type UpdateBody,
} from '../../support/donation.ts'

/** One, two or all of the fields that an answer shows. */
const observableUpdate = fc.oneof(
  fc.constantFrom(...SETTABLE_FIELDS).chain((field) => only([field])),
  fc.subarray([...SETTABLE_FIELDS], { minLength: 2, maxLength: 2 }).chain(only),
  only(SETTABLE_FIELDS),
)

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
}

requirement('UPDATE-1', 'one field at a time').cases({ nothing: {}, ...ONE_FIELD }, async (context, body) => {
  const donation = await context.donation()
  for (const by of UPDATE_METHODS) {
    const exchange = await context.api.update(by, donation, body)
    // Whether it is accepted is for the requirement of the field to say.
    if (isAccepted(exchange)) expectEnvelope(exchange)
  }
})

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

requirement('UPDATE-2', 'one field at a time').cases({ nothing: {}, ...ONE_FIELD }, async (context, body) => {
  const donation = await context.donation()
  for (const by of UPDATE_METHODS) expectRecord(donation, await apply(context, donation, body, by))
})

/** Fields alone, each pair of them, and all: a service may tie two fields together. */
const TOGETHER: Readonly<Record<string, UpdateBody>> = {
  ...Object.fromEntries(SETTABLE_FIELDS.map((field) => [field, { [field]: OTHER_DONOR[field] }])),
  ...PAIRS,
  all: OTHER_DONOR,
}

/** Values that services are known to improve, or to cut. */
const IMPROVED: Readonly<Record<string, UpdateBody>> = {
  'an email with capitals': { donor_email: 'Grace.Hopper@example.com' },
  'names in lower case': {
    donor_first_name: 'bell',
    donor_last_name: 'van der berg',
    donor_city: 'den haag',
  },
  'long names': {
    donor_first_name: 'Maximiliana Wilhelmina Hieronyma',
    donor_last_name: 'Wolfeschlegelsteinhausenbergerdorff',
    donor_email: 'maximiliana.wolfeschlegel@example.com',
    donor_address_line_1: '1200 Saint Bartholomew Avenue, Suite 17',
    donor_address_line_2: 'Third floor, door on the left-hand side',
    donor_city: 'Saint-Remy-en-Bouzemont-Saint-Genest',
    donor_province: 'Saint Vincent and the Grenadines',
  },
  'digits alone': { donor_address_line_1: '0042', donor_address_line_2: '007' },
  'names in capitals': { donor_first_name: 'BELL', donor_last_name: 'MCDONALD', donor_city: 'ROMA' },
}

/** Fields that the contract does not show, beside all those that it does. */
requirement('UPDATE-3', 'beside other fields').cases<UpdateBody>(
  ({ designationIds: [designation_id = null] }) => ({
    'a designation': { designation_id },
    'an advisor': { advisor: { email: 'advisor@example.com' } },
    'a memo, a postal code and a country': {
      memo: 'thank you',
      donor_postal_code: '00100',
      donor_country: 'it',
    },
  }),
  async (context, others) => {
    const donation = await context.donation()
    for (const by of UPDATE_METHODS) {
      await apply(context, donation, others, by)
      await expectComesBack(context, donation, { ...OTHER_DONOR, ...others }, by)
    }
  },
)

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

requirement('UPDATE-17').property(
  fc.tuple(method(), internationalDonor()),
  async (context, [by, { value }]) => expectScriptKept(context, value, by),
  { share: 0.2 },
)

requirement('UPDATE-17', 'each script').cases(donorOfEachScript(), async (context, donor) => {
  for (const by of UPDATE_METHODS) await expectScriptKept(context, donor, by)
})

/** Judges UPDATE-17 for one body, where plain values in the same fields come back. */
async function expectScriptKept(context: Context, body: UpdateBody, by: UpdateMethod): Promise<void> {
  const donation = await context.donation()
  await judgeWithControl(
    () => expectComesBack(context, donation, body, by),
    () => expectPlainStored(context, donation, by),
    'UPDATE-3',
  )
}

/** Judges the envelope of an accepted answer. */
function expectEnvelope(exchange: Exchange): void {
  const keys = Object.keys(jsonObjectOf(exchange) ?? {})
  const isEnvelope = keys.length === 1 && recordOf(exchange) !== undefined
  ensure(isEnvelope, 'an object whose single key is `data`, holding the donation', describeAnswer(exchange), [
    exchange,
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
  if (!record) throw new InconclusiveError('the answer holds no record (see UPDATE-1)')
  expectShown(body, { record, exchange })
  expectShown(body, await read(context, donation), [exchange])
}
