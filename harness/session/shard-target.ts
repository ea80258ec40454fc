import type { TargetConfig } from '../../client/environment/config.ts'
import { EnvironmentError } from '../../client/environment/read-environment.ts'
import { type Shard, shareOf } from '../model/shard.ts'

/**
 * The target as one shard of a run uses it, while others use it from other machines: with donations of its own, and
 * with a login of its own instead of the refresh token, which only one of them could use.
 * @param options.usesDonations whether the run as a whole changes donations.
 * @throws EnvironmentError where shards would disturb one another.
 */
export function targetOfShard(
  target: TargetConfig,
  shard: Shard,
  { usesDonations }: { readonly usesDonations: boolean },
): TargetConfig {
  const { refreshToken, ...others } = target
  if (target.login === 'manual' || (refreshToken !== undefined && !target.user))
    throw new EnvironmentError(
      '--shard: each shard needs a login of its own, since a refresh token serves only one: set SANDBOX_USERNAME and SANDBOX_PASSWORD, and SANDBOX_LOGIN to form or browser',
    )
  if (usesDonations) requireEnough(target, shard)
  return {
    ...others,
    pledgedDonationIds: shareOf(target.pledgedDonationIds, shard),
    nonPledgedDonationIds: shareOf(target.nonPledgedDonationIds, shard),
  }
}

/**
 * Each shard has to have what the largest test takes at a time (two donations that are not pledged and one that is), as
 * far as the whole has it: else it would decide less.
 */
function requireEnough({ pledgedDonationIds, nonPledgedDonationIds }: TargetConfig, { of }: Shard): void {
  const pledged = pledgedDonationIds.length
  const other = nonPledgedDonationIds.length
  const each = { pledged: Math.min(pledged, other === 0 ? 2 : 1), other: Math.min(other, 2) }
  if (of * each.pledged <= pledged && of * each.other <= other) return
  const sharesOf = (all: number, own: number) => (own === 0 ? of : Math.floor(all / own))
  const most = Math.min(sharesOf(pledged, each.pledged), sharesOf(other, each.other))
  throw new EnvironmentError(
    `--shard: ${of} shards take ${of * each.pledged} pledged and ${of * each.other} other donations, so that no two use the same, and ${pledged} and ${other} are known: add to SANDBOX_PLEDGED_DONATION_IDS and SANDBOX_NON_PLEDGED_DONATION_IDS, or ${most > 1 ? `make at most ${most} shards` : 'run without --shard'}`,
  )
}
