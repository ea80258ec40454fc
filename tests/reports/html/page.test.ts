import { expect, test } from 'vitest'
import { reportHtml } from '../../../reports/html/page.ts'
import { manyExchanges } from '../exchanges.ts'
import { requirement, run } from '../samples.ts'

test('a run of 3,000 requests in which much fails makes a page under 3 MB, quickly', () => {
  const exchanges = manyExchanges(3_000)
  const requirements = Array.from({ length: 17 }, (_, index) => {
    const id = `UPDATE-${index + 1}`
    const mine = exchanges.filter((one) => one.requirement === id).slice(0, 50)
    const shown = { expected: 'a refusal', received: '200', exchanges: mine, curl: [] }
    return requirement({ id, verdict: 'fail', violations: Array.from({ length: 12 }, () => shown) })
  })
  // Time of this process, not of the clock: other tests run beside it.
  const before = process.cpuUsage()
  const size = reportHtml(run(requirements, { exchanges })).length
  const { user, system } = process.cpuUsage(before)
  expect((user + system) / 1_000).toBeLessThan(1_000)
  expect(size).toBeLessThan(3_000_000)
})
