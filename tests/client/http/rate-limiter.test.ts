import { expect, test } from 'vitest'
import { RateLimiter } from '../../../client/http/rate-limiter.ts'

test('it opens again, and not before its time: timers count whole milliseconds, and may ring early', async () => {
  const limiter = new RateLimiter(8, 8)
  for (let hold = 0; hold < 200; hold++) {
    const end = performance.now() + 2.95
    limiter.holdFor(2.95)
    await limiter.run(false, async () => undefined)
    expect(performance.now()).toBeGreaterThanOrEqual(end)
  }
})
