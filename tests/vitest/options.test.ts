import { expect, test, vi } from 'vitest'
import { openRun, selectedBy } from '../../vitest/run.ts'

test.each([
  ['runs', { runs: Number.NaN }],
  ['runs', { runs: -5 }],
  ['seed', { seed: 1.5 }],
])('%s that are no such number are refused before anything is sent', async (name, options) => {
  await expect(openRun(options)).rejects.toThrow(new RegExp(`^${name}: `))
})

test.each<[options: object, says: string]>([
  [{ only: 'TOKEN-3' }, 'only: Invalid input: expected array, received string'],
  [{ only: [] }, 'only: it names no requirement'],
  [{ only: ['TOKEN-99'] }, 'only: unknown requirement "TOKEN-99"'],
  [{ onyl: ['TOKEN-3'] }, 'conformance has no "onyl": the nearest is only'],
])('of %j no test is made, and the message says why', (options, says) => {
  expect(() => selectedBy(options)).toThrow(says)
})

test('a seed that is no number is called so', async () => {
  vi.stubEnv('CONFORMANCE_SEED', 'seven')
  await expect(openRun({})).rejects.toThrow('CONFORMANCE_SEED: must be a number')
  vi.unstubAllEnvs()
})

test('a key of the environment that is probably misspelt is refused', async () => {
  vi.stubEnv('CONFORMANCE_SEEDS', '7')
  await expect(openRun({})).rejects.toThrow('CONFORMANCE_SEEDS is not read: CONFORMANCE_SEED is')
  vi.unstubAllEnvs()
})
