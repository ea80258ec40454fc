import fc from 'fast-check'
import { UPDATE_METHODS, type UpdateMethod } from '../../../client/donations/api.ts'
import { recordOf } from '../../../client/donations/record.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import { InconclusiveError, NotApplicableError } from '../../../contract/verdict.ts'
import { partialUpdate } from '../../../generators/index.ts'
import { type Context, cases, ensure, property, requirement } from '../../../harness/authoring/index.ts'
import { apply, reset } from '../../support/apply.ts'
import { untilOverlap } from '../../support/at-once.ts'
import type { UpdateBody } from '../../support/bodies.ts'
import { OTHER_DONOR, SETTABLE_FIELDS } from '../../support/donors.ts'
import { expectKept } from '../../support/expect-record.ts'
import { GATED_EXAMPLES } from '../../support/gated.ts'
import { hiddenValue, isDesignation } from '../../support/hidden.ts'
import { anyMethod, BY_BOTH } from '../../support/methods.ts'
import { read } from '../../support/read-back.ts'
import { comparableFields, type Shown } from '../../support/record.ts'
import { advisorName } from '../advisor/linked.ts'
import { expectPlainHiddenSame, hiddenAfter } from './model/hidden-stays.ts'

/**
 * What the donations of one case hold at first, and no others do: what spreads among those that are alike comes from the
 * other one then, and nobody else puts it right.
 * @param mark a word of small letters that the case has alone
 */
const mineOf = (mark: string) =>
  ({
    donor_first_name: `Edith ${mark}`,
    donor_last_name: `Clarke ${mark}`,
    donor_email: `edith.${mark}@example.com`,
    donor_address_line_1: `8 Orchard Lane, ${mark}`,
    donor_address_line_2: `Floor ${mark}`,
    donor_city: `Ellicott ${mark}`,
    donor_province: `Maryland ${mark}`,
    // Of this country: a service may know which codes it has.
    donor_postal_code: 'AD700',
    donor_country: 'ad',
    memo: `mine ${mark}`,
  }) satisfies UpdateBody

/** The same of gated fields. */
const myGatedOf = (mark: string) => ({ quantity: 7, identifier: `C-${mark}`, source: `auction ${mark}` })

/** Another value for each field. */
const OTHERS: UpdateBody = {
  ...OTHER_DONOR,
  donor_postal_code: '00100',
  donor_country: 'ae',
  memo: 'thank you',
}

/** What one of them is sent: another donor, and the same one with other values. */
const UPDATES = {
  'every field of the answers': { mark: 'answers', body: { ...OTHER_DONOR, memo: 'thank you' } },
  'every field but the email': {
    mark: 'but',
    body: { ...OTHERS, donor_email: mineOf('but').donor_email },
  },
} as const satisfies Readonly<Record<string, { readonly mark: string; readonly body: UpdateBody }>>

const { quantity, identifier, source } = GATED_EXAMPLES

/**
 * What one of two pledged donations is sent, one after the other: each gated field while the others are the same in both,
 * by the one method or the other, and all else while the gated ones are, or before.
 */
const ALIKE = {
  PATCH: [{ ...OTHERS, designation_id: null }, quantity, identifier, source],
  PUT: [source, identifier, quantity, OTHERS],
} as const

/** Each field by itself. */
const ONE_BY_ONE: readonly UpdateBody[] = Object.entries(OTHERS).map(([field, value]) => ({ [field]: value }))

/** A value that only one of two donations is sent. */
const STRANGE = 'Elsewhere'

/** A service that mixes up updates of the same moment does not do so every time. */
const TIMES = 3

/** An update of one donation changes no other. */
export const update15 = requirement(
  'UPDATE-15',
  cases('every field', UPDATES, async (context, { mark, body }) => {
    const donations = await context.donations('any', 'any')
    for (const by of UPDATE_METHODS) await expectOtherKept(context, donations, mineOf(mark), [body], by)
  }),
  cases('pledged donations that are alike', BY_BOTH, async (context, by) => {
    const { pledgedDonationIds, designationIds } = context.target
    if (pledgedDonationIds.length < 2) throw new NotApplicableError('two pledged donations are not known')
    const mark = `gated${by.toLowerCase()}`
    const alike = { ...mineOf(mark), ...myGatedOf(mark), designation_id: designationIds[0] ?? null }
    const donations = await context.donations('pledged', 'pledged')
    await expectOtherKept(context, donations, alike, ALIKE[by], by)
  }),
  cases('each field by itself', BY_BOTH, async (context, by) => {
    const [one, other] = await context.donations('any', 'any')
    const mine = mineOf(`single${by.toLowerCase()}`)
    await reset(context, one, mine)
    await reset(context, other, mine)
    const before = await read(context, other)
    const hidden = await hiddenAfter(context, other, mine)
    const updates: Exchange[] = []
    // What follows from a value that both have still comes before that value or behind it: by one method each.
    const inTurn = by === 'PUT' ? ONE_BY_ONE.toReversed() : ONE_BY_ONE
    // The email last: until then both are of one donor.
    for (const body of inTurn.toSorted((a, b) => Number('donor_email' in a) - Number('donor_email' in b)))
      updates.push(await context.api.update(by, one, body))
    await expectPlainHiddenSame(context, other, hidden, updates)
    expectKept(before.record, await read(context, other), comparableFields(mine, before), updates)
    await expectOwnNames(context, one, mine, by)
  }),
  cases('an advisor of both', BY_BOTH, async (context, by) => {
    const [one, other] = await context.donations('any', 'any')
    const advisor = { email: `advisor.of.both.${by.toLowerCase()}@example.com` }
    await apply(context, other, { advisor })
    // Read as it is read afterwards: a service may lose an advisor by that alone.
    const before = await advisorOf(context, other, await read(context, other))
    if (before === undefined)
      throw new InconclusiveError('an advisor was not linked, or does not stay (see ADVISOR-1, ADVISOR-4)')
    // To link it here takes it from nobody, nor does to clear it.
    const linked = await apply(context, one, { advisor })
    const update = await context.api.update(by, one, { advisor: null })
    const after = await read(context, other)
    const left = await advisorOf(context, other, after)
    const evidence = [linked.exchange, update, after.exchange]
    ensure(left === before, `the advisor ${before} of the other donation as before`, left ?? 'none', evidence)
  }),
  cases('at the same moment', BY_BOTH, async (context, by) => {
    const [one, other] = await context.donations('any', 'any')
    const mine = mineOf(`together${by.toLowerCase()}`)
    await untilOverlap(context, async () => {
      const together: Exchange[] = []
      for (let time = 0; time < context.times(TIMES); time++) {
        await reset(context, one, mine)
        await reset(context, other, mine)
        const updates = await context.atOnce(context.target.apiUrl, [
          () => context.api.update(by, one, { donor_city: STRANGE, memo: STRANGE }),
          async () => (await apply(context, other, { ...OTHER_DONOR, memo: 'of the other' }, by)).exchange,
        ])
        const after = await read(context, other)
        const { donor_city, memo } = after.record
        const strange = [donor_city, memo].filter((value) => String(value).includes(STRANGE))
        ensure(
          strange.length === 0,
          'nothing of what another donation was sent',
          strange.map((value) => JSON.stringify(value)).join(', '),
          [...updates.slice(0, 1), after.exchange],
        )
        together.push(...updates)
      }
      return together
    })
  }),
  property(
    fc.tuple(anyMethod, partialUpdate({ pledged: false }), fc.boolean(), fc.boolean()),
    async (context, [by, body, together, sameDonor]) => {
      const [one, other] = await context.donations('any', 'any')
      const mine = { ...mineOf('any'), donor_city: 'Elsewhere' }
      // Two donations of one donor are still two.
      if (sameDonor) await reset(context, one, mine)
      await reset(context, other, mine)
      const before = await read(context, other)
      const [update] = await Promise.all([
        context.api.update(by, one, body),
        ...(together ? [context.api.update(by, other, mine)] : []),
      ])
      expectKept(before.record, await read(context, other), comparableFields(mine, before), [update])
    },
    { share: 0.01 },
  ),
)

/** Judges that an address which another donation has brings nothing else of it along: names go with a known donor. */
async function expectOwnNames(
  context: Context,
  donation: string,
  mine: ReturnType<typeof mineOf>,
  by: UpdateMethod,
): Promise<void> {
  const shared = await context.api.update(by, donation, { donor_email: mine.donor_email })
  const record = recordOf(shared)
  const foreign = SETTABLE_FIELDS.filter(
    (field) => field !== 'donor_email' && record?.[field] === mine[field],
  )
  const values = foreign.map((field) => `${field} ${JSON.stringify(record?.[field])}`).join(', ')
  ensure(
    foreign.length === 0,
    'its own values beside an address that another donation has',
    values,
    [shared],
    'UPDATE-4',
  )
}

/** Judges that updates of one donation leave the other as it is, where both hold the same before. */
async function expectOtherKept(
  context: Context,
  [one, other]: readonly [string, string],
  mine: UpdateBody,
  bodies: readonly UpdateBody[],
  by: UpdateMethod,
): Promise<void> {
  await reset(context, one, mine)
  await reset(context, other, mine)
  const before = await read(context, other)
  // To read is to update without a designation, which clears it.
  if (mine.designation_id) await reset(context, other, mine)
  const hidden = await hiddenAfter(context, other, mine)
  const { designation_id: set } = hidden
  const isSet = set?.seen && isDesignation(set.value, String(mine.designation_id)) === true
  const updates: Exchange[] = []
  for (const body of bodies) updates.push(await context.api.update(by, one, body))
  await expectPlainHiddenSame(context, other, hidden, updates, isSet ? ['designation_id'] : [])
  expectKept(before.record, await read(context, other), comparableFields(mine, before), updates)
}

/**
 * What the advisor of a donation is called; undefined where it has none.
 * @throws NotApplicableError where the target shows none: what it shows of the other donation decides then.
 */
async function advisorOf(context: Context, donation: string, shown: Shown): Promise<string | undefined> {
  const advisor = await hiddenValue(context, donation, shown, 'advisor')
  if (!advisor.seen) throw new NotApplicableError('no answer of this target shows advisors')
  return advisorName(advisor)
}
