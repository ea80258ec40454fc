import { load } from 'cheerio'
import { expect, test } from 'vitest'
import { reportHtml } from '../../../reports/html/page.ts'
import { manyExchanges } from '../exchanges.ts'
import { partlyBroken, requirement, run } from '../samples.ts'

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

test('what fails in part is shown by its pattern, and what is of one kind once', () => {
  const page = load(reportHtml(run([partlyBroken])))
  expect(page('#UPDATE-3 dl').text()).toContain(
    'every field: 13 of 84 rows fail: 12 with identifier and memo',
  )
  expect(page('.violation')).toHaveLength(2)
  expect(page('.violation').first().text()).toContain('and 11 more of the kind')
  expect(page('.violation h5').first().text()).toContain('Violation 1 of 2: row 0')
})

test('a reviewer finds what was not tested and why, and the way to the threats', () => {
  const keyless = requirement({ id: 'ORG-4', verdict: 'inconclusive', needs: ['SANDBOX_MULTI_ORG_USERNAME'] })
  const empty = requirement({ id: 'REFRESH-4', verdict: 'not-applicable', reason: 'tokens are not replaced' })
  const page = load(reportHtml(run([partlyBroken, keyless, empty])))
  const section = page('section[aria-labelledby="undecided"]')
  expect(
    section
      .find('li')
      .toArray()
      .map((one) => page(one).text()),
  ).toEqual(['set SANDBOX_MULTI_ORG_USERNAME to decide: ORG-4', 'tokens are not replaced: REFRESH-4'])
  for (const link of page('nav a').toArray()) expect(page(page(link).attr('href')).length).toBe(1)
  expect(page('nav a').text()).toContain('What was not tested, and why')
})
