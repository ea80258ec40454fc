import { expect, test } from 'vitest'
import { updateProblem } from '../../../partner/requirements/asked-updates.ts'
import { SentValues } from '../../../partner/requirements/sent-values.ts'
import { call } from './calls.ts'

const designation = '4c2a8a8e-51d5-4f0b-8d8e-3e5d1f6b7a90'
const other = '0b9d1f5c-7a34-4b0e-9a55-8f2d6c3e1a47'

/** What is wrong with an update that brings this designation, for a donation that has one, or none. */
function problemOf(sent: string | null, changes: Readonly<Record<string, unknown>>, had: string | null) {
  const sentBefore = new SentValues()
  sentBefore.add({
    body: JSON.stringify({ designation_id: had }),
    answer: { at: 1, response: { status: 200, headers: {}, body: '', bytes: 0 } },
  })
  const update = call({
    host: 'api',
    method: 'PATCH',
    path: '/v1/donations/7',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ memo: 'x', designation_id: sent }),
  })
  return updateProblem(update, { memo: 'x', ...changes }, sentBefore)
}

test.each([
  ['no UUID', 'no-uuid'],
  ['another one', other],
])('a designation is not removed where %s was asked for', (_, asked) => {
  expect(problemOf(null, { designation_id: asked }, designation)).toMatch('designation_id null')
})

test.each([
  ['that was to be removed', null, { designation_id: null }, designation],
  ['that was to be removed by an empty text', null, { designation_id: '' }, designation],
  ['of which nothing was said', null, {}, designation],
  [
    'that the donation has, in place of what is no UUID',
    designation,
    { designation_id: 'no-uuid' },
    designation,
  ],
  ['that the donation has not, in place of what is no UUID', null, { designation_id: 'no-uuid' }, null],
])('an update may hold a designation %s', (_, sent, changes, had) => {
  expect(problemOf(sent, changes, had)).toBeUndefined()
})
