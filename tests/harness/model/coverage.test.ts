import { expect, test } from 'vitest'
import { summarize } from '../../../harness/model/coverage.ts'

test('values and pairs of values are counted against those that there are to try', () => {
  const axes = { method: ['PUT', 'PATCH'], field: ['city', 'name', 'memo'] }
  const rows = [
    { method: 'PUT', field: 'city' },
    { method: 'PUT', field: 'name' },
    { method: 'PUT', field: 'name' },
  ]
  expect(summarize({ test: 'UPDATE-4/each', axes, rows, knownPairs: 5 })).toEqual({
    test: 'UPDATE-4/each',
    axes: {
      method: { tried: 1, known: 2, untried: ['PATCH'] },
      field: { tried: 2, known: 3, untried: ['memo'] },
    },
    pairs: { tried: 2, known: 5 },
  })
})

test('one axis has no pairs', () => {
  expect(summarize({ test: 'X', axes: { case: ['a'] }, rows: [] })).toEqual({
    test: 'X',
    axes: { case: { tried: 0, known: 1, untried: ['a'] } },
  })
})
