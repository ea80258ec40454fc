import { expect, test } from 'vitest'
import type { RequirementId } from '../../../contract/index.ts'
import { InconclusiveError, NotApplicableError } from '../../../contract/verdict.ts'
import type { RequirementTest } from '../../../harness/authoring/index.ts'
import { runTest } from '../../../harness/engine/run-test.ts'
import { ManyViolationsError, ViolationError } from '../../../harness/model/violation.ts'
import { Session } from '../../../harness/session/session.ts'
import type { Trial } from '../../../harness/session/trial.ts'
import { broken, exchange, settings, target } from '../samples.ts'

async function found(id: RequirementId, run: RequirementTest['run'], session = new Session(settings())) {
  const { evidence } = await runTest(session, { requirement: { id, options: {} }, test: { run } })
  return evidence.tests
}

async function thrown(error: unknown, id: RequirementId = 'TOKEN-3') {
  const [own] = await found(id, () => Promise.reject(error))
  return own
}

test('a test that throws nothing passes; where the contract leaves it open, it has observed', async () => {
  expect(await found('TOKEN-3', async () => {})).toMatchObject([{ id: 'TOKEN-3', verdict: 'pass', cases: 1 }])
  expect(await found('TOKEN-14', async () => {})).toMatchObject([{ verdict: 'observed' }])
})

test('a violation counts by the level of its requirement', async () => {
  const violations = [{ expected: 'better', received: 'worse' }]
  expect(await thrown(broken('worse'))).toMatchObject({ verdict: 'fail', violations })
  expect(await thrown(broken('worse'), 'TOKEN-9')).toMatchObject({ verdict: 'warn', violations })
  expect(await thrown(broken('worse'), 'TOKEN-14')).toMatchObject({ verdict: 'observed', violations })
})

test('all cases that broke the requirement are violations of it', async () => {
  const cases = ['PUT', 'PATCH'].map((name) => ({ case: name, violation: broken('worse') }))
  const own = await thrown(new ManyViolationsError(cases))
  expect(own?.violations).toMatchObject([
    { case: 'PUT', test: 'TOKEN-3' },
    { case: 'PATCH', test: 'TOKEN-3' },
  ])
})

test('a violation that names another requirement counts against that one alone', async () => {
  const tests = await found('UPDATE-4', () => Promise.reject(broken('worse', 'UPDATE-10')))
  expect(tests).toMatchObject([
    { id: 'UPDATE-4', verdict: 'not-applicable', violations: [] },
    { id: 'UPDATE-10', verdict: 'warn', violations: [{ received: 'worse' }] },
  ])
})

test('where two answers are compared, either of them may have been to a token that others ended', async () => {
  const session = new Session(settings())
  session.issued.add('given')
  const answerTo = (token: string) => (status: number) =>
    exchange({
      method: 'PATCH',
      url: 'http://api/v1/donations/1',
      requestHeaders: { authorization: `Bearer ${token}` },
      status,
    })
  const showsOf = async (token: string, ...statuses: readonly number[]) => {
    const finding = { expected: 'the same', received: 'another', exchanges: statuses.map(answerTo(token)) }
    const run = () => Promise.reject(new ViolationError(finding))
    const planned = { requirement: { id: 'UPDATE-5', options: {} }, test: { run } } as const
    return (await runTest(session, planned)).isTokenRefused
  }
  expect(await showsOf('given', 401, 422)).toBe(true)
  expect(await showsOf('given', 422, 401)).toBe(true)
  expect(await showsOf('given', 422, 200)).toBe(false)
  expect(await showsOf('made-up', 401, 422)).toBe(false)
})

test('what could not be decided says what would decide it', async () => {
  expect(await thrown(new InconclusiveError('nobody can log in', ['SANDBOX_USERNAME']))).toMatchObject({
    verdict: 'inconclusive',
    reason: 'nobody can log in',
    needs: ['SANDBOX_USERNAME'],
  })
  expect(await thrown(new NotApplicableError('tokens do not rotate'))).toMatchObject({
    verdict: 'not-applicable',
    reason: 'tokens do not rotate',
  })
})

test.each([
  ['a TypeError', new TypeError('undefined is not a function'), 'undefined is not a function'],
  ['a string', 'oops', 'oops'],
  ['nothing at all', undefined, 'a test threw nothing'],
])('%s is an error of the suite, and nothing against the service', async (_name, error, reason) => {
  const own = await thrown(error)
  expect(own).toMatchObject({ verdict: 'error', violations: [] })
  expect(own?.reason).toContain(reason)
})

test('once the run is interrupted, only a violation found before still counts', async () => {
  const session = new Session(settings())
  session.abort.abort()
  const interrupted = { verdict: 'inconclusive', reason: 'the run was interrupted' }
  expect(await found('TOKEN-3', async () => {}, session)).toMatchObject([interrupted])
  expect(await found('TOKEN-3', () => Promise.reject(new TypeError()), session)).toMatchObject([interrupted])
  expect(await found('TOKEN-3', () => Promise.reject(broken('worse')), session)).toMatchObject([
    { verdict: 'fail' },
  ])
})

test('a request that an interruption cut short is nothing against the service', async () => {
  const session = new Session(settings({ target: { ...target, authUrl: 'http://127.0.0.1:1' } }))
  const tests = await found(
    'TOKEN-5',
    async () => {
      session.abort.abort()
      await session.oauth().exchangeCode('a-code')
    },
    session,
  )
  expect(tests).toMatchObject([{ verdict: 'inconclusive', violations: [] }])
})

test('no secret leaves the worker', async () => {
  const { secret } = target.client
  const { evidence } = await runTest(new Session(settings()), {
    requirement: { id: 'TOKEN-3', options: {} },
    test: {
      run: async (trial) => {
        trial.context().observe('echo', secret)
        throw broken(`client_secret ${secret} in the page`)
      },
    },
  })
  expect(JSON.stringify(evidence)).not.toContain(secret)
  expect(evidence.observations).toEqual([{ requirement: 'TOKEN-3', name: 'echo', value: '<client_secret>' }])
})

test('donations that a test was lent are free again when it has ended', async () => {
  const session = new Session(settings({ target: { ...target, pledgedDonationIds: ['only-one'] } }))
  const borrow = async (trial: Trial) => {
    expect(await trial.context().donation()).toBe('only-one')
  }
  for (let time = 0; time < 2; time++)
    expect(await found('UPDATE-1', borrow, session)).toMatchObject([{ verdict: 'pass' }])
})
