import { UPDATE_METHODS, type UpdateMethod } from '../../client/donations/api.ts'
import { isAccepted, isRefused } from '../../client/http/answer.ts'
import type { Exchange } from '../../client/http/exchange.ts'
import { InconclusiveError } from '../../contract/verdict.ts'
import { malformedDesignation, unknownDesignation } from '../../generators/index.ts'
import { ensure, expect } from '../../harness/authoring/expect.ts'
import { requirement } from '../../harness/authoring/requirement.ts'
import type { Context } from '../../harness/session/context.ts'
import {
  apply,
  BY_BOTH,
  expectAccepted,
  expectRefusedByBoth,
  recordOf,
  type Shown,
  type UpdateBody,
} from '../support/donation.ts'
import { hidden, isDesignation, notShown } from '../support/hidden.ts'

/** Other fields of an update that says nothing of the designation. */
const WITHOUT_DESIGNATION: Readonly<Record<string, UpdateBody>> = {
  nothing: {},
  'a donor field': { donor_city: 'Rome' },
  'a memo': { memo: 'thank you' },
  'an advisor': { advisor: { email: 'advisor@example.com' } },
  'a cleared advisor': { advisor: null },
  'several fields': {
    donor_first_name: 'Ada',
    donor_last_name: 'Lovelace',
    donor_country: 'ad',
    memo: 'thank you',
  },
}

/** Sets a designation where the target shows that it is set. */
async function setDesignation(context: Context, donation: string): Promise<{ id: string; shown: Shown }> {
  const id = context.designationIds[0]
  const shown = await apply(context, donation, { designation_id: id })
  const now = await hidden(context, donation, shown, 'designation_id')
  if (!now.seen) throw notShown('designation_id')
  if (isDesignation(now.value, id) !== true)
    throw new InconclusiveError('a designation that was set is not shown as set (see DESIGNATION-1)')
  return { id, shown }
}

async function expectCleared(
  context: Context,
  donation: string,
  exchange: Exchange,
  id: string,
  how: string,
): Promise<void> {
  const record = recordOf(exchange)
  if (!record) throw new InconclusiveError('the answer holds no record (see UPDATE-1)')
  const stored = await hidden(context, donation, { record, exchange }, 'designation_id')
  // How a target shows that there is none is its own affair: null, nothing, an empty text, an object without an id.
  const left = [record.designation_id, stored.seen ? stored.value : undefined].find((value) =>
    typeof value === 'string' ? value !== '' : isDesignation(value, id),
  )
  ensure(left === undefined, `no designation after ${how}`, `designation_id ${JSON.stringify(left)}`, [
    exchange,
  ])
}

requirement('DESIGNATION-1').cases(BY_BOTH, async (context, by) => {
  const donation = await context.donation()
  for (const designation_id of context.designationIds) {
    for (const others of [
      {},
      { donor_city: 'Rome' },
      { memo: 'thank you', advisor: { email: 'advisor@example.com' } },
    ]) {
      const exchange = await expectAccepted(context, donation, { ...others, designation_id }, by, others)
      const record = recordOf(exchange)
      if (!record) continue
      const now = await hidden(context, donation, { record, exchange }, 'designation_id')
      ensure(
        !now.seen || isDesignation(now.value, designation_id) !== false,
        `designation_id ${JSON.stringify(designation_id)}, as it was sent`,
        `designation_id ${JSON.stringify(now.seen && now.value)}`,
        [exchange],
      )
    }
  }
})

for (const kind of ['pledged', 'other'] as const) {
  for (const present of ['none', 'one'] as const) {
    requirement('DESIGNATION-2', `${kind}, while ${present} is set`).cases<UpdateBody>(
      WITHOUT_DESIGNATION,
      async (context, others) => {
        const designation_id = context.otherCampaignDesignationId
        const donation = await context.donation(context.known(kind))
        for (const by of UPDATE_METHODS) {
          await apply(context, donation, {
            designation_id: present === 'one' ? context.designationIds[0] : null,
          })
          const exchange = await context.api.update(by, donation, { ...others, designation_id })
          expect(exchange).toBeRefused()
        }
      },
    )
  }
}

requirement('DESIGNATION-3').property(
  unknownDesignation(),
  async (context, designation_id) =>
    expectRefusedByBoth(context, await context.donation(), { designation_id }),
  { share: 0.25 },
)

requirement('DESIGNATION-3', 'beside other fields').cases(WITHOUT_DESIGNATION, async (context, others) => {
  const designation_id = '5b1f0c3e-7a2d-4e88-9c41-6d2f8b7a0e13'
  await expectRefusedByBoth(context, await context.donation(), { ...others, designation_id })
})

requirement('DESIGNATION-4').property(
  malformedDesignation(),
  async (context, { value }) =>
    expectRefusedByBoth(context, await context.donation(), { designation_id: value }),
  { share: 0.25 },
)

requirement('DESIGNATION-4', 'each kind').cases<(id: string) => unknown>(
  {
    'an empty string': () => '',
    'a blank': () => ' ',
    'a word': () => 'none',
    'the word null': () => 'null',
    'a letter too many': (id) => `${id}a`,
    'a letter too few': (id) => id.slice(0, -1),
    'a letter that is no hexadecimal digit': (id) => `${id.slice(0, -1)}g`,
    'a number': () => 7,
    zero: () => 0,
    true: () => true,
    false: () => false,
    'an object': (id) => ({ id }),
    'an empty object': () => ({}),
    'an array': (id) => [id],
    'an empty array': () => [],
  },
  async (context, make) => {
    const [known = '5b1f0c3e-7a2d-4e88-9c41-6d2f8b7a0e13'] = context.target.designationIds
    await expectRefusedByBoth(context, await context.donation(), { designation_id: make(known) })
  },
)

requirement('DESIGNATION-5').cases<[UpdateMethod, UpdateBody]>(
  Object.fromEntries(
    UPDATE_METHODS.flatMap((by) =>
      Object.entries(WITHOUT_DESIGNATION).map(([name, others]) => [
        `${by}, with ${name} else`,
        [by, others] as const,
      ]),
    ),
  ),
  async (context, [by, others]) => {
    const donation = await context.donation()
    await expectAccepted(context, donation, { ...others, designation_id: null }, by, others)
    const { id } = await setDesignation(context, donation)
    const exchange = await expectAccepted(context, donation, { ...others, designation_id: null }, by, others)
    await expectCleared(context, donation, exchange, id, 'null')
  },
)

requirement('DESIGNATION-6').cases<[UpdateMethod, UpdateBody]>(
  Object.fromEntries(
    UPDATE_METHODS.flatMap((by) =>
      Object.entries(WITHOUT_DESIGNATION).map(([name, body]) => [`${by} of ${name}`, [by, body] as const]),
    ),
  ),
  async (context, [by, body]) => {
    const donation = await context.donation()
    const { id } = await setDesignation(context, donation)
    const exchange = await context.api.update(by, donation, body)
    if (!isAccepted(exchange))
      throw new InconclusiveError('an update without designation was refused (see UPDATE-1)')
    await expectCleared(context, donation, exchange, id, 'an update that leaves it out')
  },
)

requirement('DESIGNATION-6', 'pledged donations').cases<UpdateBody>(
  { quantity: { quantity: 3 }, identifier: { identifier: 'B-2' }, source: { source: 'gala' } },
  async (context, body) => {
    const donation = await context.donation(context.known('pledged'))
    const { id } = await setDesignation(context, donation)
    const { exchange } = await apply(context, donation, body)
    await expectCleared(context, donation, exchange, id, 'an update that leaves it out')
  },
)

/** Updates that every service refuses, each for a reason of its own. */
const REFUSED: Readonly<Record<string, UpdateBody>> = {
  'a bad email': { donor_email: 'no address' },
  'a bad country': { donor_country: 'ZZZ' },
  'a wrong type': { donor_city: 7 },
  'an advisor without email': { advisor: {} },
  'another designation that is unknown': { designation_id: '5b1f0c3e-7a2d-4e88-9c41-6d2f8b7a0e13' },
  'a designation that is malformed': { designation_id: 'none' },
  'a null designation beside a bad email': { designation_id: null, donor_email: 'no address' },
  'a gated field': { quantity: 2 },
  'a gated field of a wrong type': { quantity: 'two' },
}

requirement('DESIGNATION-7').cases(REFUSED, async (context, body) => {
  const { inspector } = context
  const donation = await context.donation('other')
  const { id } = await setDesignation(context, donation)
  for (const by of UPDATE_METHODS) {
    const refused = await context.api.update(by, donation, body)
    if (!isRefused(refused))
      throw new InconclusiveError('the update was not refused, so there is nothing to look at')
    const { designation_id } = await inspector.donation(donation)
    ensure(designation_id === id, `designation_id ${id}, as it was`, `designation_id ${designation_id}`, [
      refused,
    ])
  }
})
