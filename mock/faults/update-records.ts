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

/** Whether a service that looks for donations entered twice would take these for one. */
function looksLikeDuplicate(one: Donation, other: Donation): boolean {
  return one.donor_email === other.donor_email && one.memo === other.memo
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
    id: 'update-15-duplicates-updated-together',
    requirement: 'UPDATE-15',
    description:
      'Donations of one email and one memo count as entered twice: an update changes the donor of both.',
    apply: spilling(
      (other, { donation }) => looksLikeDuplicate(other, donation),
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
    id: 'update-15-concurrent-duplicates-mixed',
    requirement: 'UPDATE-15',
    description:
      'Of two updates at once, of donations with one email and memo, both store the city of the later.',
    apply: replace('update', ({ save }) => {
      const waiting = new Map<string, string>()
      return {
        async save(next, update) {
          const { donor_email, memo } = update.donation
          const key = `${donor_email} ${memo}`
          if (!has(update.body, 'donor_city')) return save(next, update)
          waiting.set(key, next.donor_city)
          await sleep(RACE_MS)
          return save({ ...next, donor_city: waiting.get(key) ?? next.donor_city }, update)
        },
      }
    }),
  },
  {
    id: 'update-16-memo-appended',
    requirement: 'UPDATE-16',
    description: 'An update that is repeated appends its memo to the one that is there.',
    apply: onRepetition(({ donation, body: { memo } }) =>
      typeof memo === 'string' ? { memo: `${donation.memo}\n${memo}` } : {},
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
    description: 'The same update of a pledged donation twice in a row is taken for an accident and refused.',
    apply: onRepetition(({ donation, body }) => {
      if (donation.status !== 'pledged' || Object.keys(body).length === 0) return {}
      throw new Rejected('invalid-field', 'This update was just made.')
    }),
  },
]
