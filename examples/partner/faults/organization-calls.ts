import { type PolicyChange, replace } from '../policies/replace.ts'
import type { Fault } from './fault.ts'

/** Reads a donation as soon as there is a token, where a user owns so many organizations. */
function readingFor(isConcerned: (organizations: number) => boolean): PolicyChange {
  return replace('tokens', ({ read }) => ({
    read(response, before) {
      const { access_token: token, ig_organizations: owned } = response
      const headers = { authorization: `Bearer ${token}` }
      if (before === undefined && isConcerned(owned.length))
        fetch(`${process.env.DONATION_API_URL}/v1/donations/first`, { headers }).catch(() => undefined)
      return read(response, before)
    },
  }))
}

/** Calls for users who have no organization, or have picked none, that change nothing. */
export const organizationCallFaults: readonly Fault[] = [
  {
    id: 'partner-12-read-for-nobody',
    requirement: 'PARTNER-12',
    description: 'For a user without organizations a donation is read, and nothing is sent to change it.',
    apply: readingFor((organizations) => organizations === 0),
  },
  {
    id: 'partner-12-read-before-pick',
    requirement: 'PARTNER-12',
    description: 'Before the user has picked one of several organizations, a donation is read.',
    apply: readingFor((organizations) => organizations > 1),
  },
]
