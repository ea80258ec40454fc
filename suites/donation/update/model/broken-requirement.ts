import type { DonationRecord } from '../../../../client/donations/record.ts'
import { type RequirementId, SETTABLE_FIELDS } from '../../../../contract/index.ts'
import { type Step, stepBody } from './steps.ts'

/** A step that changed more than it said. */
interface Surprise {
  readonly step: Step
  /** The steps before it, the last one last. */
  readonly earlier: readonly Step[]
  /** The donation as it was known before the step. */
  readonly before: DonationRecord
  /** The donation as the step's answer shows it. */
  readonly record: DonationRecord
  /** What an empty update by itself breaks here; undefined where it is accepted and changes nothing. */
  readonly brokenByEmptyUpdate: RequirementId | undefined
}

/**
 * Names the requirement that the service broke. A value that an earlier step sent tells where it came from:
 * out of an update of another donation, or out of a refused one of this donation.
 */
export function brokenRequirement({
  step,
  earlier,
  before,
  record,
  brokenByEmptyUpdate,
}: Surprise): RequirementId {
  const changed = SETTABLE_FIELDS.filter((field) => record[field] !== before[field])
  const strange = changed.map((field) => record[field])
  const origin = earlier.findLast((one) =>
    Object.values(stepBody(one)).some((sent) => strange.includes(sent)),
  )
  if (origin && origin.donation !== step.donation) return 'UPDATE-15'
  if (origin?.do === 'invalid') return 'UPDATE-13'
  if (Object.keys(stepBody(step)).length > 0) return 'UPDATE-4'
  if (brokenByEmptyUpdate) return brokenByEmptyUpdate
  // An empty update that is harmless only shows what the last update of this donation did.
  const last = earlier.findLast((one) => one.do === 'update' && one.donation === step.donation)
  return last && changed.some((field) => field in stepBody(last)) ? 'UPDATE-3' : 'UPDATE-4'
}
