import { availableParallelism } from 'node:os'
import { expect, test } from 'vitest'
import { serviceRequirements } from '../../contract/index.ts'
import { faultById } from '../../mock/faults/index.ts'
import { breakages, countFaults, faultOf, keyOf, pairsOf } from '../../mock/generated/index.ts'
import { drawFaults, generatedAmong, generatedCases } from '../../proof/generated.ts'
import { matrixOf } from '../../proof/matrix.ts'
import { caseName, matrixText } from '../../proof/matrix-text.ts'
import { runCases } from '../../proof/run-cases.ts'
import { tallyOf, tallyText } from '../../proof/tally.ts'

const EFFORT = { seed: 3, runs: 10, rows: 1 }

test('what can break has a name of its own, and each value under which it may', () => {
  const names = breakages.map(({ id }) => id)
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  const twice = breakages.filter(({ values }) => new Set(values.map(keyOf)).size < values.length)
  expect(twice.map(({ id }) => id)).toEqual([])
  const odd = breakages.flatMap(({ id, values }) =>
    values.map((value) => `${id}:${keyOf(value)}`).filter((key) => /[\s,+]|:.*:/.test(key)),
  )
  expect(odd).toEqual([])
})

test('there are tens of thousands, of most requirements', () => {
  expect(countFaults()).toBeGreaterThan(50_000)
  const broken = new Set(breakages.map(({ requirement }) => requirement))
  expect(broken.size).toBeGreaterThan(serviceRequirements.length / 2)
})

test('a seed draws the same faults each time, another one others, and more begin with the same', () => {
  const ids = drawFaults(11, 200).map(({ id }) => id)
  expect(new Set(ids).size).toBe(200)
  expect(drawFaults(11, 200).map(({ id }) => id)).toEqual(ids)
  expect(drawFaults(11, 50).map(({ id }) => id)).toEqual(ids.slice(0, 50))
  expect(drawFaults(12, 200).map(({ id }) => id)).not.toEqual(ids)
  expect(drawFaults(11, 20, ['REFRESH']).every(({ requirement }) => requirement.startsWith('REFRESH-'))).toBe(
    true,
  )
})

test('a fault is found again by its id, at one value and at a pair', () => {
  for (const { id, description } of drawFaults(5, 100)) expect(faultById(id).description).toBe(description)
  const paired = breakages.find((one) => pairsOf(one).length > 0)
  const [pair] = paired ? pairsOf(paired) : []
  if (!paired || !pair) throw new Error('nothing breaks at a pair')
  const fault = faultOf(paired, pair)
  expect(fault.id).toContain('+')
  expect(faultById(fault.id).id).toBe(fault.id)
  for (const id of ['gen:no-such', `${fault.id}+method=none`, 'gen:'])
    expect(() => faultById(id)).toThrow(`unknown generated fault ${JSON.stringify(id)}`)
})

test('a run has services of legal variants, two or three in each', () => {
  const variants = generatedCases(100, EFFORT).filter(({ kind }) => kind === 'variant')
  expect(variants).toHaveLength(3)
  expect(variants.every(({ variants: { length } }) => length === 2 || length === 3)).toBe(true)
})

const CAUGHT = [
  'gen:update-3-donor_city-cut:length=over-50',
  'gen:pledged-2-quantity-stored:method=put+status=settled',
  'gen:bearer-2-scheme-Token:call=put',
  'gen:error-1-invalid-field-text-html:method=patch',
]
const MISSED = 'gen:refresh-3-refresh-token-lost:refresh=5'

test('faults are caught, and what is missed is shown with the value that would have found it', async () => {
  const noticed = generatedAmong(CAUGHT, EFFORT)
  // Whatever the suite tries one day: a requirement that has nothing to do with it does not notice.
  const elsewhere = [{ seed: EFFORT.seed, runs: EFFORT.runs, only: ['VERSION-1'] }]
  const unnoticed = generatedAmong([MISSED], EFFORT).map((one) => ({ ...one, attempts: elsewhere }))
  const judged = await runCases([...noticed, ...unnoticed], availableParallelism())
  expect(judged.filter(({ outcome }) => outcome === 'caught').map(caseName)).toEqual(CAUGHT)
  const matrix = matrixOf(judged)
  expect(matrixText(matrix)).toContain(`  ${MISSED} [REFRESH-3]`)
  expect(matrixText(matrix)).toContain('when it is refresh 5.')
  const text = tallyText(tallyOf(matrix))
  expect(text).toMatch(/UPDATE +1 of 1/)
  expect(text).toMatch(/REFRESH +0 of 1/)
}, 300_000)
