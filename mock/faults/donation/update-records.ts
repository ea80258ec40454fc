import { setTimeout as sleep } from 'node:timers/promises'
import { Rejected } from '../../api/rejected.ts'
import { json } from '../../http.ts'
import { type PolicyChange, replace } from '../../policies/replace.ts'
import type { Update } from '../../policies/requested-update.ts'
import type { Donation, Store } from '../../store.ts'
import type { Fault } from '../fault.ts'
import { has, storing } from './stored.ts'

/** Milliseconds: long enough for another update to arrive meanwhile. */
const RACE_MS = 30

/** Creates a donation for an unknown id, as a copy of another. */
function creating(when: (method: string) => boolean): PolicyChange {
  return replace('update', ({ findDonation }) => ({
    findDonation(store, id, request) {
      const [template] = store.donations.values()
      const created = template && when(request.method) ? { ...template, id } : undefined
      return findDonation(store, id, request) ?? created
    },
  }))
}

/** Also changes other donations when one is updated. */
function changingOthers(
  affects: (other: Donation, update: Update) => boolean,
  change: (update: Update) => Partial<Donation>,
): PolicyChange {
  return replace('update', ({ save }) => ({
    save(next, update) {
      const { store, donation } = update
      for (const other of store.donations.values()) {
        if (other.id !== donation.id && affects(other, update))
          store.donations.set(other.id, { ...other, ...change(update) })
      }
      return save(next, update)
    },
  }))
}

/** Requirements that look violated to a test that uses the other donation at the same time. */
const seenByOtherTests = [
  'UPDATE-3',
  'UPDATE-4',
  'UPDATE-5',
  'UPDATE-6',
  'UPDATE-7',
  'UPDATE-8',
  'UPDATE-13',
  'UPDATE-16',
  'UPDATE-17',
  'PLEDGED-3',
  'BEARER-6',
] as const

function nextDonation(store: Store, { id, campaign_id }: Donation): Donation | undefined {
  const neighbours = [...store.donations.values()].filter((other) => other.campaign_id === campaign_id)
  return neighbours[neighbours.findIndex((other) => other.id === id) + 1]
}

/** A key that is equal for donations which the service takes for duplicates. */
function duplicateKey({ donor_email, donor_city, memo }: Donation): string {
  return JSON.stringify([donor_email, donor_city, memo])
}

/** A key that is equal for donations whose pledges look the same. */
function pledgeKey({ campaign_id, designation_id, identifier, source }: Donation): string {
  return JSON.stringify([campaign_id, designation_id, identifier, source])
}

/** Changes what an update stores if its method and body equal those of the donation's previous update. */
function onRepetition(change: (update: Update) => Partial<Donation>): PolicyChange {
  return (policies) => {
    const last = new Map<string, string>()
    return storing((update) => {
      const { request, donation } = update
      const fingerprint = `${request.method} ${new TextDecoder().decode(request.body)}`
      const isRepetition = last.get(donation.id) === fingerprint
      last.set(donation.id, fingerprint)
      return isRepetition ? change(update) : {}
    })(policies)
  }
}

/** The faults that break UPDATE-14 to UPDATE-16. */
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
    id: 'update-15-line-2-spills-over',
    requirement: 'UPDATE-15',
    alsoBreaks: seenByOtherTests,
    description: 'An update of the second address line reaches the next donation of the campaign too.',
    apply: changingOthers(
      (other, { store, donation }) => other.id === nextDonation(store, donation)?.id,
      ({ body: { donor_address_line_2: line } }) =>
        typeof line === 'string' ? { donor_address_line_2: line } : {},
    ),
  },
  {
    id: 'update-15-memo-of-the-first',
    requirement: 'UPDATE-15',
    alsoBreaks: seenByOtherTests,
    description: 'A memo by PUT is written into the first donation of all as well.',
    apply: changingOthers(
      ({ id }, { store, request }) => request.method === 'PUT' && id === [...store.donations.keys()][0],
      ({ body: { memo } }) => (typeof memo === 'string' ? { memo } : {}),
    ),
  },
  {
    id: 'update-15-memo-of-duplicates-shared',
    requirement: 'UPDATE-15',
    alsoBreaks: seenByOtherTests,
    description:
      'Donations with the same email, city and memo share that memo: an update of one changes it for all.',
    apply: changingOthers(
      (other, { donation }) => duplicateKey(other) === duplicateKey(donation),
      ({ body: { memo } }) => (typeof memo === 'string' ? { memo } : {}),
    ),
  },
  {
    id: 'update-15-memo-of-designation-shared',
    requirement: 'UPDATE-15',
    alsoBreaks: seenByOtherTests,
    description: 'Pledged donations with the same source, identifier and designation are updated as one.',
    apply: changingOthers(
      (other, { donation }) => donation.designation_id !== null && pledgeKey(other) === pledgeKey(donation),
      ({ body: { memo } }) => (typeof memo === 'string' ? { memo } : {}),
    ),
  },
  {
    id: 'update-15-concurrent-memos-mixed',
    requirement: 'UPDATE-15',
    alsoBreaks: seenByOtherTests,
    description:
      'Two simultaneous updates of donations with equal email, city and memo store each other’s memo.',
    apply: replace('update', ({ save }) => {
      const waiting = new Map<string, string>()
      return {
        async save(next, update) {
          if (!has(update.body, 'memo')) return save(next, update)
          const before = duplicateKey(update.donation)
          const earlier = waiting.get(before)
          waiting.set(before, next.memo)
          await sleep(RACE_MS)
          const memo = earlier ?? waiting.get(before) ?? next.memo
          waiting.delete(before)
          return save({ ...next, memo }, update)
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
    id: 'update-16-present-address-appended',
    requirement: 'UPDATE-16',
    description:
      'The address that a pledged donation has gets a copy of itself; once more, and it is as it was.',
    apply: storing(({ donation: { status, donor_address_line_1: line }, body }) =>
      status === 'pledged' && line !== '' && body.donor_address_line_1 === line
        ? { donor_address_line_1: `${line}, ${line}` }
        : {},
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
    description: 'A PUT of three fields or more is taken for an accident, and refused, where it is repeated.',
    apply: onRepetition(({ request, body }) => {
      if (request.method !== 'PUT' || Object.keys(body).length < 3) return {}
      throw new Rejected('invalid-field', 'This update was just made.')
    }),
  },
]
