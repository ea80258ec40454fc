import { type PolicyChange, replace } from '../../policies/replace.ts'
import type { Grant } from '../../store.ts'
import type { Fault } from '../fault.ts'
import { closing } from './bearer-access.ts'

/** How many refreshes a grant had when a call was made with its tokens last; undefined where none was. */
type LastUse = (grant: Grant) => number | undefined

/** A service that notes when grants are used. */
function notingUses(change: (lastUse: LastUse) => PolicyChange): PolicyChange {
  return (policies) => {
    const uses = new WeakMap<Grant, number>()
    const changed = change((grant) => uses.get(grant))(policies)
    return replace('bearer', ({ accessTokenRevoked }) => ({
      accessTokenRevoked(token, store, request) {
        const isRevoked = accessTokenRevoked(token, store, request)
        if (!isRevoked) uses.set(token.grant, token.grant.refreshes)
        return isRevoked
      },
    }))(changed)
  }
}

/** Faults at tokens that nobody has used for a call. */
export const refreshUnusedNarrowFaults: readonly Fault[] = [
  {
    id: 'refresh-2-dead-unless-first-used',
    requirement: 'REFRESH-2',
    description: 'A grant is set up by its first call: one that was refreshed before it opens nothing.',
    apply: notingUses((lastUse) =>
      closing(({ grant }) => grant.refreshes > 0 && lastUse(grant) === undefined),
    ),
  },
  {
    id: 'refresh-2-not-known-to-put-at-first',
    requirement: 'REFRESH-2',
    description: 'PUT learns of the access token of a refresh only when it has opened another call.',
    apply: notingUses((lastUse) =>
      closing(({ grant }, method) => method === 'PUT' && (lastUse(grant) ?? 0) < grant.refreshes),
    ),
  },
  {
    id: 'refresh-3-refused-after-two-without-call',
    requirement: 'REFRESH-3',
    description:
      'A third refresh in a row, with no call between, is taken for a program that has lost its way.',
    apply: notingUses((lastUse) =>
      replace('token', ({ refreshTokenRevoked }) => ({
        refreshTokenRevoked: (token, store) =>
          token.grant.refreshes - (lastUse(token.grant) ?? 0) >= 2 || refreshTokenRevoked(token, store),
      })),
    ),
  },
]
