import { expect, test } from 'vitest'
import { limitsOf, type Workload } from '../../../harness/model/limits.ts'
import { updateAnswer } from '../samples.ts'

const workload: Workload = {
  chain: { requests: 2, ms: 100, pausedMs: 0, requirements: ['UPDATE-1'] },
  donationsMs: 0,
  waitedMs: { turn: 0, donation: 0, login: 0 },
}
/** Two at a time, 50 ms each but for one. */
const exchanges = [50, 50, 50, 50, 50, 400].map((durationMs, index) => ({
  ...updateAnswer({}),
  startedAt: 50 * Math.floor(index / 2),
  durationMs,
}))
const run = { durationMs: 300, most: 64 }

test('all requests at the latency that most answers had, as many at a time as there were', () => {
  expect(limitsOf(exchanges, workload, run)).toMatchObject({
    latencyMs: 50,
    concurrency: 2,
    answersMs: 650,
    networkMs: 150,
    ratio: 2,
  })
})

test('what a test sends at once by intention is no sign that the target bears that many', () => {
  expect(limitsOf(exchanges, workload, { ...run, most: 1 })).toMatchObject({ concurrency: 1, networkMs: 300 })
})

test('a long chain, or donations that are in use for long, are the limit', () => {
  const chain = { ...workload.chain, ms: 200 }
  expect(limitsOf(exchanges, { ...workload, chain }, run)).toMatchObject({ networkMs: 200, ratio: 1.5 })
  expect(limitsOf(exchanges, { ...workload, donationsMs: 300 }, run)).toMatchObject({ ratio: 1 })
})

test('where nothing was sent there is no limit', () => {
  expect(limitsOf([], workload, run)).toBeUndefined()
})
