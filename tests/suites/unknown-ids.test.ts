import { expect, test } from 'vitest'
import { NotApplicableError } from '../../contract/verdict.ts'
import { UNKNOWN_ID_AXIS } from '../../suites/axes/identifiers.ts'

/** The values of the axis that say nothing of this donation's id, since it would stay the same. */
function leftOutFor(known: string): string[] {
  return Object.entries(UNKNOWN_ID_AXIS.values).flatMap(([name, nearMiss]) => {
    try {
      nearMiss(known)
      return []
    } catch (error) {
      if (error instanceof NotApplicableError) return [name]
      throw error
    }
  })
}

test.each([
  '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
  'a letter less: 3f2504e0-4f89-41d3-9b0c-0305e82c3301',
  'two less: 3f2504e0-4f89-41d3-9b0f-0305e82f3301',
  'three less: 3f2504f0-4f89-41d3-9b0f-0305f82f3301',
])('which unknown ids are tried hangs on no letter of the donation that is lent: %s', (named) => {
  expect(leftOutFor(named.slice(-36))).toEqual(['a known one, small letters'])
})
