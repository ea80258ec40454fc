import { expect, test } from 'vitest'
import { hasLearned } from '../../../partner/requirements/partner-7.ts'
import type { Call } from '../../../partner/service/call.ts'
import { call } from './calls.ts'

const answered = (status: number, at: number): Partial<Call> => ({
  answer: { at, response: { status, headers: {}, body: '', bytes: 0 } },
})
const refusedUpdate = call({ host: 'api', method: 'PATCH', path: '/v1/donations/7', ...answered(401, 1_000) })
const refresh = { body: 'grant_type=refresh_token&refresh_token=one' }

test.each<[string, readonly Call[]]>([
  ['its jobs had not begun', []],
  ['a call was refused, and the refresh was not answered yet', [refusedUpdate, call(refresh)]],
  ['the refresh was refused in that moment', [refusedUpdate, call({ ...refresh, ...answered(400, 1_900) })]],
  ['the refresh was refused later', [refusedUpdate, call({ ...refresh, ...answered(400, 3_000) })]],
  ['another call was taken', [call({ ...refresh, ...answered(200, 1_000) })]],
])('an application does not know that a token is dead where %s', (_, calls) => {
  expect(hasLearned(calls, 2_000)).toBe(false)
})

test.each<[string, readonly Call[]]>([
  ['the refresh had been refused', [refusedUpdate, call({ ...refresh, ...answered(400, 1_100) })]],
  ['a call had, and it refreshes nothing', [refusedUpdate]],
])('an application knows that a token is dead where %s', (_, calls) => {
  expect(hasLearned(calls, 2_000)).toBe(true)
})
