import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Call } from '../../partner/service/call.ts'
import { type JobHabits, untilJobIsDone } from '../../partner/session/queued.ts'
import { exchange } from '../reports/exchanges.ts'
import { call } from './requirements/calls.ts'

const ACCEPTED_AT = 1_000_000
const STEP_MS = 50
const memo = { memo: 'With thanks' }

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

/** An update that arrives so many milliseconds after it was accepted. @param status with which it is answered */
function update(afterMs: number, status: number): Call {
  const startedAt = ACCEPTED_AT + afterMs
  return call({
    ...{ host: 'api', method: 'PATCH', path: '/v1/donations/7', body: JSON.stringify(memo), startedAt },
    answer: { at: startedAt, response: { status, headers: {}, body: '', bytes: 0 } },
  })
}

/** How long a job is waited for, and whether it was done, where others send something all the time. */
async function waited(
  calls: readonly Call[],
  { mayBeLost = false, habits = none(), changes = memo as object, keptMs = 0 } = {},
) {
  const sent = () => calls.filter(({ startedAt }) => startedAt <= Date.now())
  vi.setSystemTime(ACCEPTED_AT)
  const ofAll: unknown[] = []
  const scenario = {
    async until(isSo: () => boolean, milliseconds: number) {
      for (const end = Date.now() + milliseconds; !isSo(); vi.setSystemTime(Date.now() + STEP_MS))
        if (Date.now() >= end) return ofAll.push('a call of others') === 0
      return true
    },
    examination: { service: { calls: ofAll }, jobHabits: habits, keptMs: () => keptMs },
  }
  const accepted = {
    exchange: exchange({ startedAt: ACCEPTED_AT }),
    changes: { ...changes },
    arrived: () => ({ sent: sent() }),
  }
  const isDone = await untilJobIsDone(accepted, scenario, mayBeLost)
  return { isDone, seconds: (Date.now() - ACCEPTED_AT) / 1_000 }
}

const none = (): JobHabits => ({ slowestMs: 0, mostCalls: 0, longestGapMs: 0 })
const quick = (): JobHabits => ({ slowestMs: 100, mostCalls: 1, longestGapMs: 0 })
const slow = (): JobHabits => ({ slowestMs: 1_200, mostCalls: 1, longestGapMs: 0 })

test('of the first job more may come, since nobody knows yet how many calls it makes', async () => {
  const habits = none()
  expect(await waited([update(200, 200)], { habits })).toEqual({ isDone: true, seconds: 0.65 })
  expect(habits).toEqual({ slowestMs: 200, mostCalls: 1, longestGapMs: 0 })
})

test('where jobs make one call each, that which brings all is the end', async () => {
  expect(await waited([update(200, 200)], { habits: quick() })).toEqual({ isDone: true, seconds: 0.2 })
})

test('where jobs make several, more may come of each, after as long as between others', async () => {
  const habits = { slowestMs: 100, mostCalls: 2, longestGapMs: 300 }
  expect(await waited([update(200, 200)], { habits })).toEqual({ isDone: true, seconds: 1.25 })
})

test('it is learnt how long jobs that make several calls take between them', async () => {
  const habits = none()
  await waited([update(200, 200), update(500, 200)], { habits, changes: { ...memo, donor_city: 'Lagos' } })
  expect(habits).toEqual({ slowestMs: 200, mostCalls: 2, longestGapMs: 300 })
})

test('time for which nobody could run is no quiet time', async () => {
  const { seconds } = await waited([update(200, 200)], { keptMs: 1_000 })
  expect(seconds).toBe(1.65)
})

test('what the service turned away is waited for once more, for as long as jobs take', async () => {
  expect(await waited([update(200, 503)], { habits: quick() })).toEqual({ isDone: false, seconds: 2.95 })
  expect(await waited([update(200, 503)], { habits: slow() })).toEqual({ isDone: false, seconds: 5.15 })
})

test('what is tried again when it was turned away is done', async () => {
  const calls = [update(200, 503), update(1_400, 200)]
  expect(await waited(calls, { habits: quick() })).toEqual({ isDone: true, seconds: 1.4 })
})

test('a call whose token was refused has to be repeated, however long that takes', async () => {
  const calls = [update(200, 401), update(15_000, 200)]
  expect(await waited(calls, { habits: quick() })).toEqual({ isDone: true, seconds: 15 })
})

test('a job that comes behind others is waited for as long as others come', async () => {
  expect(await waited([update(20_000, 200)], { habits: quick() })).toEqual({ isDone: true, seconds: 20 })
  expect(await waited([], { habits: quick() })).toEqual({ isDone: false, seconds: 24 })
})

test('one that nobody has to send is waited for as long as jobs take', async () => {
  expect(await waited([], { habits: quick(), mayBeLost: true })).toEqual({ isDone: false, seconds: 2.7 })
  expect(await waited([], { habits: slow(), mayBeLost: true })).toEqual({ isDone: false, seconds: 4.9 })
})
