import { describe, expect, test } from 'vitest'
import { serviceRequirements } from '../../../contract/index.ts'
import { Collector } from '../../../harness/engine/collector.ts'
import type { Evidence } from '../../../harness/model/evidence.ts'
import { settings, updateAnswer } from '../samples.ts'

function evidence(part: Partial<Evidence> = {}): Evidence {
  return { tests: [], observations: [], exchanges: [], rules: [], ...part }
}

test('a run that never began holds every requirement of the service, undecided', () => {
  const result = new Collector(settings()).result('connection refused')
  expect(result.requirements.map(({ id }) => id)).toEqual(serviceRequirements.map(({ id }) => id))
  expect(new Set(result.requirements.map(({ verdict, reason }) => `${verdict}: ${reason}`))).toEqual(
    new Set(['inconclusive: connection refused']),
  )
  expect(result).toMatchObject({
    outcome: 'error',
    problem: 'connection refused',
    run: { seed: 42, requests: 0 },
  })
})

test('a selection confines the record', () => {
  const result = new Collector(settings({ only: ['TOKEN-3', 'ORG-1'] })).result()
  expect(result.requirements.map(({ id }) => id)).toEqual(['TOKEN-3', 'ORG-1'])
  expect(result.run.only).toEqual(['TOKEN-3', 'ORG-1'])
})

test('what a selected test finds broken is told, whatever requirement that is of', () => {
  const collector = new Collector(settings({ only: ['UPDATE-4'] }))
  const violations = [{ expected: 'a', received: 'b', exchanges: [], curl: [] }]
  const ended = { cases: 1, durationMs: 1 }
  collector.take({
    evidence: evidence({
      tests: [
        { ...ended, id: 'UPDATE-4', verdict: 'pass', violations: [] },
        { ...ended, id: 'UPDATE-3', verdict: 'fail', violations },
      ],
    }),
  })
  expect(collector.result()).toMatchObject({
    outcome: 'violates',
    requirements: [
      { id: 'UPDATE-3', verdict: 'fail' },
      { id: 'UPDATE-4', verdict: 'pass' },
    ],
  })
})

test('what tests, rules and traffic showed comes together, in a stable order', () => {
  const collector = new Collector(settings({ only: ['TOKEN-3', 'TOKEN-12'] }))
  const sent = { ...updateAnswer({}), requirement: 'TOKEN-3' }
  const pass = { id: 'TOKEN-3', verdict: 'pass', violations: [], cases: 2, durationMs: 5 } as const
  collector.take({
    evidence: evidence({
      tests: [pass],
      exchanges: [{ ...sent, id: 2 }],
      observations: [{ requirement: 'TOKEN-14', name: 'a JSON body', value: '400' }],
    }),
  })
  collector.take({
    evidence: evidence({
      tests: [pass],
      exchanges: [{ ...sent, id: 1 }],
      rules: [{ id: 'TOKEN-12', judged: 3, kept: 3, violations: [] }],
      observations: [{ requirement: 'TOKEN-2', name: 'lifetime', value: '3600' }],
    }),
  })
  const result = collector.result()
  expect(result.requirements).toMatchObject([
    { id: 'TOKEN-3', verdict: 'pass', cases: 4, requests: 2 },
    { id: 'TOKEN-12', verdict: 'pass', cases: 3 },
  ])
  expect(result.exchanges.map(({ id }) => id)).toEqual([1, 2])
  expect(result.observations.map(({ requirement }) => requirement)).toEqual(['TOKEN-2', 'TOKEN-14'])
})

describe('a replay', () => {
  const replay = { test: 'UPDATE-4/pledged', seed: 1, path: '0' }
  const replaying = (...tests: Evidence['tests']) => {
    const collector = new Collector(settings({ only: ['UPDATE-4'], replay }))
    collector.take({ planned: ['UPDATE-4'] })
    collector.take({ evidence: evidence({ tests }) })
    return collector
  }
  const ended = { violations: [], cases: 1, durationMs: 1 }

  test('shows what its case breaks, whatever requirement that is of', () => {
    const violations = [{ expected: 'a', received: 'b', exchanges: [], curl: [] }]
    const collector = replaying(
      { ...ended, id: 'UPDATE-4', verdict: 'not-applicable', reason: 'its test stopped' },
      { ...ended, id: 'UPDATE-2', verdict: 'fail', violations },
    )
    expect(collector.notReplayed).toBeUndefined()
    expect(collector.result()).toMatchObject({
      outcome: 'violates',
      requirements: [{ id: 'UPDATE-2', verdict: 'fail' }, { id: 'UPDATE-4' }],
    })
  })

  test.each(['inconclusive', 'not-applicable'] as const)('that is %s was not sent', (verdict) => {
    const collector = replaying({ ...ended, id: 'UPDATE-4', verdict, reason: 'no such donation' })
    expect(collector.notReplayed).toBe('the case was not sent again: no such donation')
  })

  test('that passes was', () => {
    expect(replaying({ ...ended, id: 'UPDATE-4', verdict: 'pass' }).notReplayed).toBeUndefined()
  })
})
