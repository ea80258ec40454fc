import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import fc from 'fast-check'
import type { Log } from 'sarif'
import { describe, expect, test } from 'vitest'
import type { RunResult } from '../../harness/model/result.ts'
import { sarifText } from '../../reports/sarif.ts'
import { exchange } from './exchanges.ts'
import { hostileRun } from './hostile.ts'
import { attackedRun } from './html/hostile-run.ts'
import { mixedRun, partlyBroken, requirement, reusedCode, run } from './samples.ts'
import { sarifSchema } from './sarif-schema.ts'

const ajv = new Ajv({ allErrors: true })
addFormats.default(ajv)
const isSarif = ajv.compile<Log>(sarifSchema)

/** The log of a run, which the schema accepts. */
function logOf(result: RunResult) {
  const log: unknown = JSON.parse(sarifText(result, 'a'.repeat(64)))
  if (!isSarif(log)) throw new Error(JSON.stringify(isSarif.errors, null, 2))
  const [only] = log.runs
  if (!only) throw new Error('there is no run')
  return only
}

test('a rule a requirement, and a result where one is not kept', () => {
  const { tool, results = [] } = logOf(mixedRun)
  expect(tool.driver.rules?.map(({ id }) => id)).toEqual(mixedRun.requirements.map(({ id }) => id))
  expect(results.map(({ ruleId, level, message }) => `${level} ${ruleId}: ${message.text}`)).toEqual([
    'error AUTHZ-2: expected the state "%" unchanged, received the state "%25"',
    'error TOKEN-3: second exchange: expected 4xx with error invalid_grant, and no token, received 200 with a token response',
    'warning TOKEN-12: expected Cache-Control: no-store, received no Cache-Control',
  ])
  for (const { ruleId, ruleIndex = -1 } of results) expect(tool.driver.rules?.[ruleIndex]?.id).toBe(ruleId)
})

test('violations of one kind are one result, which says how many they are', () => {
  const { results = [] } = logOf(run([partlyBroken]))
  expect(results.map(({ occurrenceCount }) => occurrenceCount)).toEqual([12, 1])
})

test('a violation is where it was sent to, with the exchange that shows it', () => {
  const sent = exchange({ request: { url: 'http://127.0.0.1:9001/v1/donations/7?code=[code]&x=%' } })
  const shown = { ...reusedCode, exchanges: [sent] }
  const { results = [] } = logOf(
    run([requirement({ id: 'UPDATE-12', verdict: 'fail', violations: [shown] })]),
  )
  const uri = 'http://127.0.0.1:9001/v1/donations/7?code=%5Bcode%5D&x=%25'
  expect(results[0]?.locations?.[0]?.physicalLocation?.artifactLocation?.uri).toBe(uri)
  expect(results[0]?.webRequest).toMatchObject({
    method: 'PATCH',
    target: uri,
    body: { text: '{"donor_city":7}' },
  })
  expect(results[0]?.webResponse).toMatchObject({ statusCode: 422 })
})

test('the same violation has the same fingerprint in the next run, another has another', () => {
  const fingerprint = (change: Partial<typeof reusedCode>) => {
    const violations = [{ ...reusedCode, ...change }]
    const { results = [] } = logOf(run([requirement({ id: 'TOKEN-3', verdict: 'fail', violations })]))
    return results[0]?.partialFingerprints
  }
  expect(fingerprint({ received: '201 with a token response' })).toEqual(fingerprint({}))
  expect(fingerprint({ case: 'third exchange' })).not.toEqual(fingerprint({}))
})

describe('what a viewer of results alone would not see', () => {
  test('undecided requirements are notifications, with what would decide them', () => {
    const [invocation] = logOf(mixedRun).invocations ?? []
    expect(invocation?.executionSuccessful).toBe(false)
    expect(invocation?.toolConfigurationNotifications?.[0]).toEqual({
      level: 'note',
      message: {
        text: 'inconclusive: how long a code lives is not known (needs SANDBOX_CODE_LIFETIME_SECONDS)',
      },
      associatedRule: { id: 'TOKEN-6' },
    })
    expect(invocation?.toolExecutionNotifications?.map(({ message }) => message.text)).toEqual([
      'TypeError: the suite read a field of undefined',
    ])
  })

  test('so are a run that could not be finished, and one that decided nothing', () => {
    const [invocation] = logOf(run([], { problem: 'the service refused the connection' })).invocations ?? []
    expect(invocation?.toolExecutionNotifications?.map(({ message }) => message.text)).toEqual([
      'the service refused the connection',
    ])
    const [nothing] = logOf(run([requirement({ id: 'ORG-3', verdict: 'inconclusive' })])).invocations ?? []
    expect(nothing?.executionSuccessful).toBe(false)
  })
})

test('what a baseline knows is suppressed, with its reason', () => {
  const broken = requirement({ id: 'TOKEN-3', verdict: 'fail', violations: [reusedCode] })
  const known = [{ requirement: 'TOKEN-3', reason: 'fixed in release 4' }]
  const baseline = { known, beyond: [], unseen: [], expired: [], stale: [] }
  const { results = [] } = logOf(run([broken], { baseline }))
  expect(results[0]?.suppressions).toEqual([
    { kind: 'external', justification: 'known violation: fixed in release 4' },
  ])
})

test('whatever a service sends, the file keeps the schema, and no text of it becomes a link', () => {
  fc.assert(
    fc.property(hostileRun, (result) => {
      logOf(result)
    }),
    { numRuns: 50, seed: 1 },
  )
  const link = { ...reusedCode, received: '[click](https://example.org/)' }
  const { results = [] } = logOf(run([requirement({ id: 'TOKEN-3', verdict: 'fail', violations: [link] })]))
  expect(results[0]?.message.text).toContain('[click] (https')
  logOf(attackedRun)
})

test('the schema refuses what the standard does', () => {
  expect(isSarif({ version: '2.1.0' })).toBe(false)
  expect(isSarif({ version: '2.1.0', runs: [{}] })).toBe(false)
  const driver = { name: 'x' }
  const wrong = { ruleId: 'TOKEN-3', level: 'fatal', message: { text: 'no such level' } }
  expect(isSarif({ version: '2.1.0', runs: [{ tool: { driver }, results: [wrong] }] })).toBe(false)
})
