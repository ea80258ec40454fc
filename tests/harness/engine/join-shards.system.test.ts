import { expect, test } from 'vitest'
import { divided, undivided, verdictsIn } from './divided.ts'

test('three shards come to what one run does', async () => {
  const [whole, joined] = [await undivided({ faults: [] }), await divided({ faults: [] }, 3)]
  expect(verdictsIn(joined)).toEqual(verdictsIn(whole))
  expect(joined.outcome).toBe('conforms')
  expect(joined.observations).toEqual(whole.observations)
  expect(joined.coverage).toEqual(whole.coverage)
})

test.each([
  // Seen by a rule, in the traffic of every shard.
  ['token-12-refresh-cacheable', 'TOKEN-12'],
  ['token-13-access-token-survives', 'TOKEN-13'],
  // BEARER-5, of another shard, follows from it.
  ['update-14-unknown-created', 'UPDATE-14'],
  ['update-3-line-2-needs-line-1', 'UPDATE-3'],
])('three shards of a service with %s too', async (fault, requirement) => {
  const [whole, joined] = [await undivided({ faults: [fault] }), await divided({ faults: [fault] }, 3)]
  expect(verdictsIn(joined)).toEqual(verdictsIn(whole))
  expect(verdictsIn(joined)[requirement]).toMatch(/^(fail|warn)$/)
  expect(joined.observations).toEqual(whole.observations)
})

test('what a shard finds broken in many ways is tried without every cause, whichever of them another shard finds', async () => {
  const asked = { faults: ['update-3-eleventh-member-not-stored'], only: ['UPDATE-3', 'UPDATE-17'] }
  const joined = await divided(asked, 2)
  expect(verdictsIn(joined)).toEqual({ 'UPDATE-3': 'fail', 'UPDATE-17': 'inconclusive, as UPDATE-3 is' })
})
