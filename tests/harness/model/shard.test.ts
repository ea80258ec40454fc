import fc from 'fast-check'
import { expect, test } from 'vitest'
import { divide, shareOf } from '../../../harness/model/shard.ts'

const cost = (item: number) => item
const none = () => false

test('things are divided by what they cost, and keep their order', () => {
  expect(divide([3, 8, 5, 4, 2], 2, { costOf: cost, isFirst: none })).toEqual([
    [3, 8],
    [5, 4, 2],
  ])
})

test('some have to be in the first part, which gets less of the rest', () => {
  expect(divide([9, 1, 4, 5], 2, { costOf: cost, isFirst: (item) => item === 9 })).toEqual([
    [9, 1],
    [4, 5],
  ])
})

test('each thing is in exactly one part, and no part costs more than the others and its last thing', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer({ min: 1, max: 1000 })),
      fc.integer({ min: 1, max: 9 }),
      (items, of) => {
        const parts = divide(items, of, { costOf: cost, isFirst: none })
        const sums = parts.map((part) => part.reduce((sum, item) => sum + item, 0))
        expect(parts.flat().toSorted()).toEqual(items.toSorted())
        expect(parts).toHaveLength(of)
        expect(Math.max(...sums) - Math.min(...sums)).toBeLessThanOrEqual(Math.max(0, ...items))
      },
    ),
  )
})

test('of things that weigh the same, each shard takes every n-th', () => {
  const shares = [1, 2, 3].map((index) => shareOf(['a', 'b', 'c', 'd', 'e'], { index, of: 3 }))
  expect(shares).toEqual([['a', 'd'], ['b', 'e'], ['c']])
})
