import { expect, test } from 'vitest'
import { attempt } from '../../proof/attempts.ts'
import { type Flagged, judgeCase, matrixOf, type ProofCase } from '../../proof/matrix.ts'
import { figureSentence, matrixText } from '../../proof/matrix-text.ts'
import { requirement, reusedCode, run } from '../reports/samples.ts'

const few = { seed: 1, runs: 2 }
const fault: ProofCase = {
  ...{ kind: 'fault', faults: ['token-3-x'], variants: [], description: '', requirement: 'TOKEN-3' },
  attempts: [few, { seed: 1, runs: 25 }],
}
const variant: ProofCase = {
  ...{ kind: 'variant', faults: [], variants: ['x'], description: '' },
  attempts: [few],
}

const flag = (id: string, verdict: Flagged['verdict'] = 'fail'): Flagged => ({ id, verdict, why: '' })
const judged = (proofCase: ProofCase, ...flagged: readonly Flagged[]) => {
  const { outcome, wrongly } = judgeCase({ proofCase, flagged, requests: 1, durationMs: 1 })
  return [outcome, wrongly.map(({ id }) => id)]
}

test('a fault is caught where its requirement is held against the service', () => {
  expect(judged(fault, flag('TOKEN-3'), flag('TOKEN-4'))).toEqual(['caught', ['TOKEN-4']])
  expect(judged(fault, flag('TOKEN-4'))).toEqual(['misnamed', ['TOKEN-4']])
  expect(judged(fault)).toEqual(['missed', []])
})

test('a failure of the suite catches no fault, and accuses a legal service', () => {
  expect(judged(fault, flag('TOKEN-3', 'error'))).toEqual(['missed', []])
  expect(judged(fault, flag('TOKEN-4', 'error'))).toEqual(['missed', ['TOKEN-4']])
  expect(judged(variant, flag('TOKEN-3', 'error'))).toEqual([undefined, ['TOKEN-3']])
})

test('a legal service that could not be tested to the end is no proof', async () => {
  const ended = run([], { problem: 'the service does not answer' })
  const { flagged } = await attempt(variant, async () => ended)
  expect(flagged).toEqual([{ id: 'RUN', verdict: 'error', why: 'the service does not answer' }])
  const undecided = requirement({ id: 'TOKEN-3', verdict: 'inconclusive', reason: 'no code' })
  expect((await attempt(variant, async () => run([undecided]))).flagged).toMatchObject([{ id: 'RUN' }])
})

test('a fault whose service could not be tested to the end is missed, and told why', async () => {
  const result = await attempt(fault, async () => run([], { problem: 'the service does not answer' }))
  expect(judgeCase(result).outcome).toBe('missed')
  expect(matrixText(matrixOf([judgeCase(result)]))).toContain('RUN error: the service does not answer')
})

test('what a legal service leaves undecided is told', async () => {
  const undecided = requirement({ id: 'TOKEN-3', verdict: 'inconclusive', reason: 'no code' })
  const result = await attempt(variant, async () => run([undecided, requirement({ id: 'TOKEN-4' })]))
  expect(result).toMatchObject({ flagged: [], undecided: ['TOKEN-3'] })
  expect(matrixText(matrixOf([judgeCase(result)]))).toContain(
    'Legal, and not decided in all (1)\n  x: TOKEN-3\n',
  )
})

test('there is no figure of what was not tried', () => {
  const caught = judgeCase({ proofCase: fault, flagged: [flag('TOKEN-3')], requests: 1, durationMs: 1 })
  const legal = judgeCase({ proofCase: variant, flagged: [], requests: 1, durationMs: 1 })
  const alone = 'sensitivity  100.0 %  1 of 1 faults caught and rightly named\n'
  expect(matrixText(matrixOf([caught]))).toBe(alone)
  expect(matrixText(matrixOf([legal]))).toBe('specificity  100.0 %  1 of 1 legal variants not accused\n')
  expect(figureSentence(matrixOf([caught]))).toBe('Sensitivity 100.0 % of 1 faults.')
  const both = matrixOf([caught, legal])
  expect(matrixText(both)).toBe(`${alone}specificity  100.0 %  1 of 1 legal variants not accused\n`)
  expect(figureSentence(both)).toBe(
    'Sensitivity 100.0 % of 1 faults, specificity 100.0 % of 1 legal variants.',
  )
})

test('a fault is looked for until it is noticed', async () => {
  const pass = run([requirement({ id: 'TOKEN-3' })])
  const fail = run([requirement({ id: 'TOKEN-3', verdict: 'fail', violations: [reusedCode] })])
  const tried: number[] = []
  const { flagged } = await attempt(fault, async (_, { runs }) => {
    tried.push(runs)
    return runs === 25 ? fail : pass
  })
  expect(tried).toEqual([2, 25])
  expect(flagged).toMatchObject([{ id: 'TOKEN-3', verdict: 'fail' }])
})
