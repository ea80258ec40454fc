import fc from 'fast-check'
import { expect, test } from 'vitest'
import { reducible, reducibleList, reducibleObject } from '../../generators/reducible.ts'

/** The smallest value that fails, and how many were tried on the way. */
function smallest<Value>(arbitrary: fc.Arbitrary<Value>, fails: (value: Value) => boolean) {
  let tries = 0
  const { counterexample } = fc.check(
    fc.property(arbitrary, (value) => {
      tries += 1
      return !fails(value)
    }),
    { seed: 3 },
  )
  return { value: counterexample?.[0], tries }
}

test('what does not matter is left out in halves', () => {
  const hundred = reducibleList(Array.from({ length: 100 }, (_, index) => index))
  const { value, tries } = smallest(hundred, (list) => list.includes(17) && list.includes(93))
  expect(value).toEqual([17, 93])
  expect(tries).toBeLessThan(60)
})

test('a part that has to stay gets smaller last', () => {
  const texts = reducible(fc.constant(Array.from({ length: 20 }, () => fc.string({ minLength: 30 }))))
  const { value, tries } = smallest(texts, (list) => list.some((text) => text.length > 9))
  expect(value).toHaveLength(1)
  expect(value?.[0]?.length).toBeGreaterThanOrEqual(30)
  expect(tries).toBeLessThan(100)
})

test('an object loses the fields that do not matter', () => {
  const body = { city: 'Rome', memo: 'thanks', email: null, name: 'Ann', advisor: {} }
  const { value } = smallest(reducibleObject(body), (one) => 'memo' in one && 'advisor' in one)
  expect(value).toEqual({ memo: 'thanks', advisor: {} })
})

test('a list of steps loses steps, and what stays of them loses fields', () => {
  const steps = [{ a: 1, b: 2 }, {}, { a: 3, c: 4 }]
  const list = reducibleList<Readonly<Record<string, unknown>>>(steps, reducibleObject)
  const { value } = smallest(list, (all) => all.some((step) => 'c' in step))
  expect(value).toEqual([{ c: 4 }])
})
