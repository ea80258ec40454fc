import { expect, test } from 'vitest'
import { trendOf } from '../../../reports/trend/history.ts'
import { trendText } from '../../../reports/trend/text.ts'
import { broken, kept, onDay, open, other } from './records.ts'

test('what changed is told run by run, whatever the order of the files', () => {
  const records = [
    onDay(9, { requirements: [broken, other], expires: '1800' }),
    onDay(2, { requirements: [kept, other], expires: '3600' }),
    onDay(16, { requirements: [broken, other], expires: '1800' }),
  ]
  expect(trendText(trendOf(records))).toMatchInlineSnapshot(`
    "2026-01-09 03:04 UTC, runs/9/record.json

    Newly broken (1)
      TOKEN-3 (MUST) pass → fail: What TOKEN-3 asks of the service
          expected 4xx with error invalid_grant, and no token, received 200 with a token response

    Silent drift (1)
      LIMIT-1 expires_in
          before 3600
          now    1800

    3 runs from 2026-01-02 03:04 UTC to 2026-01-16 03:04 UTC: 1 requirement changed its verdict, 1 observation drifted. Broken now: TOKEN-3 since 2026-01-09 03:04 UTC.
    "
  `)
})

test('nothing to tell is told', () => {
  const records = [2, 9].map((day) => onDay(day, { requirements: [kept], expires: '3600' }))
  expect(trendText(trendOf(records))).toBe(
    '2 runs from 2026-01-02 03:04 UTC to 2026-01-09 03:04 UTC: 0 requirements changed their verdicts, 0 observations drifted. Nothing is broken now.\n',
  )
  expect(trendText(trendOf(records.slice(0, 1)))).toMatch(/^1 run: 0 requirements/)
})

test('runs of several targets are said to be', () => {
  const [first, second] = [2, 9].map((day) => onDay(day, { requirements: [kept] }))
  if (!first || !second) throw new Error('there are no days')
  const staging = {
    ...second.record.target,
    authUrl: 'https://auth.staging.example',
    apiUrl: 'https://api.staging.example',
  }
  const records = [
    first,
    { ...second, record: { ...second.record, target: { ...staging, kind: 'sandbox' as const } } },
  ]
  expect(trendText(trendOf(records))).toMatch(
    /^2 runs of 2 targets, .+, https:\/\/auth\.staging\.example and https:\/\/api\.staging\.example, from 2026-01-02/,
  )
})

test('a run that did not try, or did not decide, hides no change', () => {
  const { steps, observations, requirements } = trendOf([
    onDay(2, { requirements: [kept], expires: '3600' }),
    onDay(9, { requirements: [other], only: ['ORG-3'] }),
    onDay(16, { requirements: [broken], expires: '1800' }),
  ])
  expect(steps.map(({ file }) => file)).toEqual(['runs/16/record.json'])
  expect(requirements).toMatchObject([{ id: 'TOKEN-3', verdicts: ['pass', undefined, 'fail'] }])
  expect(observations).toMatchObject([{ name: 'expires_in', values: ['3600', '3600', '1800'] }])
})

test('what is noise between two runs is noise here', () => {
  const records = ['3600', '3598', '3601'].map((expires, index) => onDay(index + 1, { expires }))
  expect(trendOf(records).observations).toEqual([])
})

test('broken since the first run that found it so, unless it was kept since', () => {
  const brokenOn = (...all: (typeof kept)[]) =>
    trendOf(all.map((one, index) => onDay(index + 1, { requirements: [one] }))).broken.map(
      ({ id, since }) => `${id} since ${since.file}`,
    )
  expect(brokenOn(kept, broken, broken)).toEqual(['TOKEN-3 since runs/2/record.json'])
  expect(brokenOn(broken, kept, broken)).toEqual(['TOKEN-3 since runs/3/record.json'])
  expect(brokenOn(broken, open)).toEqual(['TOKEN-3 since runs/1/record.json'])
  expect(brokenOn(broken, kept, open)).toEqual([])
})
