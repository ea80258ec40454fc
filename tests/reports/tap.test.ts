import fc from 'fast-check'
import { type FinalResults, Parser } from 'tap-parser'
import { expect, test } from 'vitest'
import type { RunResult } from '../../harness/model/result.ts'
import { tapText } from '../../reports/tap.ts'
import { visible } from '../../reports/text.ts'
import { hostileRun } from './hostile.ts'
import { mixedRun, requirement, reusedCode, run } from './samples.ts'

/** What a harness makes of the text, and the lines that it takes for no TAP. */
function parse(text: string) {
  const extra: string[] = []
  let results: FinalResults | undefined
  const parser = new Parser({ passes: true }, (all) => {
    results = all
  })
  parser.on('extra', (line: string) => extra.push(line))
  parser.end(text)
  if (!results) throw new Error('the parser did not end')
  return { ...results, extra }
}

const parsed = (result: RunResult) => parse(tapText(result))

test('a point a requirement: what is broken fails, what could not be decided is skipped', () => {
  const { ok, count, failures, skips, extra } = parsed(mixedRun)
  expect({ ok, count, extra }).toEqual({ ok: false, count: mixedRun.requirements.length, extra: [] })
  expect(failures.map((one) => 'name' in one && one.name)).toEqual([
    'AUTHZ-2 What AUTHZ-2 asks of the service',
    'TOKEN-3 What TOKEN-3 asks of the service',
    'REFRESH-9 What REFRESH-9 asks of the service',
  ])
  expect(skips?.map(({ skip }) => skip)).toEqual([
    'inconclusive: how long a code lives is not known (needs SANDBOX_CODE_LIFETIME_SECONDS)',
    'inconclusive: there is no second client (needs SANDBOX_OTHER_CLIENT_ID, SANDBOX_OTHER_CLIENT_SECRET)',
    'not-applicable: the service does not rotate refresh tokens',
    'inconclusive: there is no second client (needs SANDBOX_OTHER_CLIENT_ID, SANDBOX_OTHER_CLIENT_SECRET)',
  ])
})

test('the diagnostics of a failure say what was expected and what came', () => {
  const [failure] = parsed(
    run([requirement({ id: 'TOKEN-3', verdict: 'fail', violations: [reusedCode] })]),
  ).failures
  expect(failure?.diag).toMatchObject({
    level: 'MUST',
    message:
      'second exchange: expected 4xx with error invalid_grant, and no token, received 200 with a token response',
    details: expect.arrayContaining(['  received    200 with a token response']),
  })
})

test('what a baseline knows is to do, and fails nothing', () => {
  const broken = requirement({ id: 'TOKEN-3', verdict: 'fail', violations: [reusedCode] })
  const known = [{ requirement: 'TOKEN-3', reason: 'fixed in release #4' }]
  const baseline = { known, beyond: [], unseen: [], expired: [], stale: [] }
  const { ok, todos } = parsed(run([broken], { baseline }))
  expect({ ok, todo: todos?.map(({ todo }) => todo) }).toEqual({
    ok: true,
    todo: ['known violation: fixed in release #4'],
  })
})

test('a run without a result is not ok', () => {
  expect(parsed(run([], { problem: 'the service refused the connection' })).ok).toBe(false)
  expect(parsed(run([requirement({ id: 'ORG-3', verdict: 'inconclusive' })])).ok).toBe(false)
})

test('whatever a service sends, each point is one, and says no more than its verdict', () => {
  fc.assert(
    fc.property(hostileRun, (result) => {
      const text = tapText(result)
      const { count, extra, plan, bailout } = parse(text)
      expect({ extra, count, bailout }).toEqual({ extra: [], count: plan.end, bailout: false })
      expect(visible(text)).toBe(text)
    }),
    { numRuns: 50, seed: 1 },
  )
  const title = 'nothing is wrong # SKIP'
  const sneaky = requirement({ id: 'TOKEN-3', title, verdict: 'fail', violations: [reusedCode] })
  expect(parsed(run([sneaky])).ok).toBe(false)
})
