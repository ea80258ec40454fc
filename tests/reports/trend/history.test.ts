import { expect, test } from 'vitest'
import { type KeptRecord, trendsOf } from '../../../reports/trend/history.ts'
import { trendJson } from '../../../reports/trend/json.ts'
import { trendMarkdown } from '../../../reports/trend/markdown.ts'
import { trendText } from '../../../reports/trend/text.ts'
import { broken, kept, onDay, open, other } from './records.ts'

/** Of records of one target. */
function trendOf(records: readonly KeptRecord[]) {
  const [trend, ...others] = trendsOf(records)
  if (!trend || others.length > 0) throw new Error('they are of several targets, or of none')
  return trend
}

test('what changed is told run by run, whatever the order of the files', () => {
  const records = [
    onDay(9, { requirements: [broken, other], expires: '1800' }),
    onDay(2, { requirements: [kept, other], expires: '3600' }),
    onDay(16, { requirements: [broken, other], expires: '1800' }),
  ]
  expect(trendText(trendsOf(records))).toMatchInlineSnapshot(`
    "2026-01-09 03:04 UTC, runs/9/record.json

    Newly broken (1)
      TOKEN-3 (MUST) pass → fail: What TOKEN-3 asks of the service
          expected 4xx with error invalid_grant, and no token, received 200 with a token response

    Silent drift (1)
      LIMIT-1 expires_in
          before 3600
          now    1800

    3 runs of the embedded reference service from 2026-01-02 03:04 UTC to 2026-01-16 03:04 UTC: 1 requirement changed its verdict, 1 observation drifted. Broken now: TOKEN-3 since 2026-01-09 03:04 UTC.
    "
  `)
})

test('the same for programs and for pull requests', () => {
  const trends = trendsOf([
    onDay(2, { requirements: [kept, other], expires: '3600' }),
    onDay(9, { requirements: [broken, other], expires: '1800' }),
  ])
  const second = {
    file: 'runs/9/record.json',
    startedAt: '2026-01-09T03:04:05.678Z',
    outcome: trends[0]?.runs[1]?.record.summary.outcome,
  }
  expect(JSON.parse(trendJson(trends))).toEqual([
    {
      target: trends[0]?.runs[1]?.record.target,
      runs: [expect.objectContaining({ file: 'runs/2/record.json' }), second],
      steps: [{ ...second, diff: expect.objectContaining({ newlyBroken: [expect.anything()] }) }],
      requirements: [expect.objectContaining({ id: 'TOKEN-3', verdicts: ['pass', 'fail'] })],
      observations: [{ requirement: 'LIMIT-1', name: 'expires_in', values: ['3600', '1800'] }],
      broken: [{ id: 'TOKEN-3', since: second }],
    },
  ])
  expect(trendMarkdown(trends)).toMatchInlineSnapshot(`
    "### 2 runs of the embedded reference service from 2026-01-02 03&#58;04 UTC to 2026-01-09 03&#58;04 UTC: 1 requirement changed its verdict, 1 observation drifted.

    Broken now: TOKEN-3 since 2026-01-09 03&#58;04 UTC.

    #### 2026-01-09 03:04 UTC, runs/9/record.json

    ##### Newly broken (1)

    | Requirement | Level | Verdict | What |
    | --- | --- | --- | --- |
    | TOKEN-3 | MUST | pass → fail | What TOKEN-3 asks of the service<br>expected 4xx with error invalid_grant, and no token, received 200 with a token response |

    ##### Silent drift (1)

    | Requirement | What | Before | Now |
    | --- | --- | --- | --- |
    | LIMIT-1 | expires_in | 3600 | 1800 |
    "
  `)
})

test('nothing to tell is told', () => {
  const records = [2, 9].map((day) => onDay(day, { requirements: [kept], expires: '3600' }))
  expect(trendText(trendsOf(records))).toBe(
    '2 runs of the embedded reference service from 2026-01-02 03:04 UTC to 2026-01-09 03:04 UTC: 0 requirements changed their verdicts, 0 observations drifted. Nothing is broken now.\n',
  )
  expect(trendText(trendsOf(records.slice(0, 1)))).toMatch(
    /^1 run of the embedded reference service: 0 requirements/,
  )
})

/** The same run, of a service at these addresses. */
function at({ file, record }: KeptRecord, authUrl: string, apiUrl: string): KeptRecord {
  return { file, record: { ...record, target: { ...record.target, kind: 'sandbox', authUrl, apiUrl } } }
}

test('each target is compared with itself, and what is broken of one is not mended by another', () => {
  const staging = ['https://auth.staging.example', 'https://api.staging.example'] as const
  const production = ['https://auth.example', 'https://api.example'] as const
  const text = trendText(
    trendsOf([
      at(onDay(9, { requirements: [kept] }), ...production),
      at(onDay(2, { requirements: [broken] }), ...staging),
    ]),
  )
  expect(text).toBe(
    '1 run of https://auth.staging.example and https://api.staging.example: 0 requirements changed their verdicts, 0 observations drifted. Broken now: TOKEN-3 since 2026-01-02 03:04 UTC.\n' +
      '\n1 run of https://auth.example and https://api.example: 0 requirements changed their verdicts, 0 observations drifted. Nothing is broken now.\n',
  )
})

test('a service that listens at another port of loopback each time is one target', () => {
  const { broken: still, requirements } = trendOf([
    at(onDay(2, { requirements: [broken] }), 'http://127.0.0.1:9001', 'http://127.0.0.1:9002'),
    at(onDay(9, { requirements: [kept] }), 'http://127.0.0.1:9101', 'http://localhost:9102'),
  ])
  expect(still).toEqual([])
  expect(requirements).toMatchObject([{ id: 'TOKEN-3', verdicts: ['fail', 'pass'] }])
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
