import fc from 'fast-check'
import { UPDATE_METHODS } from '../../../client/donations/api.ts'
import { isAccepted } from '../../../client/http/answer.ts'
import { SETTABLE_FIELDS } from '../../../contract/index.ts'
import { InconclusiveError } from '../../../contract/verdict.ts'
import { subset, updateValues } from '../../../generators/index.ts'
import { cases, property, requirement, test } from '../../../harness/authoring/index.ts'
import { EXTREME_OWNERS_AXIS } from '../../axes/holders.ts'
import { anyMethod, methodOf } from '../../axes/methods.ts'
import { RESEMBLING_KEYS } from '../../axes/spellings.ts'
import { authorizationOf } from '../../axes/tokens.ts'
import { apply } from '../../support/apply.ts'
import { PAIRS, type UpdateBody } from '../../support/bodies.ts'
import { NOTHING_LINKED } from '../../support/donations.ts'
import { OTHER_DONOR, PLAIN_DONOR } from '../../support/donors.ts'
import { expectAccepted } from '../../support/expect-answer.ts'
import { expectShown } from '../../support/expect-record.ts'
import { beforePause, pause } from '../../support/pause.ts'
import { readBack } from '../../support/read-back.ts'
import { shownBy } from '../../support/record.ts'
import { isOfScript, OPEN_ROWS, ORDINARY_ROWS } from '../values/value-rows.ts'
import { valueTest } from '../values/value-test.ts'
import { CHANGES_OF_ALL, expectChangeAccepted, sendChange, TEXT_FIELDS } from './changes.ts'
import { expectComesBack } from './comes-back.ts'
import { expectSequence } from './model/sequence.ts'
import { anySequence } from './model/steps.ts'
import { expectNotOurs } from './not-ours.ts'
import { sendPair } from './pairs.ts'

/** Jobs and caches that set a value back do it within seconds. */
const PAUSE_SECONDS = 3

/** Each field that an answer shows, and all of them. */
const SHOWN_FIELDS: readonly (readonly string[])[] = [
  ...SETTABLE_FIELDS.map((field) => [field]),
  SETTABLE_FIELDS,
]

/** Equal to who compares them as numbers, and so finds nothing to store. */
const ONE_NUMBER = ['007', '7', '7.0', '07']

const values = updateValues()

/** Few, many or all of the fields that an answer shows, with any valid values. */
const anyShownFields = subset(Object.fromEntries(SETTABLE_FIELDS.map((field) => [field, values[field]])))

/**
 * Every observable field that is sent comes back with the value sent, and is still there on the next read.
 */
export const update3 = requirement(
  'UPDATE-3',
  cases<UpdateBody>(
    'beside other fields',
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
  ),
  cases(
    Object.fromEntries(SHOWN_FIELDS.map((fields) => [fields.length > 1 ? 'all' : `${fields}`, fields])),
    async (context, fields) => {
      const donation = await context.donation()
      const valuesOf = (donor: UpdateBody) => Object.fromEntries(fields.map((field) => [field, donor[field]]))
      await expectComesBack(context, donation, valuesOf(OTHER_DONOR), 'PATCH')
      const back = valuesOf(PLAIN_DONOR)
      const exchange = await expectAccepted(context, donation, back, 'PUT')
      expectShown(back, shownBy(exchange))
      expectShown(back, await readBack(context, donation), [exchange])
    },
  ),
  test('after a pause', async (context) => {
    await beforePause(context)
    const donation = await context.donation()
    // What is set back is told by what was there, which the suite has to know.
    await apply(context, donation, PLAIN_DONOR)
    const exchange = await expectAccepted(context, donation, OTHER_DONOR, 'PATCH')
    expectShown(OTHER_DONOR, shownBy(exchange))
    // Nothing may come in between: it could put right what is set back meanwhile.
    await pause(context, PAUSE_SECONDS, 'what was stored has to stay')
    expectShown(OTHER_DONOR, await readBack(context, donation), [exchange])
  }),
  cases('two fields', PAIRS, async (context, body, name) => {
    const { after } = await sendPair(context, name, body)
    if (!after) return expectComesBack(context, await context.donation(), body, 'PATCH')
    expectShown(body, after.updated)
    expectShown(body, after.stored, [after.updated.exchange])
  }),
  property(
    'any values',
    fc.tuple(anyMethod, anyShownFields),
    async (context, [by, body]) => expectComesBack(context, await context.donation(), body, by),
    { share: 0.01 },
  ),
  valueTest('texts and addresses', ORDINARY_ROWS, {
    fields: SETTABLE_FIELDS,
    except: isOfScript,
    together: 'UPDATE-1',
  }),
  valueTest('texts that may be refused', OPEN_ROWS, { fields: SETTABLE_FIELDS, except: isOfScript }),
  cases('each change of what is there', CHANGES_OF_ALL, async (context, change, name) => {
    // What differs only in case differs so on the way back, too.
    const changed = await sendChange(context, name, change)
    await expectChangeAccepted(context, changed, (field) => field !== 'memo')
    for (const { body, exchange } of changed.sent) expectShown(body, shownBy(exchange))
  }),
  test('beside null', async (context) => {
    const donation = await context.donation()
    const body = { ...OTHER_DONOR, ...NOTHING_LINKED }
    for (const by of UPDATE_METHODS) await expectComesBack(context, donation, body, by)
  }),
  test('the address that the advisor has', async (context) => {
    const donation = await context.donation()
    const { donor_email } = OTHER_DONOR
    await apply(context, donation, { ...PLAIN_DONOR, advisor: { email: donor_email } })
    expectShown({ donor_email }, await apply(context, donation, { donor_email }))
  }),
  test('texts that are one number, one after the other', async (context) => {
    const donation = await context.donation()
    for (const [index, text] of ONE_NUMBER.entries()) {
      const body = Object.fromEntries(TEXT_FIELDS.map((field) => [field, text]))
      expectShown(body, shownBy(await expectAccepted(context, donation, body, methodOf(index))))
    }
  }),
  cases('whoever asks', EXTREME_OWNERS_AXIS.values, async (context, holder) => {
    const donation = await context.donation()
    const { authorization } = await authorizationOf(context, holder)
    for (const [by, body] of [
      ['PATCH', OTHER_DONOR],
      ['PUT', PLAIN_DONOR],
    ] as const) {
      const exchange = await context.api.update(by, donation, body, { authorization })
      if (!isAccepted(exchange)) throw new InconclusiveError('this token updates nothing (see BEARER-4)')
      expectShown(body, shownBy(exchange))
    }
  }),
  cases('keys that resemble ours', RESEMBLING_KEYS, async (context, resembling) =>
    expectNotOurs(context, await context.donation(), resembling),
  ),
  property('a model of several donations', anySequence, expectSequence, { share: 0.01 }),
)
