import { expect, test } from 'vitest'
import { namesLikelyDonation } from '../../../harness/rules/requests.ts'
import { exchange, target } from '../samples.ts'

/** Whether a router that knows the ids of these donations would hand this one on. */
function isLikely(asked: string, ...pledgedDonationIds: string[]): boolean {
  const update = exchange({ method: 'PATCH', url: `http://api.example/v1/donations/${asked}` })
  return namesLikelyDonation(update, { ...target, pledgedDonationIds })
}

const KNOWN = 'a8ce8990-1ae2-494e-856c-498e44eb4f4e'

test('an id of their form is likely, whatever its letters and digits', () => {
  expect(isLikely('3e1f6a52-9b0c-4d7e-8f21-5a6b7c8d9e0f', KNOWN)).toBe(true)
  expect(isLikely('01HZX3', '01HABC')).toBe(true)
})

test('an id of another length, or with capitals where they have none, is not', () => {
  expect(isLikely('no-such-donation', KNOWN)).toBe(false)
  expect(isLikely(KNOWN.toUpperCase(), KNOWN)).toBe(false)
  expect(isLikely('01hzx3', '01HABC')).toBe(false)
})
