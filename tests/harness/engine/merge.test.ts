import { expect, test } from 'vitest'
import { requirementById } from '../../../contract/index.ts'
import type { Verdict } from '../../../contract/verdict.ts'
import { merge } from '../../../harness/engine/merge.ts'
import type { RuleEvidence, TestEvidence } from '../../../harness/model/evidence.ts'
import type { Violation } from '../../../harness/model/result.ts'
import { exchange } from '../samples.ts'

const violation: Violation = { expected: 'this', received: 'that', exchanges: [], curl: [] }

function evidence(verdict: Verdict, part: Partial<TestEvidence> = {}): TestEvidence {
  return { id: 'TOKEN-3', verdict, violations: [], cases: 1, durationMs: 10, ...part }
}

function seen(part: Partial<RuleEvidence>): RuleEvidence {
  const { judged = 1, violations = [] } = part
  return { id: 'TOKEN-12', judged, kept: judged - violations.length, violations, ...part }
}

function merged(
  id: string,
  tests: readonly TestEvidence[],
  rules: readonly RuleEvidence[] = [],
  problem?: string,
) {
  return merge(requirementById(id), { tests, rules, requests: 7, problem })
}

test.each<[Verdict, readonly Verdict[]]>([
  ['pass', ['pass', 'pass']],
  ['pass', ['pass', 'not-applicable']],
  ['not-applicable', ['not-applicable', 'not-applicable']],
  ['inconclusive', ['pass', 'inconclusive']],
  ['inconclusive', ['not-applicable', 'inconclusive']],
  ['error', ['inconclusive', 'error', 'pass']],
  ['fail', ['error', 'pass', 'fail']],
  ['inconclusive', []],
])('%s is what %j come to', (verdict, verdicts) => {
  expect(
    merged(
      'TOKEN-3',
      verdicts.map((one) => evidence(one)),
    ).verdict,
  ).toBe(verdict)
})

test('what did not apply for want of something on our side is undecided, unless something else was tried', () => {
  const tooManyLogins = evidence('not-applicable', {
    reason: 'a login for each client costs too much here',
    needs: ['SANDBOX_LOGIN'],
  })
  expect(merged('TOKEN-3', [evidence('not-applicable'), tooManyLogins])).toMatchObject({
    verdict: 'inconclusive',
    reason: 'a login for each client costs too much here',
    needs: ['SANDBOX_LOGIN'],
  })
  expect(merged('TOKEN-3', [evidence('pass'), tooManyLogins]).verdict).toBe('pass')
})

test('so is what came to no end, as what it saw broke another requirement', () => {
  const stopped = evidence('not-applicable', { reason: 'its test stopped', stopped: true })
  expect(merged('TOKEN-3', [stopped])).toMatchObject({ verdict: 'inconclusive', reason: 'its test stopped' })
  expect(merged('TOKEN-3', [evidence('pass'), stopped]).verdict).toBe('pass')
})

test('the reason and the keys are those of the test that decided', () => {
  const result = merged('TOKEN-3', [
    evidence('pass', { cases: 4, durationMs: 30 }),
    evidence('not-applicable', { reason: 'no second client' }),
    evidence('inconclusive', { reason: 'nobody can log in', needs: ['SANDBOX_USERNAME'] }),
  ])
  expect(result).toMatchObject({
    verdict: 'inconclusive',
    reason: 'nobody can log in',
    needs: ['SANDBOX_USERNAME'],
    cases: 6,
    requests: 7,
    durationMs: 30,
  })
})

test('a requirement that nothing judged says so, or why the run ended', () => {
  expect(merged('TOKEN-3', []).reason).toBe('nothing in this run showed it')
  expect(merged('TOKEN-3', [], [], 'interrupted').reason).toBe('interrupted')
})

test('what a rule saw breaks a requirement by its level, whatever its own test says', () => {
  const rules = [seen({ judged: 5, violations: [violation] })]
  expect(merged('TOKEN-12', [evidence('pass')], rules)).toMatchObject({
    verdict: 'warn',
    violations: [violation],
    cases: 6,
  })
  expect(merged('TOKEN-15', [evidence('pass')], rules).verdict).toBe('fail')
})

test('what a rule saw in the traffic of others decides where the own test could not', () => {
  expect(merged('TOKEN-12', [evidence('inconclusive')], [seen({ judged: 3 })]).verdict).toBe('pass')
  expect(merged('TOKEN-12', [evidence('inconclusive')], [seen({ judged: 0 })]).verdict).toBe('inconclusive')
  expect(merged('TOKEN-12', [evidence('error')], [seen({ judged: 3 })]).verdict).toBe('error')
})

test('a test that broke off leaves open what a rule shows in part only', () => {
  const brokeOff = evidence('inconclusive', { id: 'UPDATE-1', reason: 'the hook beforeTest failed' })
  const noKey = evidence('inconclusive', { id: 'UPDATE-1', needs: ['SANDBOX_PLEDGED_DONATION_IDS'] })
  const notApplicable = evidence('not-applicable', { id: 'UPDATE-1' })
  const rules = [seen({ id: 'UPDATE-1', judged: 160 })]
  expect(merged('UPDATE-1', [brokeOff, noKey, notApplicable], rules)).toMatchObject({
    verdict: 'inconclusive',
    reason: 'the hook beforeTest failed',
  })
  expect(merged('UPDATE-1', [noKey, notApplicable], rules).verdict).toBe('pass')
  expect(merged('UPDATE-1', [], rules).verdict).toBe('pass')
  const broken = [seen({ id: 'UPDATE-1', judged: 160, violations: [violation] })]
  expect(merged('UPDATE-1', [brokeOff], broken).verdict).toBe('fail')
})

test('tests that only send pass nothing: without an exchange that a rule speaks of, nothing is decided', () => {
  const sent = [evidence('not-applicable', { reason: 'its rule judges what was sent' })]
  expect(merged('TOKEN-12', sent, [seen({ judged: 3 })]).verdict).toBe('pass')
  expect(merged('TOKEN-12', sent, [seen({ judged: 0 })])).toMatchObject({
    verdict: 'inconclusive',
    reason: 'nothing in this run showed it',
  })
})

test('half of the traffic decides nothing', () => {
  expect(merged('TOKEN-12', [], [seen({ judged: 3 })], 'interrupted').verdict).toBe('inconclusive')
})

test('one cause seen a thousand times is shown a few times', () => {
  const rules = Array.from({ length: 1000 }, () => seen({ violations: [violation] }))
  expect(merged('TOKEN-12', [], rules).violations).toHaveLength(5)
})

test('of what rules saw, the few that are shown are those that are read soonest', () => {
  const sent = (length: number): Violation => ({
    ...violation,
    exchanges: [exchange({ url: 'http://api.example/', requestBody: 'x'.repeat(length) })],
  })
  const rules = [seen({ violations: [90, 80, 70, 60, 50, 40, 30].map(sent) })]
  const { violations } = merged('TOKEN-12', [], rules)
  expect(violations).toEqual([30, 40, 50, 60, 70].map(sent))
})

test('of several violations the one that is read soonest comes first, those that come and go last', () => {
  const shownBy = (...bodies: readonly string[]): Violation => ({
    ...violation,
    received: bodies.join(),
    exchanges: bodies.map((requestBody) => exchange({ url: 'http://api.example/', requestBody })),
  })
  const [large, two, one] = [
    shownBy(`{"a":"${'x'.repeat(900)}"}`),
    shownBy('{"a":1}', '{"a":1}'),
    shownBy('{"a":1}'),
  ]
  const flaky: Violation = { ...shownBy('{"b":1}'), tries: { broken: 1, of: 3 } }
  const read = shownBy('{"a":1}', '{}')
  const result = merged('TOKEN-3', [
    evidence('fail', { violations: [flaky, large, two] }),
    evidence('fail', { violations: [read, one] }),
  ])
  expect(result.violations).toEqual([one, read, two, large, flaky])
})

test('what the tests say of what fails and what passes is kept, by test', () => {
  const pattern = { test: 'TOKEN-3/each kind', failed: 1, of: 4, combinations: [] }
  expect(merged('TOKEN-3', [evidence('pass'), evidence('fail', { pattern })]).patterns).toEqual([pattern])
  expect(merged('TOKEN-3', [evidence('pass')])).not.toHaveProperty('patterns')
})

test('how broad a violation is: what a property finds counts each time, what rules see too', () => {
  const pattern = { test: 'TOKEN-3/a', failed: 12, of: 84, combinations: [] }
  const tests = [
    evidence('fail', { violations: [violation], pattern, cases: 72 }),
    evidence('fail', { violations: [violation, violation], cases: 6 }),
    evidence('pass', { cases: 4 }),
    evidence('inconclusive', { cases: 50 }),
  ]
  expect(merged('TOKEN-3', tests).breadth).toEqual({ broken: 14, of: 94 })
  const rules = [seen({ judged: 500, kept: 460, violations: [violation] }), seen({ judged: 100 })]
  expect(merged('TOKEN-12', [], rules).breadth).toEqual({ broken: 40, of: 600 })
  expect(merged('TOKEN-3', [evidence('pass')]).breadth).toBeUndefined()
})
