import fc from 'fast-check'
import { RawBody, UPDATE_METHODS, type UpdateMethod } from '../../../client/donations/api.ts'
import { describeAnswer, isAccepted, isRefused } from '../../../client/http/answer.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import { InconclusiveError } from '../../../contract/verdict.ts'
import {
  forbiddenUpdate,
  gatedCombinations,
  invalidUpdate,
  malformedBody,
  nonObjectBody,
} from '../../../generators/index.ts'
import { ensure, expect } from '../../../harness/authoring/expect.ts'
import { requirement } from '../../../harness/authoring/requirement.ts'
import type { Context } from '../../../harness/session/context.ts'
import { KINDS, method, only } from '../../support/bodies.ts'
import { expectPlainStored, judgeWithControl } from '../../support/control.ts'
import {
  comparable,
  expectUnchanged,
  OTHER_DONOR,
  reset,
  SETTABLE_FIELDS,
  type Shown,
  type UpdateBody,
} from '../../support/donation.ts'

requirement('UPDATE-7', 'no JSON object').property(
  fc.tuple(method(), fc.oneof(nonObjectBody(), malformedBody())),
  async (context, [by, { value }]) => {
    const donation = await context.donation()
    const before = await reset(context, donation)
    const exchange = await context.api.update(by, donation, new RawBody(value))
    expect(exchange).toBeRefused()
    await expectUntouched(context, donation, before, [exchange])
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
    'single quotes': "{'donor_city':'Rome'}",
    'a name without quotes': '{donor_city:"Rome"}',
    'a comma too many': '{"donor_city":"Rome",}',
    'something behind it': '{"donor_city":"Rome"} and more',
    'two objects': '{"donor_city":"Rome"}{}',
    'a comment': '/* city */ {"donor_city":"Rome"}',
  },
  async (context, text) => {
    const donation = await context.donation()
    const before = await reset(context, donation)
    const refused: Exchange[] = []
    for (const by of UPDATE_METHODS) {
      const body = text === undefined ? undefined : new RawBody(text)
      const exchange = await context.api.update(by, donation, body, {
        headers: { 'content-type': 'application/json' },
      })
      expect(exchange).toBeRefused()
      refused.push(exchange)
    }
    await expectUntouched(context, donation, before, refused)
  },
)

for (const kind of KINDS) {
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
      const body = { ...valid, ...bad }
      await expectNothingApplied(context, donation, before, body, by, comparable(valid, before))
    },
    { share: 0.15 },
  )
}

requirement('UPDATE-13', 'each kind').cases<UpdateBody>(
  {
    'a wrong type': { memo: 7 },
    'a wrong type of a shown field': { donor_city: 7 },
    'a bad country': { donor_country: 'ZZZ' },
    'a bad email': { donor_email: 'no address' },
    'an advisor without email': { advisor: {} },
    'a designation that is malformed': { designation_id: 'none' },
    'a designation that is unknown': { designation_id: '5b1f0c3e-7a2d-4e88-9c41-6d2f8b7a0e13' },
  },
  async (context, bad) => expectNothingAppliedByBoth(context, await context.donation(), bad),
)

requirement('UPDATE-13', 'a field that only a pledged donation takes', async (context) => {
  await expectNothingAppliedByBoth(context, await context.donation(context.known('other')), {
    identifier: 'A-17',
  })
})

requirement('UPDATE-14').cases<(known: string) => string>(
  {
    'a random UUID': () => '3e1f6a52-9b0c-4d7e-8f21-5a6b7c8d9e0f',
    'a word': () => 'no-such-donation',
    'a long one': () => 'x'.repeat(200),
    'a number': () => '987654321098765',
    'a known one with something behind it': (id) => `${id}-no-such`,
    'a known one with something before it': (id) => `no-such-${id}`,
    // A shorter one may well be another donation's.
    'the beginning of a long one': (id) => (id.length < 16 ? 'no-such-donation' : id.slice(0, -4)),
  },
  async ({ api, target }, make) => {
    const [known = ''] = [...target.pledgedDonationIds, ...target.nonPledgedDonationIds]
    const id = make(known)
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

/** Judges UPDATE-13 for one bad field beside every valid one that an answer shows. */
async function expectNothingAppliedByBoth(
  context: Context,
  donation: string,
  bad: UpdateBody,
): Promise<void> {
  const before = await reset(context, donation)
  for (const by of UPDATE_METHODS)
    await expectNothingApplied(context, donation, before, { ...OTHER_DONOR, ...bad }, by)
}

/** Judges UPDATE-13 for one body. */
async function expectNothingApplied(
  context: Context,
  donation: string,
  before: Shown,
  body: UpdateBody,
  by: UpdateMethod,
  fields?: readonly string[],
): Promise<void> {
  const exchange = await context.api.update(by, donation, body)
  if (!isRefused(exchange))
    throw new InconclusiveError('the update was not refused, so there is nothing to look at')
  await expectUntouched(context, donation, before, [exchange], fields)
}

/** Judges that refused updates changed nothing, where plain values are stored as they are. */
async function expectUntouched(
  context: Context,
  donation: string,
  before: Shown,
  refused: readonly Exchange[],
  fields?: readonly string[],
): Promise<void> {
  await judgeWithControl(
    () => expectUnchanged(context, donation, before.record, refused, fields),
    () => expectPlainStored(context, donation),
    'UPDATE-3',
  )
}
