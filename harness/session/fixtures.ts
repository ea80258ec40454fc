import type { TargetConfig } from '../../client/environment/config.ts'
import { lackOf } from '../../client/environment/lack.ts'
import { keysFor } from '../../client/environment/read-environment.ts'
import type { Need } from '../../contract/index.ts'
import { InconclusiveError } from '../../contract/verdict.ts'

/** What the environment file names for tests. Asking for what it lacks throws InconclusiveError, with the keys to set. */
export class Fixtures {
  readonly #target: TargetConfig

  constructor(target: TargetConfig) {
    this.#target = target
  }

  get foreignDonationId(): string {
    return this.require('foreignDonationId', 'foreign-donation')
  }

  /** Designations of the donations' campaign, at least one. */
  get designationIds(): readonly [string, ...string[]] {
    const [first, ...others] = this.#target.designationIds
    if (first === undefined) throw this.missing('designation')
    return [first, ...others]
  }

  get otherCampaignDesignationId(): string {
    return this.require('otherCampaignDesignationId', 'other-campaign-designation')
  }

  get productionAuthUrl(): string {
    return this.require('productionAuthUrl', 'production-auth')
  }

  get productionApiUrl(): string {
    return this.require('productionApiUrl', 'production-api')
  }

  require<Key extends keyof TargetConfig>(key: Key, need: Need): NonNullable<TargetConfig[Key]> {
    const value = this.#target[key]
    if (value === undefined || value === null) throw this.missing(need)
    return value
  }

  /** Why whoever has this need is undecided. */
  missing(need: Need): InconclusiveError {
    const { reason, needs } = lackOf(keysFor(need), this.#target.setAside)
    return new InconclusiveError(reason, needs)
  }
}
