import { expect, test } from 'vitest'
import { Confirmation } from '../../../harness/engine/confirm.ts'
import { runOnThrowaway } from '../../../harness/engine/in-process.ts'
import { runTest } from '../../../harness/engine/run-test.ts'
import { ViolationError } from '../../../harness/model/violation.ts'
import { openMock } from '../../../harness/session/open-target.ts'
import { Session } from '../../../harness/session/session.ts'
import { applyAll } from '../../../mock/apply.ts'
import { contractPolicies, type Policies } from '../../../mock/policies/index.ts'
import { suites } from '../../../suites/index.ts'
import { broken, exchange, settings } from '../samples.ts'

async function resultOf(policies: Policies, only: readonly string[], once = false) {
  const { target, close } = await openMock({ policies })
  try {
    return await runOnThrowaway({ target, seed: 1, runs: 5, strict: false, only, once }, suites)
  } finally {
    await close()
  }
}

/** A country in capitals is taken, but only the first time. */
function lenientOnce(): Policies {
  let taken = 0
  const { fieldRules } = contractPolicies.update
  return {
    ...contractPolicies,
    update: {
      ...contractPolicies.update,
      fieldRules: {
        ...fieldRules,
        donor_country: (value, update) =>
          value === 'AD' && taken++ === 0 ? undefined : fieldRules.donor_country(value, update),
      },
    },
  }
}

test('a violation that comes each time says so', async () => {
  const policies = applyAll(contractPolicies, { faults: ['token-11-any-is-code-exchange'] })
  const { requirements } = await resultOf(policies, ['TOKEN-11'])
  const tries = requirements[0]?.violations.map((one) => one.tries)
  expect(tries?.length).toBeGreaterThan(0)
  for (const one of tries ?? []) expect(one).toEqual({ broken: 3, of: 3 })
})

test('one that comes and goes stays a violation, and says how often', async () => {
  const { requirements } = await resultOf(lenientOnce(), ['UPDATE-10'])
  expect(requirements[0]).toMatchObject({
    verdict: 'warn',
    violations: [{ case: '"AD"', tries: { broken: 1, of: 3 } }],
  })
})

test('another mistake in its place is not the same again', async () => {
  const session = new Session({ ...settings(), shrinkSeconds: 0 })
  const answers = ['no city', 'no record', 'no record']
  const planned = {
    requirement: { id: 'UPDATE-2', options: { judgedByRule: true } },
    test: {
      run: async () => {
        throw broken(answers.shift() ?? '')
      },
    },
  } as const
  const { tests } = await new Confirmation(session).of(await runTest(session, planned))
  expect(tests[0]?.violations.map(({ received, tries }) => [received, tries])).toEqual([
    ['no city', { broken: 1, of: 3 }],
  ])
})

const refusedRefresh = exchange({
  method: 'POST',
  url: 'http://auth.example/oauth2/token',
  requestHeaders: { 'content-type': 'application/x-www-form-urlencoded' },
  requestBody: 'grant_type=refresh_token&refresh_token=given-before',
  status: 400,
  body: '{"error":"invalid_grant"}',
})

test.each([
  ['before it could look at what it ended itself', (_: Session) => {}, 'inconclusive'],
  ['after it had seen that nothing ends a grant', ({ grants }: Session) => grants.settle(undefined), 'fail'],
])('a refused token, in a run that was ended %s', async (_, look, verdict) => {
  const session = new Session(settings())
  session.issued.add('given-before')
  const planned = {
    requirement: { id: 'REFRESH-1', options: {} },
    test: {
      run: async () => {
        throw new ViolationError({ expected: 'tokens', received: '400', exchanges: [refusedRefresh] })
      },
    },
  } as const
  const run = await runTest(session, planned)
  look(session)
  session.endWith('the deadline is over')
  const { tests } = await new Confirmation(session).of(run)
  expect(tests.map((one) => [one.verdict, one.violations.length])).toEqual([
    [verdict, verdict === 'fail' ? 1 : 0],
  ])
})

test('a target that does the same each time is asked once', async () => {
  const { requirements } = await resultOf(lenientOnce(), ['UPDATE-10'], true)
  expect(requirements[0]?.violations.map(({ tries }) => tries)).toEqual([undefined])
})

test.each(['grants-one', 'grants-last-10', 'grants-ended-by-code-reuse'])(
  'where one grant ends another (%s), tests take turns and nobody is accused',
  async (variant) => {
    const policies = applyAll(contractPolicies, { variants: [variant] })
    const only = ['TOKEN-3', 'REFRESH-1', 'REFRESH-3', 'BEARER-4', 'UPDATE-1', 'AUTHZ-2', 'LIMIT-1']
    const { requirements, observations } = await resultOf(policies, only)
    const verdicts = requirements.map(({ id, verdict }) => `${id} ${verdict}`)
    expect(verdicts).toEqual([
      ...['AUTHZ-2', 'TOKEN-3', 'REFRESH-1', 'REFRESH-3', 'BEARER-4', 'UPDATE-1'].map((id) => `${id} pass`),
      'LIMIT-1 observed',
    ])
    expect(observations.filter(({ name }) => name.startsWith('grants'))).not.toEqual([])
  },
)

test('where only the reuse of a refresh token beyond its grace ends another grant, nobody is accused either', async () => {
  const variants = [
    'grants-ended-by-refresh-token-reuse',
    'grace-same-answer-30-seconds',
    'reuse-spares-access-tokens',
  ]
  const only = ['REFRESH-3', 'REFRESH-4', 'BEARER-4']
  const { requirements } = await resultOf(applyAll(contractPolicies, { variants }), only)
  expect(requirements.map(({ id, verdict }) => [id, verdict])).toEqual(only.map((id) => [id, 'pass']))
})
