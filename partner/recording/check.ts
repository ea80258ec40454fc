import type { PartnerRequirementId } from '../../contract/index.ts'
import { donationIdOf, isUpdateCall } from '../service/call.ts'
import type { Recorded, RecordedCall, RecordedScenario, RecordedUpdate } from './recorded.ts'

/** Looks for what breaks a requirement. @returns the requests that show it, by their numbers */
export type Check = (recorded: Recorded) => readonly { readonly id: number }[] | undefined

/** The scenarios of a requirement: what the examiner provokes in those of others says nothing of it. */
export function scenariosOf({ scenarios }: Recorded, id: PartnerRequirementId): readonly RecordedScenario[] {
  return scenarios.filter(({ name }) => name === id || name.startsWith(`${id}/`))
}

/** What was sent to the sandbox. */
export function inSandbox({ calls }: Recorded): readonly RecordedCall[] {
  return calls.filter(({ environment }) => environment === 'sandbox')
}

/** Those among some calls that update the donation of which it was asked. */
export function updatesOf({ donation }: RecordedUpdate, calls: readonly RecordedCall[]): RecordedCall[] {
  return calls.filter((call) => isUpdateCall(call) && donationIdOf(call) === donation.id)
}
