import { expect, test } from 'vitest'
import { openRun } from '../../vitest/run.ts'

test.each([
  ['runs', { runs: Number.NaN }],
  ['runs', { runs: -5 }],
  ['seed', { seed: 1.5 }],
])('%s that are no such number are refused before anything is sent', async (name, options) => {
  await expect(openRun(options)).rejects.toThrow(new RegExp(`^${name}: `))
})
