import { randomUUID } from 'node:crypto'
import type { AdvisorField } from '../../contract/fields.ts'
import type { Advisor, Store } from '../store.ts'

/**
 * The advisor of an organization with the given email address, letter case aside: brought up to date with
 * the given fields, or created.
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

/** Stores an advisor so that its address finds it again. */
export function addAdvisor(store: Store, advisor: Advisor): void {
  store.advisors.set(advisor.id, advisor)
  store.advisorIds.set(addressKey(advisor.organization_id, advisor.email), advisor.id)
}

/** Whether two addresses are one mailbox to this service. */
export function sameAddress(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

function addressKey(organizationId: string, email: string): string {
  return `${organizationId}/${email.toLowerCase()}`
}
