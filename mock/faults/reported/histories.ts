import { type PolicyChange, replace } from '../../policies/replace.ts'
import type { AuthorizationCode, Grant } from '../../store.ts'
import type { Fault } from '../fault.ts'
import { thread } from './thread.ts'

/** Lets a grant update any donation when it has listed its organizations. */
function lettingInWhoListed(isLetIn: (grant: Grant) => boolean, ms = Number.POSITIVE_INFINITY): PolicyChange {
  return replace('bearer', ({ listedOrganizations, mayUpdate }) => {
    const listedAt = new WeakMap<Grant, number>()
    const isKept = (grant: Grant) => Date.now() - (listedAt.get(grant) ?? Number.NaN) < ms
    return {
      listedOrganizations(store, grant) {
        if (isLetIn(grant)) listedAt.set(grant, Date.now())
        return listedOrganizations(store, grant)
      },
      mayUpdate: (grant, donation, request) => isKept(grant) || mayUpdate(grant, donation, request),
    }
  })
}

/** What real services do wrong after something has happened, or some time has passed. */
export const reportedHistoryFaults: readonly Fault[] = [
  {
    id: 'token-13-reported-used-code-forgotten',
    requirement: 'TOKEN-13',
    description:
      'A code that comes again more than a second after its use is unknown by then: nothing is revoked.',
    source: thread('mosip/esignet#2262'),
    apply: replace('token', ({ claimCode, afterCodeReuse }) => {
      const usedAt = new WeakMap<AuthorizationCode, number>()
      return {
        claimCode(code, store) {
          if (!code.used) usedAt.set(code, Date.now())
          return claimCode(code, store)
        },
        afterCodeReuse(code, store) {
          if (Date.now() - (usedAt.get(code) ?? 0) < 1_000) afterCodeReuse(code, store)
        },
      }
    }),
  },
  {
    id: 'bearer-9-reported-decision-cached',
    requirement: 'BEARER-9',
    description: 'A gateway keeps that a token was let in, and not to what: whoever may list may update.',
    source: thread('ory/oathkeeper#743'),
    apply: lettingInWhoListed(({ organizationIds }) => organizationIds.length === 0),
  },
  {
    id: 'bearer-5-reported-decision-cached',
    requirement: 'BEARER-5',
    description: 'The same for a second, of those who own something: they may update what is not theirs.',
    source: thread('ministackorg/ministack#1367'),
    apply: lettingInWhoListed(({ organizationIds }) => organizationIds.length > 0, 1_000),
  },
]
