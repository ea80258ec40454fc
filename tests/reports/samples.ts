import type { AdviceReport } from '../../advice/advice.ts'
import { adviceCatalogue } from '../../advice/catalogue.ts'
import { outcomeOf } from '../../harness/model/outcome.ts'
import type { RequirementResult, RunResult, Violation } from '../../harness/model/result.ts'

/** A requirement that passed, but for what the test says. */
export function requirement(
  part: Partial<RequirementResult> & Pick<RequirementResult, 'id'>,
): RequirementResult {
  return {
    level: 'MUST',
    title: `What ${part.id} asks of the service`,
    source: 'Errors; RFC 6749, 4.1.2',
    verdict: 'pass',
    violations: [],
    cases: 1,
    requests: 3,
    durationMs: 120,
    ...part,
  }
}

export const reusedCode: Violation = {
  case: 'second exchange',
  expected: '4xx with error invalid_grant, and no token',
  received: '200 with a token response',
  exchanges: [],
  curl: [
    "curl -i -X POST 'http://127.0.0.1:9000/oauth2/token' -d 'grant_type=authorization_code&code=[code]'",
    "curl -i -X POST 'http://127.0.0.1:9000/oauth2/token' -d 'grant_type=authorization_code&code=[code]'",
  ],
}

export const alteredState: Violation = {
  expected: 'the state "%" unchanged',
  received: 'the state "%25"',
  exchanges: [],
  curl: ["curl -i 'http://127.0.0.1:9000/oauth2/authorize?response_type=code&state=%25'"],
  counterexample: {
    value: '"%"',
    seed: 42,
    path: '3:0:1',
    replay: 'donation-conformance run --replay AUTHZ-2:42:3:0:1',
    curl: ["curl -i 'http://127.0.0.1:9000/oauth2/authorize?response_type=code&state=%25'"],
  },
}

/** A run with these requirements; its outcome follows from them. */
export function run(
  requirements: readonly RequirementResult[],
  part: Partial<Omit<RunResult, 'run'>> & { run?: Partial<RunResult['run']> } = {},
): RunResult {
  const strict = part.run?.strict ?? false
  return {
    tool: { name: 'donation-conformance', version: '0.1.0' },
    target: { kind: 'mock', authUrl: 'http://127.0.0.1:9000', apiUrl: 'http://127.0.0.1:9001' },
    outcome: outcomeOf(requirements, { strict, problem: part.problem }),
    requirements,
    coverage: [],
    observations: [],
    exchanges: [],
    ...part,
    run: {
      startedAt: '2026-01-02T03:04:05.678Z',
      durationMs: 3210,
      seed: 42,
      runs: 100,
      requests: 412,
      strict,
      ...part.run,
    },
  }
}

/** A requirement that is broken in two ways, by some of the rows of a table. */
export const partlyBroken = requirement({
  id: 'UPDATE-3',
  verdict: 'fail',
  violations: [
    ...Array.from({ length: 12 }, (_, index) => ({
      case: `row ${index}`,
      expected: `memo "thanks ${index}", as it was sent`,
      received: 'memo null',
      exchanges: [],
      curl: [],
    })),
    { case: 'PUT', expected: 'donor_city "Rome"', received: 'donor_city "ROME"', exchanges: [], curl: [] },
  ],
  patterns: [
    {
      test: 'UPDATE-3/every field',
      failed: 13,
      of: 84,
      combinations: [
        { marks: ['identifier', 'memo'], rows: 12 },
        { marks: ['method PUT', 'donor_city'], rows: 1 },
      ],
    },
  ],
})

/** One requirement of each verdict, in three families. */
export const mixedRun = run(
  [
    requirement({ id: 'AUTHZ-1' }),
    requirement({ id: 'AUTHZ-2', verdict: 'fail', cases: 37, violations: [alteredState] }),
    requirement({ id: 'TOKEN-3', verdict: 'fail', violations: [reusedCode] }),
    requirement({
      id: 'TOKEN-6',
      verdict: 'inconclusive',
      reason: 'how long a code lives is not known',
      needs: ['SANDBOX_CODE_LIFETIME_SECONDS'],
    }),
    requirement({
      id: 'TOKEN-7',
      verdict: 'inconclusive',
      reason: 'there is no second client',
      needs: ['SANDBOX_OTHER_CLIENT_ID', 'SANDBOX_OTHER_CLIENT_SECRET'],
    }),
    requirement({
      id: 'TOKEN-12',
      level: 'SHOULD',
      verdict: 'warn',
      violations: [
        { expected: 'Cache-Control: no-store', received: 'no Cache-Control', exchanges: [], curl: [] },
      ],
    }),
    requirement({ id: 'TOKEN-14', level: 'MAY', verdict: 'observed' }),
    requirement({
      id: 'REFRESH-4',
      level: 'SHOULD',
      verdict: 'not-applicable',
      reason: 'the service does not rotate refresh tokens',
    }),
    requirement({
      id: 'REFRESH-8',
      verdict: 'inconclusive',
      reason: 'there is no second client',
      needs: ['SANDBOX_OTHER_CLIENT_ID', 'SANDBOX_OTHER_CLIENT_SECRET'],
    }),
    requirement({
      id: 'REFRESH-9',
      verdict: 'error',
      reason: 'TypeError: the suite read a field of undefined',
    }),
  ],
  { observations: [{ requirement: 'TOKEN-14', name: 'JSON body', value: '400 invalid_request' }] },
)

/** Security advice that is all safe, but for what the test says. */
export function adviceReport({
  advised = [],
  seen = 'something',
  isDeep = true,
}: {
  readonly advised?: readonly string[]
  readonly seen?: string
  readonly isDeep?: boolean
} = {}): AdviceReport {
  const results = adviceCatalogue.map((advice) => {
    const status = advised.includes(advice.id) ? ('advised' as const) : ('safe' as const)
    return { ...advice, status, seen: [seen] }
  })
  const refusals = [{ requirement: 'TOKEN-3', grant: 'authorization_code', answers: ['400 invalid_grant'] }]
  return { isDeep, results, refusals }
}
