import { setTimeout as sleep } from 'node:timers/promises'
import { Rejected } from '../api/rejected.ts'
import { json } from '../http.ts'
import { type PolicyChange, replace } from '../policies/replace.ts'
import type { Update } from '../policies/update.ts'
import type { Donation } from '../store.ts'
import type { Fault } from './fault.ts'
import { donorTexts, has, storing } from './stored.ts'

/** Long enough for another update to come in between. */
const RACE_MS = 30

/** Makes up a donation where none has the id, as a copy of another. */
function creating(when: (method: string) => boolean): PolicyChange {
  return replace('update', ({ findDonation }) => ({
    findDonation(store, id, request) {
      const [template] = store.donations.values()
      const created = template && when(request.method) ? { ...template, id } : undefined
      return findDonation(store, id, request) ?? created
    },
  }))
}

/** Changes other donations along with the one that is updated. */
function spilling(
  onto: (other: Donation, update: Update) => boolean,
  change: (update: Update) => Partial<Donation>,
): PolicyChange {
  return replace('update', ({ save }) => ({
    save(next, update) {
      const { store, donation } = update
      for (const other of store.donations.values()) {
        if (other.id !== donation.id && onto(other, update))
          store.donations.set(other.id, { ...other, ...change(update) })
      }
      return save(next, update)
    },
  }))
}

/** Treats an update in another way where it repeats, word for word, the last one of its donation. */
function onRepetition(change: (update: Update) => Partial<Donation>): PolicyChange {
  return (policies) => {
    const last = new Map<string, string>()
    return storing((update) => {
      const { request, donation, body } = update
      const fingerprint = `${request.method} ${JSON.stringify(body)}`
      const isRepetition = last.get(donation.id) === fingerprint
      last.set(donation.id, fingerprint)
      return isRepetition ? change(update) : {}
    })(policies)
  }
}

export const updateRecordFaults: readonly Fault[] = [
  {
    id: 'update-14-unknown-created',
    requirement: 'UPDATE-14',
    description: 'An update of an unknown donation creates it.',
    apply: creating(() => true),
  },
  {
    id: 'update-14-put-creates',
    requirement: 'UPDATE-14',
    description: 'PUT creates an unknown donation, as PUT does elsewhere; PATCH refuses it.',
    apply: creating((method) => method === 'PUT'),
  },
  {
    id: 'update-14-unknown-is-null',
    requirement: 'UPDATE-14',
    description: 'An update of an unknown donation answers 200 with null as data.',
    apply: replace('rejections', ({ api }) => ({
      api: (rejected, request) =>
        rejected.kind === 'unknown-donation' ? json(200, { data: null }) : api(rejected, request),
    })),
  },
  {
    id: 'update-15-equal-memos-one-donation',
    requirement: 'UPDATE-15',
    description: 'Donations with equal memos count as one that was entered twice: the donor changes in both.',
    apply: spilling(
      (other, { donation }) => other.memo === donation.memo,
      ({ body }) => donorTexts(body),
    ),
  },
  {
    id: 'update-15-equal-memos-shared',
    requirement: 'UPDATE-15',
    description: 'Equal memos are stored once: an update of one changes all of them.',
    apply: spilling(
      (other, { donation }) => other.memo === donation.memo,
      ({ body: { memo } }) => (typeof memo === 'string' ? { memo } : {}),
    ),
  },
  {
    id: 'update-15-concurrent-memos-mixed',
    requirement: 'UPDATE-15',
    description:
      'Of two updates at once, of donations with equal memos, both store the memo of the later one.',
    apply: replace('update', ({ save }) => {
      const waiting = new Map<string, string>()
      return {
        async save(next, update) {
          if (!has(update.body, 'memo')) return save(next, update)
          const before = update.donation.memo
          waiting.set(before, next.memo)
          await sleep(RACE_MS)
          return save({ ...next, memo: waiting.get(before) ?? next.memo }, update)
        },
      }
    }),
  },
  {
    id: 'update-16-postal-code-appended',
    requirement: 'UPDATE-16',
    description: 'An update that is repeated appends its postal code to the one that is there.',
    apply: onRepetition(({ donation, body: { donor_postal_code: code } }) =>
      typeof code === 'string' ? { donor_postal_code: `${donation.donor_postal_code} ${code}` } : {},
    ),
  },
  {
    id: 'update-16-quantity-added',
    requirement: 'UPDATE-16',
    description: 'An update that is repeated adds its quantity to the one that is there.',
    apply: onRepetition(({ donation, body: { quantity } }) =>
      typeof quantity === 'number' ? { quantity: quantity + (donation.quantity ?? 0) } : {},
    ),
  },
  {
    id: 'update-16-repetition-refused',
    requirement: 'UPDATE-16',
    description:
      'An update of three fields or more is taken for an accident, and refused, where it is repeated.',
    apply: onRepetition(({ body }) => {
      if (Object.keys(body).length < 3) return {}
      throw new Rejected('invalid-field', 'This update was just made.')
    }),
  },
]
