import type { RejectionKind } from '../../api/rejected.ts'
import type { HttpRequest } from '../../http.ts'
import { combine, type PolicyChange, replace } from '../../policies/replace.ts'
import type { Update } from '../../policies/requested-update.ts'
import type { Grant } from '../../store.ts'

/** How an update of a donation ended. */
type UpdateAnswer = 'accepted' | RejectionKind

/** What went before an update. */
interface Past {
  /** By whose token; undefined where it was refused before that was known. */
  readonly grant: Grant | undefined
  /** Updates of the same donation that were accepted before. */
  readonly updates: number
  /** How the one before it ended. */
  readonly last: UpdateAnswer | undefined
}

/** An update with what went before it. */
export type UpdateTurn = Update & Past

/** Tells what went before an update. */
type TurnOf = (update: Update) => UpdateTurn

/**
 * Builds a change of policies that depends on what went before.
 * @param change is given the means to find that out.
 */
export function knowingThePast(change: (turnOf: TurnOf) => PolicyChange): PolicyChange {
  // Each application has a memory of its own: a mock must not remember what happened to another.
  return (policies) => {
    const pasts = new WeakMap<HttpRequest, Past>()
    const histories = new Map<string, Pick<Past, 'updates' | 'last'>>()
    const historyOf = (id: string) => histories.get(id) ?? { updates: 0, last: undefined }
    const turnOf: TurnOf = (update) => ({
      ...update,
      ...(pasts.get(update.request) ?? { grant: undefined, ...historyOf(update.donation.id) }),
    })
    const watch = combine(
      replace('bearer', ({ mayUpdate }) => ({
        mayUpdate(grant, donation, request) {
          pasts.set(request, { grant, ...historyOf(donation.id) })
          return mayUpdate(grant, donation, request)
        },
      })),
      replace('update', ({ save, afterRejection }) => ({
        save(next, update) {
          histories.set(next.id, { updates: historyOf(next.id).updates + 1, last: 'accepted' })
          return save(next, update)
        },
        afterRejection(rejected, store, request, donationId) {
          afterRejection(rejected, store, request, donationId)
          histories.set(donationId, { ...historyOf(donationId), last: rejected.kind })
        },
      })),
    )
    return combine(change(turnOf), watch)(policies)
  }
}
