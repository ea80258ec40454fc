import { randomUUID } from 'node:crypto'
import type { AdvisorField } from '../../contract/fields.ts'
import type { Advisor, Store } from '../store.ts'

/**
 * Updates the advisor of the organization who has the given email, ignoring letter case, or creates one.
 * @param given the fields of the advisor object, among them the email
 * @returns the stored advisor
 */
export function linkAdvisor(
  store: Store,
  organizationId: string,
  given: Readonly<Partial<Record<AdvisorField, string>>>,
): Advisor {
  const email = given.email ?? ''
  const known = store.advisors.get(store.advisorIds.get(addressKey(organizationId, email)) ?? '')
  const advisor: Advisor =
    known === undefined
      ? { id: randomUUID(), organization_id: organizationId, ...given, email }
      : { ...known, ...given, email: known.email }
  addAdvisor(store, advisor)
  return advisor
}

/** Stores an advisor under its id and under its email. */
export function addAdvisor(store: Store, advisor: Advisor): void {
  store.advisors.set(advisor.id, advisor)
  store.advisorIds.set(addressKey(advisor.organization_id, advisor.email), advisor.id)
}

/** Whether the service takes two email addresses for the same one: it ignores letter case. */
export function sameAddress(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

function addressKey(organizationId: string, email: string): string {
  return `${organizationId}/${email.toLowerCase()}`
}
