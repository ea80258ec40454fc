import { expect, test } from 'vitest'
import { type FinishedShard, joinShards } from '../../../harness/engine/join-shards.ts'
import type { RuleEvidence, TestEvidence } from '../../../harness/model/evidence.ts'
import type { Violation } from '../../../harness/model/result.ts'

const violation: Violation = { expected: 'a 2xx answer', received: '500', exchanges: [], curl: [] }

function passed(id: string, part: Partial<TestEvidence> = {}): TestEvidence {
  return { id, verdict: 'pass', violations: [], cases: 1, durationMs: 10, ...part }
}

function seen(id: string, judged: number, violations: readonly Violation[] = []): RuleEvidence {
  return { id, judged, kept: judged - violations.length, failures: violations.map(() => []), violations }
}

interface Part extends Partial<Omit<FinishedShard, 'run' | 'evidence'>> {
  readonly only: readonly string[]
  readonly tests?: readonly TestEvidence[]
  readonly rules?: readonly RuleEvidence[]
  readonly lacks?: readonly string[]
  readonly setAside?: Readonly<Record<string, string>>
  readonly durationMs?: number
  readonly startedAt?: string
}

/** The result of two shards. */
function joined(...parts: readonly [Part, Part]) {
  const [first, second] = parts.map((part, position): FinishedShard => {
    const { only, tests = [], rules = [], lacks = [], setAside = {}, durationMs = 1000, ...others } = part
    const { startedAt = `2026-01-02T03:04:0${5 - position}.000Z`, ...rest } = others
    return {
      tool: { name: 'donation-conformance', version: '0.1.0' },
      target: { kind: 'sandbox', authUrl: 'https://auth.example', apiUrl: 'https://api.example' },
      run: {
        ...{ startedAt, durationMs, seed: 1, runs: 25, requests: 10, strict: false },
        ...{ only, shard: { index: position + 1, of: 2 } },
      },
      ...{ coverage: [], observations: [], exchanges: [], requests: new Map(only.map((id) => [id, 4])) },
      evidence: { tests, rules, lacks, setAside },
      ...rest,
    }
  })
  if (!first || !second) throw new Error('there are two')
  return joinShards([first, second])
}

const verdictOf = ({ requirements }: ReturnType<typeof joined>, id: string) =>
  requirements.find((one) => one.id === id)?.verdict

test('requirements of all shards, in the order of the catalogue, are those of one run', () => {
  const { requirements, run, outcome } = joined(
    { only: ['TOKEN-1'], tests: [passed('TOKEN-1')] },
    { only: ['ENV-1'], tests: [passed('ENV-1')], durationMs: 3000 },
  )
  expect(requirements.map(({ id, verdict, requests }) => [id, verdict, requests])).toEqual([
    ['ENV-1', 'pass', 4],
    ['TOKEN-1', 'pass', 4],
  ])
  expect(outcome).toBe('conforms')
  // From the first start to the last end, and requests add up.
  expect(run).toEqual({
    startedAt: '2026-01-02T03:04:04.000Z',
    ...{ durationMs: 3000, seed: 1, runs: 25, requests: 20, strict: false },
  })
})

test('shards that ran one after the other took all the time from the first start to the last end', () => {
  const { run } = joined(
    { only: ['ENV-1'], startedAt: '2026-01-02T03:30:00.000Z', durationMs: 4000 },
    { only: ['TOKEN-1'], startedAt: '2026-01-02T03:00:00.000Z', durationMs: 60_000 },
  )
  expect(run).toMatchObject({ startedAt: '2026-01-02T03:00:00.000Z', durationMs: 30 * 60_000 + 4000 })
})

test('what a rule sees in the traffic of one shard counts for the requirement of another', () => {
  const result = joined(
    { only: ['ERROR-1'], rules: [seen('ERROR-1', 300)] },
    { only: ['ENV-1'], tests: [passed('ENV-1')], rules: [seen('ERROR-1', 200, [violation])] },
  )
  const error1 = result.requirements.find(({ id }) => id === 'ERROR-1')
  expect(error1).toMatchObject({ verdict: 'fail', cases: 500, breadth: { broken: 1, of: 500 } })
  expect(result.outcome).toBe('violates')
})

test('what the test of one shard sees broken beside its own requirement counts in another', () => {
  const beside = passed('UPDATE-4', { verdict: 'fail', violations: [violation], cases: 0 })
  const result = joined(
    { only: ['UPDATE-3'], tests: [passed('UPDATE-3'), beside] },
    { only: ['UPDATE-4'], tests: [passed('UPDATE-4')] },
  )
  expect(verdictOf(result, 'UPDATE-4')).toBe('fail')
})

test('what follows from a requirement of another shard names it', () => {
  const sign = 'accepted: an id that names no donation'
  const failed = { verdict: 'fail', violations: [violation], failures: [[sign]], kept: 3 } as const
  const result = joined(
    { only: ['UPDATE-14'], tests: [passed('UPDATE-14', failed)] },
    { only: ['BEARER-5'], tests: [passed('BEARER-5', failed)] },
  )
  expect(result.requirements.map(({ id, verdict, because }) => [id, verdict, because])).toEqual([
    ['BEARER-5', 'inconclusive', 'UPDATE-14'],
    ['UPDATE-14', 'fail', undefined],
  ])
})

test('a shard that did not finish makes the run unfinished, and is named', () => {
  const result = joined(
    { only: ['ENV-1'], tests: [passed('ENV-1')] },
    { only: ['TOKEN-1'], problem: 'no login' },
  )
  expect(result).toMatchObject({ outcome: 'error', problem: 'shard 2 of 2: no login' })
  expect(result.requirements.at(-1)).toMatchObject({ id: 'TOKEN-1', verdict: 'inconclusive' })
})

test('what was not configured keeps a requirement undecided', () => {
  const empty = passed('AUTHZ-10', { verdict: 'not-applicable', reason: 'nobody was asked' })
  const result = joined(
    { only: ['AUTHZ-10'], tests: [empty], lacks: ['login'] },
    { only: ['ENV-1'], tests: [passed('ENV-1')] },
  )
  expect(verdictOf(result, 'AUTHZ-10')).toBe('inconclusive')
})

test('what was configured wrongly is the reason, and what is to be mended', () => {
  const empty = passed('AUTHZ-10', { verdict: 'not-applicable', reason: 'nobody was asked' })
  const setAside = { SANDBOX_PASSWORD: 'it is refused' }
  const { requirements } = joined(
    { only: ['AUTHZ-10'], tests: [empty], lacks: ['login'], setAside },
    { only: ['ENV-1'], tests: [passed('ENV-1')] },
  )
  expect(requirements.find(({ id }) => id === 'AUTHZ-10')).toMatchObject({
    verdict: 'inconclusive',
    reason: 'configuration: SANDBOX_PASSWORD: it is refused',
    needs: ['SANDBOX_PASSWORD'],
  })
})
