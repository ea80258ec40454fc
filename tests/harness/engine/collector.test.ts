import { expect, test } from 'vitest'
import { serviceRequirements } from '../../../contract/index.ts'
import { Collector } from '../../../harness/engine/collector.ts'
import type { Evidence } from '../../../harness/model/evidence.ts'
import { settings, updateAnswer } from '../samples.ts'

function evidence(part: Partial<Evidence> = {}): Evidence {
  return { tests: [], observations: [], exchanges: [], monitors: [], ...part }
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

test('what tests, monitors and traffic showed comes together, in a stable order', () => {
  const collector = new Collector(settings({ only: ['TOKEN-3', 'TOKEN-12'] }))
  const sent = { ...updateAnswer({}), requirement: 'TOKEN-3' }
  const pass = { id: 'TOKEN-3', verdict: 'pass', violations: [], cases: 2, durationMs: 5 } as const
  collector.add(
    evidence({
      tests: [pass],
      exchanges: [{ ...sent, id: 2 }],
      observations: [{ requirement: 'TOKEN-14', name: 'a JSON body', value: '400' }],
    }),
  )
  collector.add(
    evidence({
      tests: [pass],
      exchanges: [{ ...sent, id: 1 }],
      monitors: [{ id: 'TOKEN-12', judged: 3, violations: [] }],
      observations: [{ requirement: 'TOKEN-2', name: 'lifetime', value: '3600' }],
    }),
  )
  const result = collector.result()
  expect(result.requirements).toMatchObject([
    { id: 'TOKEN-3', verdict: 'pass', cases: 4, requests: 2 },
    { id: 'TOKEN-12', verdict: 'pass', cases: 3 },
  ])
  expect(result.exchanges.map(({ id }) => id)).toEqual([1, 2])
  expect(result.observations.map(({ requirement }) => requirement)).toEqual(['TOKEN-2', 'TOKEN-14'])
})
