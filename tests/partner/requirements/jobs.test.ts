import { expect, test } from 'vitest'
import type { Call } from '../../../partner/service/call.ts'
import { arrivedFor } from '../../../partner/service/jobs.ts'
import { call } from './calls.ts'

type Changes = Readonly<Record<string, unknown>>

/** An update that arrived. @param status with which it was answered */
function update(id: number, body: Changes, status = 200): Call {
  return call({
    ...{ id, host: 'api', method: 'PATCH', path: '/v1/donations/7', startedAt: id },
    body: JSON.stringify(body),
    answer: { at: id, response: { status, headers: {}, body: '', bytes: 0 } },
  })
}

/**
 * What arrived late, when of donation 7 this is asked for.
 * @param earlier what was asked for before, and answered with 202 each
 * @param sent what arrived in all, the last while this update is under way
 */
function lateFor(changes: Changes, earlier: readonly Changes[], sent: readonly Call[], donationId = '7') {
  const jobs = earlier.map((one) => ({ donationId, changes: one, startedAt: 0 }))
  return arrivedFor({ donationId: '7', changes }, sent.slice(-1), { calls: sent, jobs }).late.length > 0
}

const memo = { memo: 'new' }
const gibson = { donor_last_name: 'Gibson' }
const designation = '4c2a8a8e-51d5-4f0b-8d8e-3e5d1f6b7a90'

test.each<[string, Changes, readonly Changes[], readonly Call[]]>([
  ['had not come', memo, [gibson], [update(1, gibson)]],
  ['came normalized', memo, [{ donor_country: 'NG' }], [update(1, { donor_country: 'ng' })]],
  ['was refused the first time', memo, [gibson], [update(1, gibson, 503), update(2, gibson)]],
  ['is sent once more', memo, [gibson], [update(1, gibson), update(2, gibson)]],
  [
    'comes field by field',
    memo,
    [{ ...gibson, quantity: 2 }],
    [update(1, gibson), update(2, { quantity: 2 })],
  ],
  [
    'comes with all that was asked for before',
    memo,
    [{ memo: 'old' }, gibson],
    [update(1, { memo: 'old' }), update(2, { memo: 'old', ...gibson })],
  ],
  [
    'comes with the designation that is to stay',
    memo,
    [gibson],
    [update(1, { ...gibson, designation_id: designation })],
  ],
  [
    'sets the designation',
    memo,
    [{ designation_id: designation }],
    [update(1, { designation_id: designation })],
  ],
])('an earlier update that %s is late', (_, changes, earlier, sent) => {
  expect(lateFor(changes, earlier, sent)).toBe(true)
})

test.each<[string, Changes, readonly Changes[], readonly Call[]]>([
  ['what is asked for now', memo, [gibson], [update(1, memo)]],
  ['what was asked for both times', gibson, [gibson], [update(1, gibson)]],
  ['nothing', {}, [gibson], [update(1, {})]],
  ['what nobody asked for', memo, [gibson], [update(1, { donor_last_name: 'Okafor' })]],
  [
    'some of an earlier update beside what is asked for now',
    memo,
    [gibson],
    [update(1, { ...memo, ...gibson })],
  ],
  [
    'a part of what arrived before',
    memo,
    [{ ...gibson, quantity: 2 }],
    [update(1, { ...gibson, quantity: 2 }), update(2, gibson)],
  ],
  [
    'a designation that is to stay',
    memo,
    [{ designation_id: designation }],
    [update(1, { designation_id: designation }), update(2, { ...memo, designation_id: designation })],
  ],
])('%s is judged as this update', (_, changes, earlier, sent) => {
  expect(lateFor(changes, earlier, sent)).toBe(false)
})

test('what was asked for of another donation is judged', () => {
  expect(lateFor(memo, [gibson], [update(1, gibson)], '8')).toBe(false)
})
