import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { parse, schema } from 'ctrf'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ctrfText } from '../../reports/ctrf.ts'
import { hostileRun } from './hostile.ts'
import { mixedRun, requirement, reusedCode, run } from './samples.ts'

const ajv = new Ajv({ allErrors: true })
addFormats.default(ajv)
// Compiled once; the package's own check compiles it each time.
const isCtrf = ajv.compile(schema)

const digest = 'a'.repeat(64)
const read = (result: Parameters<typeof ctrfText>[0]) =>
  parse(ctrfText(result, digest), { validate: true }).results

test('a test a requirement, with its verdict', () => {
  const { tests, summary } = read(mixedRun)
  expect(tests.map(({ testId, status, rawStatus }) => `${testId} ${status} (${rawStatus})`)).toEqual([
    'AUTHZ-1 passed (pass)',
    'AUTHZ-2 failed (fail)',
    'TOKEN-3 failed (fail)',
    'TOKEN-6 skipped (inconclusive)',
    'TOKEN-7 skipped (inconclusive)',
    'TOKEN-12 passed (warn)',
    'TOKEN-14 passed (observed)',
    'REFRESH-4 skipped (not-applicable)',
    'REFRESH-8 skipped (inconclusive)',
    'REFRESH-9 failed (error)',
  ])
  expect(summary).toEqual({
    ...{ tests: 10, passed: 3, failed: 3, skipped: 4, pending: 0, other: 0, suites: 3 },
    ...{ start: 1767323045678, stop: 1767323048888, duration: 3210 },
  })
})

test('a failure says what was expected and what came, a pass what was odd', () => {
  const { tests } = read(mixedRun)
  const one = (id: string) => tests.find(({ testId }) => testId === id)
  expect(one('TOKEN-3')).toMatchObject({
    suite: ['TOKEN'],
    tags: ['MUST'],
    message: expect.stringContaining('received 200 with a token response'),
    trace: expect.stringContaining(reusedCode.curl[0] ?? ''),
  })
  expect(one('TOKEN-14')?.stdout).toEqual(['observed JSON body: 400 invalid_request'])
})

test('what a baseline knows is pending; a run without a result fails', () => {
  const broken = requirement({ id: 'TOKEN-3', verdict: 'fail', violations: [reusedCode] })
  const baseline = { known: [{ requirement: 'TOKEN-3' }], beyond: [], unseen: [], expired: [], stale: [] }
  expect(read(run([broken], { baseline })).tests[0]?.status).toBe('pending')
  expect(read(run([], { problem: 'the service refused the connection' })).summary.failed).toBe(1)
})

test('whatever a service sends, the schema of CTRF accepts it', () => {
  fc.assert(
    fc.property(hostileRun, (result) => {
      expect(isCtrf(JSON.parse(ctrfText(result, digest))), ajv.errorsText(isCtrf.errors)).toBe(true)
    }),
    { numRuns: 50, seed: 1 },
  )
})
