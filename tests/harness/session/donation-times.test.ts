import { expect, test } from 'vitest'
import type { DonationKind } from '../../../client/donations/pool.ts'
import { DonationTimes } from '../../../harness/session/donation-times.ts'

const pool = (pledged: number, other: number) => ({
  count: (kind: DonationKind) => ({ pledged, other, any: pledged + other })[kind],
})

test('several donations serve as many tests at the same time', () => {
  const times = new DonationTimes()
  for (let test = 0; test < 6; test++) times.held(['any'], 100)
  expect(times.atLeast(pool(1, 1))).toBe(300)
  expect(times.atLeast(pool(1, 2))).toBe(200)
})

test('one kind may be what there is least of', () => {
  const times = new DonationTimes()
  times.held(['pledged', 'other'], 100)
  times.held(['pledged'], 300)
  expect(times.atLeast(pool(1, 3))).toBe(400)
})

test('nothing was held where there are no donations', () => {
  expect(new DonationTimes().atLeast(pool(0, 0))).toBe(0)
})
