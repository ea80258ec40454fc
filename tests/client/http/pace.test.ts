import { expect, test } from 'vitest'
import { Pace } from '../../../client/http/pace.ts'

/** How long a service that bears so many requests in each window, and then wants a pause, takes for all. */
function timeFor(requests: number, service: { most: number; windowMs: number; pauseMs: number }): number {
  const pace = new Pace(0)
  let now = 0
  let window = 0
  let used = 0
  for (let answered = 0; answered < requests; ) {
    now += Math.max(0.5, pace.intervalMs)
    if (now >= window + service.windowMs) [window, used] = [now, 0]
    used += 1
    if (used <= service.most) {
      answered += 1
      pace.answered()
      continue
    }
    pace.refused(now, service.pauseMs, true)
    now += service.pauseMs
  }
  return now
}

test('a service with a short window and a long pause is asked about as fast as it bears', () => {
  const service = { most: 40, windowMs: 100, pauseMs: 1_000 }
  const atLeast = (4_000 / service.most) * service.windowMs
  expect(timeFor(4_000, service)).toBeLessThan(3 * atLeast)
})

test('where the pause is the rest of the window, nothing is lost', () => {
  const service = { most: 100, windowMs: 60_000, pauseMs: 60_000 }
  const atLeast = (1_000 / service.most) * service.windowMs
  expect(timeFor(1_000, service)).toBeLessThan(1.1 * atLeast)
})

test('as long as nothing was refused there is no wait', () => {
  const pace = new Pace(0)
  for (let answers = 0; answers < 1_000; answers++) pace.answered()
  expect(pace.intervalMs).toBe(0)
})

test('what was refused for another reason makes nobody slower', () => {
  const pace = new Pace(0)
  pace.refused(100, 500, false)
  expect(pace.intervalMs).toBe(0)
})

test.each([0, 200])(
  'a service that refuses one request in 60, however slowly they come, is not asked ever more slowly (%d ms)',
  (pauseMs) => {
    const pace = new Pace(0)
    let now = 0
    for (let sent = 1; sent <= 6_000; sent++) {
      now += 3 + pace.intervalMs
      if (sent % 60 !== 0) {
        pace.answered()
        continue
      }
      pace.refused(now, pauseMs, true)
      now += pauseMs
    }
    const pauses = (6_000 / 60) * pauseMs
    expect((now - pauses) / 6_000).toBeLessThan(8 * 3)
  },
)
