import { expect, test } from 'vitest'
import { divided, undivided, verdictsIn } from './divided.ts'

test('three shards come to what one run does', async () => {
  const [whole, joined] = [await undivided({ faults: [] }), await divided({ faults: [] }, 3)]
  expect(verdictsIn(joined)).toEqual(verdictsIn(whole))
  expect(joined.outcome).toBe('conforms')
  expect(joined.observations).toEqual(whole.observations)
  expect(joined.coverage).toEqual(whole.coverage)
})
