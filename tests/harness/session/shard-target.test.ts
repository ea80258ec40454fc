import { expect, test } from 'vitest'
import type { TargetConfig } from '../../../client/environment/config.ts'
import { targetOfShard } from '../../../harness/session/shard-target.ts'
import { target } from '../samples.ts'

const user = { username: 'owner', password: 'secret' }
const ids = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${name}-${index + 1}`)

function whole(pledged: number, other: number, part: Partial<TargetConfig> = {}): TargetConfig {
  return {
    ...{ ...target, user, refreshToken: 'rotates' },
    pledgedDonationIds: ids('pledged', pledged),
    nonPledgedDonationIds: ids('other', other),
    ...part,
  }
}

function divided(all: TargetConfig, of: number, usesDonations = true): TargetConfig[] {
  return Array.from({ length: of }, (_, position) =>
    targetOfShard(all, { index: position + 1, of }, { usesDonations }),
  )
}

test('shards have donations of their own, and together all', () => {
  const all = whole(4, 7)
  const parts = divided(all, 3)
  expect(parts.flatMap(({ pledgedDonationIds }) => pledgedDonationIds).toSorted()).toEqual(
    all.pledgedDonationIds,
  )
  expect(parts.flatMap(({ nonPledgedDonationIds }) => nonPledgedDonationIds).toSorted()).toEqual(
    all.nonPledgedDonationIds,
  )
})

test('no shard gets the refresh token, which only one could use', () => {
  for (const part of divided(whole(3, 6), 3)) expect(part).not.toHaveProperty('refreshToken')
})

test.each([
  [2, 6, '3 shards take 3 pledged and 6 other donations, .* 2 and 6 are known: .* make at most 2 shards'],
  [3, 5, '3 shards take 3 pledged and 6 other donations, .* 3 and 5 are known: .* make at most 2 shards'],
  [1, 9, 'run without --shard'],
  [5, 0, '3 shards take 6 pledged and 0 other donations'],
  [0, 1, '3 shards take 0 pledged and 3 other donations'],
])(
  '%i pledged and %i other donations are too few for three shards, in all of them',
  (pledged, other, why) => {
    for (const index of [1, 2, 3])
      expect(() => targetOfShard(whole(pledged, other), { index, of: 3 }, { usesDonations: true })).toThrow(
        new RegExp(why),
      )
  },
)

test('where there are none, or none is used, there is nothing to divide', () => {
  expect(() => divided(whole(0, 0), 3)).not.toThrow()
  expect(() => divided(whole(1, 1), 3, false)).not.toThrow()
})

test.each<[string, Partial<TargetConfig>]>([
  ['a refresh token alone', { user: undefined } as never],
  ['a person', { login: 'manual' }],
])('%s serves no several shards', (_, part) => {
  expect(() => divided(whole(3, 6, part), 3)).toThrow('set SANDBOX_USERNAME and SANDBOX_PASSWORD')
})
