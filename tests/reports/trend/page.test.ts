import { load } from 'cheerio'
import { expect, test } from 'vitest'
import { trendsOf } from '../../../reports/trend/history.ts'
import { trendHtml } from '../../../reports/trend/page.ts'
import { requirement } from '../samples.ts'
import { broken, kept, onDay, other } from './records.ts'

const $ = load(
  trendHtml(
    trendsOf([
      onDay(2, { requirements: [kept, other], expires: '3600' }),
      onDay(9, { requirements: [broken, other], expires: '1800' }),
      onDay(16, { requirements: [other], expires: '1800' }),
    ]),
  ),
)
const rows = (section: string) =>
  $(`section[aria-labelledby=${section}] tbody tr`)
    .map((_, row) => $(row).find('li').text())
    .get()

test('when which verdict changed stands beside a plot of it', () => {
  expect(rows('requirements')).toEqual(['✓ pass since 2026-01-02 03:04 UTC✗ fail since 2026-01-09 03:04 UTC'])
  const boxes = $('section[aria-labelledby=requirements] svg rect')
  expect(boxes.map((_, box) => $(box).attr('class')).get()).toEqual(['pass', 'fail'])
  expect($('h1').text()).toContain('1 requirement changed its verdict, 1 observation drifted')
  expect($('header').text()).toContain('Broken now: TOKEN-3 since 2026-01-09')
})

test('numbers are plotted by their height', () => {
  expect(rows('observations')).toEqual(['3600 since 2026-01-02 03:04 UTC1800 since 2026-01-09 03:04 UTC'])
  expect($('section[aria-labelledby=observations] path').attr('d')).toBe('M0 5.0H1L1 95.0H2L2 95.0H3')
})

test('each run has a bar as high as any, and a row', () => {
  const heights = new Map<string, number>()
  for (const bar of $('.bars rect').get()) {
    const { x = '', height } = $(bar).attr() ?? {}
    heights.set(x, (heights.get(x) ?? 0) + Number(height))
  }
  for (const height of heights.values()) expect(height).toBeCloseTo(100, 1)
  expect(heights.size).toBe(3)
  expect($('section[aria-labelledby=runs] tbody tr')).toHaveLength(3)
})

test('nothing in a record becomes markup, and nothing runs or is loaded', () => {
  const attack = '<img src=x onerror=alert(1)>"\'</svg><script>alert(2)</script>\u202e'
  const wrong = requirement({ id: 'TOKEN-3', title: attack, verdict: 'fail', violations: [] })
  const page = trendHtml(
    trendsOf([
      { ...onDay(2, { requirements: [kept], expires: attack, name: attack }), file: attack },
      onDay(9, { requirements: [wrong], expires: `${attack}!`, name: attack, only: [attack] }),
    ]),
  )
  expect(load(page)('script, img, [onerror]')).toHaveLength(0)
  expect(page).not.toContain('\u202e')
  expect(page).toContain("default-src 'none'; style-src 'sha256-")
})

test('of several targets each has its own sections, told apart by name', () => {
  const far = onDay(9, { requirements: [broken] })
  const target = {
    ...far.record.target,
    kind: 'sandbox',
    authUrl: 'https://a.example',
    apiUrl: 'https://b.example',
  } as const
  const two = load(
    trendHtml(trendsOf([onDay(2, { requirements: [kept] }), { ...far, record: { ...far.record, target } }])),
  )
  expect(two('h1').text()).toBe('2 targets')
  const ids = two('h2')
    .map((_, heading) => two(heading).attr('id'))
    .get()
  expect(ids).toHaveLength(8)
  expect(new Set(ids).size).toBe(8)
  expect(two('#runs-2').text()).toContain('https://a.example')
  expect(two('header .counts').last().text()).toContain('Broken now: TOKEN-3')
})
