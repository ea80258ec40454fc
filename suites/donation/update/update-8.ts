import { UPDATE_METHODS } from '../../../client/donations/api.ts'
import { isAccepted } from '../../../client/http/answer.ts'
import { LISTED_COUNTRIES } from '../../../contract/index.ts'
import { InconclusiveError } from '../../../contract/verdict.ts'
import {
  cases,
  describeFields,
  ensure,
  expect,
  requirement,
  type Table,
  wrongFields,
} from '../../../harness/authoring/index.ts'
import { EXTREME_OWNERS_AXIS } from '../../axes/holders.ts'
import { authorizationOf } from '../../axes/tokens.ts'
import type { UpdateBody } from '../../support/bodies.ts'
import { KINDS } from '../../support/donations.ts'
import { OTHER_DONOR } from '../../support/donors.ts'
import { expectAccepted } from '../../support/expect-answer.ts'
import { expectHiddenStored } from '../../support/expect-hidden-stored.ts'
import { isStored } from '../../support/stored.ts'
import { OPEN_ROWS, ORDINARY_ROWS } from '../values/value-rows.ts'
import { valueTest } from '../values/value-test.ts'
import { CHANGES_OF_ALL, expectChangeAccepted, sendChange } from './changes.ts'

const PERSON: UpdateBody = {
  donor_first_name: 'Ada',
  donor_last_name: 'Lovelace',
  donor_email: 'ada@example.org',
}

const ACCEPTED: Table<UpdateBody> = {
  // As long as people write one: what is shorter in one status shows.
  memo: { memo: 'In memory of a friend. '.repeat(9).slice(0, 200) },
  donor_postal_code: { donor_postal_code: 'K1A 0B1' },
  ...Object.fromEntries(LISTED_COUNTRIES.map((country) => [country, { donor_country: country }])),
}

/** Addresses as they are written there, for a service that knows them; a code of zeros where there is none. */
const ADDRESSES: Table<UpdateBody> = {
  ad: addressOf('AD500', 'Andorra la Vella', 'Andorra la Vella'),
  ae: addressOf('00000', 'Dubai', 'Dubai'),
  af: addressOf('1001', 'Kabul', 'Kabul'),
  ag: addressOf('00000', "Saint John's", 'Saint John'),
  ai: addressOf('AI-2640', 'The Valley', 'The Valley'),
}

function addressOf(donor_postal_code: string, donor_city: string, donor_province: string): UpdateBody {
  return { donor_postal_code, donor_city, donor_province }
}

/** What is sent beside: another donor to a memo, a person and an address of the country to a country. */
function besideOf(name: string): UpdateBody {
  return name === 'memo' ? OTHER_DONOR : { ...PERSON, ...ADDRESSES[name] }
}

/**
 * By each method, alone and beside others. The first finds another value there than all that follow, and what it does not
 * store shows: each is the first in its turn.
 */
function waysFrom(turn: number, beside: UpdateBody) {
  const ways = UPDATE_METHODS.flatMap((by) => [
    { by, others: {} },
    { by, others: beside },
  ])
  const start = turn % ways.length
  return [...ways.slice(start), ...ways.slice(0, start)]
}

/**
 * `memo`, `donor_postal_code` and `donor_country` (ad, ae, af, ag, ai) are accepted, alone and beside others, and kept
 * where the target shows them.
 */
export const update8 = requirement(
  'UPDATE-8',
  ...KINDS.map((kind, round) =>
    cases(kind, ACCEPTED, async (context, body, name) => {
      const donation = await context.donation(context.requireKind(kind))
      for (const { by, others } of waysFrom(
        2 * round + Object.keys(ACCEPTED).indexOf(name),
        besideOf(name),
      )) {
        const exchange = await expectAccepted(context, donation, { ...others, ...body }, by, others)
        await expectHiddenStored(context, donation, exchange, body)
      }
    }),
  ),
  cases('whoever asks', EXTREME_OWNERS_AXIS.values, async (context, holder) => {
    const donation = await context.donation()
    const { authorization } = await authorizationOf(context, holder)
    for (const [by, body] of [
      ['PATCH', { memo: 'In memory of a friend', donor_postal_code: 'K1A 0B1' }],
      ['PUT', { memo: 'thank you', donor_postal_code: '00100' }],
    ] as const) {
      const exchange = await context.api.update(by, donation, body, { authorization })
      if (!isAccepted(exchange)) throw new InconclusiveError('this token updates nothing (see BEARER-4)')
      expect(exchange).toBeAccepted()
      await expectHiddenStored(context, donation, exchange, body)
    }
  }),
  valueTest('texts and postal codes', ORDINARY_ROWS, { fields: ['memo', 'donor_postal_code'] }),
  valueTest('texts that may be refused', OPEN_ROWS, { fields: ['memo'] }),
  cases('each change of the memo', CHANGES_OF_ALL, async (context, change, name) => {
    const changed = await sendChange(context, name, change)
    await expectChangeAccepted(context, changed, (field) => field === 'memo')
    for (const { body, exchange, memo } of changed.sent)
      ensure(
        !memo.seen || isStored('memo', body.memo, memo.value),
        `${describeFields(['memo'], body)}, as it was accepted`,
        wrongFields(['memo'], { memo: memo.seen ? memo.value : null }),
        [exchange],
      )
  }),
)
