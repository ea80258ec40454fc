import { expect, test } from 'vitest'
import { coveringArray } from '../../../harness/model/covering-array.ts'

const numbered = (name: string, count: number) => Array.from({ length: count }, (_, n) => `${name}${n}`)
const factors = {
  field: numbered('f', 6),
  beside: numbered('b', 4),
  by: numbered('m', 2),
  where: numbered('w', 3),
}

function every(keys: readonly (keyof typeof factors)[]): string[] {
  return keys.reduce<string[]>(
    (all, key) => all.flatMap((one) => factors[key].map((name) => `${one} ${name}`)),
    [''],
  )
}

test.each([
  ['pairs', 2, ['field', 'where']],
  ['triples', 3, ['field', 'by', 'where']],
] as const)('%s are all there, in fewer rows than there are combinations', (_name, strength, keys) => {
  const rows = coveringArray(factors, strength)
  const found = new Set(rows.map((row) => keys.map((key) => ` ${row[key]}`).join('')))
  expect([...found].toSorted()).toEqual(every(keys).toSorted())
  expect(rows.length).toBeLessThan(6 * 4 * 2 * 3)
})

test('the rows are the same each time', () => {
  expect(coveringArray(factors, 2)).toEqual(coveringArray(factors, 2))
})

test('what makes no sense together is left out', () => {
  const rows = coveringArray(factors, 2, ({ field, by }) => field === 'f0' && by === 'm1')
  expect(rows.some(({ field, by }) => field === 'f0' && by === 'm1')).toBe(false)
  expect(rows.some(({ field }) => field === 'f0')).toBe(true)
})

test('a single factor is a list, and an empty one covers nothing', () => {
  expect(coveringArray({ by: factors.by }, 2)).toEqual([{ by: 'm0' }, { by: 'm1' }])
  expect(coveringArray({ by: factors.by, none: [] }, 2)).toEqual([])
})

test('a value that fits nowhere is in no row, and the others are covered all the same', () => {
  const rows = coveringArray(factors, 2, ({ field, by }) => field === 'f0' && by !== undefined)
  expect(rows.some(({ field }) => field === 'f0')).toBe(false)
  expect(new Set(rows.map(({ field, by }) => `${field} ${by}`)).size).toBe(10)
})

test('large factors cost little more than the pairs of the largest two', () => {
  const rows = coveringArray({ ...factors, text: numbered('t', 60) }, 2)
  expect(rows.length).toBeGreaterThanOrEqual(360)
  expect(rows.length).toBeLessThan(400)
})

test('the first rows hold every value', () => {
  const rows = coveringArray(factors, 2)
  const needed = rows.findIndex((_, index) => {
    const seen = new Set(rows.slice(0, index + 1).flatMap((row) => Object.values(row)))
    return seen.size === Object.values(factors).flat().length
  })
  expect(needed).toBeLessThan(10)
})

test('with strength 1 each value is there once, beside the others in turn', () => {
  const rows = coveringArray({ ...factors, text: numbered('t', 60) }, 1)
  expect(rows.map(({ text }) => text)).toEqual(numbered('t', 60))
  const beside = (key: string, value: string) => rows.filter((row) => row[key] === value).length
  for (const value of factors.by) expect(beside('by', value)).toBe(30)
  expect(new Set(rows.map(({ by, where }) => `${by} ${where}`)).size).toBe(6)
})

test('with strength 1 too, what makes no sense together is left out, and nothing else', () => {
  const rows = coveringArray(factors, 1, ({ field, by }) => by === 'm1' && field !== 'f3')
  expect(rows.filter(({ by }) => by === 'm1').map(({ field }) => field)).toEqual(['f3'])
  expect(rows.map(({ field }) => field)).toEqual(expect.arrayContaining(factors.field))
})
