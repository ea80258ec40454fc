import { setTimeout as sleep } from 'node:timers/promises'
import { Rejected } from '../api/rejected.ts'
import { json } from '../http.ts'
import { type PolicyChange, replace } from '../policies/replace.ts'
import type { Update } from '../policies/update.ts'
import type { Donation, Store } from '../store.ts'
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

function nextDonation(store: Store, { id, campaign_id }: Donation): Donation | undefined {
  const neighbours = [...store.donations.values()].filter((other) => other.campaign_id === campaign_id)
  return neighbours[neighbours.findIndex((other) => other.id === id) + 1]
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
    id: 'update-15-line-2-spills-over',
    requirement: 'UPDATE-15',
    description: 'An update of the second address line reaches the next donation of the campaign too.',
    apply: spilling(
      (other, { store, donation }) => other.id === nextDonation(store, donation)?.id,
      ({ body: { donor_address_line_2: line } }) =>
        typeof line === 'string' ? { donor_address_line_2: line } : {},
    ),
  },
  {
    id: 'update-15-memo-kept-by-campaign',
    requirement: 'UPDATE-15',
    description:
      'The memo is kept with the campaign: an update sets it for every donation of the same status.',
    apply: spilling(
      (other, { donation }) => other.campaign_id === donation.campaign_id && other.status === donation.status,
      ({ body: { memo } }) => (typeof memo === 'string' ? { memo } : {}),
    ),
  },
  {
    id: 'update-15-donor-shared-by-email',
    requirement: 'UPDATE-15',
    description:
      'Donations with one donor_email share one donor: names and addresses change for all of them.',
    apply: spilling(
      (other, { donation }) => other.donor_email === donation.donor_email,
      ({ body }) => donorTexts(body),
    ),
  },
  {
    id: 'update-15-concurrent-memos-mixed',
    requirement: 'UPDATE-15',
    description:
      'The memo waits in a variable that all requests share: of two at once both store the later one.',
    apply: replace('update', ({ save }) => {
      let memo = ''
      return {
        async save(next, update) {
          if (!has(update.body, 'memo')) return save(next, update)
          memo = next.memo
          await sleep(RACE_MS)
          return save({ ...next, memo }, update)
        },
      }
    }),
  },
  {
    id: 'update-16-memo-appended',
    requirement: 'UPDATE-16',
    description: 'A memo that is sent again is appended to the one that is there.',
    apply: storing(({ donation, body: { memo } }) =>
      typeof memo === 'string' && memo !== '' && donation.memo.endsWith(memo)
        ? { memo: `${donation.memo}\n${memo}` }
        : {},
    ),
  },
  {
    id: 'update-16-quantity-added',
    requirement: 'UPDATE-16',
    description: 'A quantity equal to the present one is added to it.',
    apply: storing(({ donation, body: { quantity } }) =>
      typeof quantity === 'number' && quantity === donation.quantity ? { quantity: 2 * quantity } : {},
    ),
  },
  {
    id: 'update-16-repetition-refused',
    requirement: 'UPDATE-16',
    description: 'The same update twice in a row is taken for an accident and refused.',
    apply: replace('update', ({ forbiddenFields, save }) => {
      const last = new Map<string, string>()
      const fingerprint = ({ request, body }: Update) => `${request.method} ${JSON.stringify(body)}`
      return {
        forbiddenFields(update) {
          if (Object.keys(update.body).length > 0 && last.get(update.donation.id) === fingerprint(update))
            throw new Rejected('not-pledged', 'This update was just made.')
          return forbiddenFields(update)
        },
        save(next, update) {
          last.set(next.id, fingerprint(update))
          return save(next, update)
        },
      }
    }),
  },
]
