import { setTimeout as sleep } from 'node:timers/promises'
import { OBSERVABLE_FIELDS } from '../../../contract/fields.ts'
import { Rejected } from '../../api/rejected.ts'
import { combine, type PolicyChange, replace } from '../../policies/replace.ts'
import { withClock } from '../../policies/with-clock.ts'
import type { Donation } from '../../store.ts'
import type { Fault } from '../fault.ts'
import { creatingAgain } from './advisor-linked.ts'
import { storing } from './stored.ts'

/** Milliseconds: long enough for another request to arrive meanwhile. */
const RACE_MS = 100

/** Two requests that look for an advisor at the same moment both find none. */
const madeTogether: PolicyChange = (policies) => {
  const underWay = new Set<string>()
  const looked = new Set<string>()
  return combine(
    replace('transport', ({ around }) => ({
      async around(request, next, host) {
        const [, email] = /"advisor":\{"email":"([^"]+)"/.exec(await request.clone().text()) ?? []
        if (email !== undefined) {
          if (underWay.has(email)) looked.add(email)
          underWay.add(email)
          await sleep(RACE_MS)
          underWay.delete(email)
        }
        return around(request, next, host)
      },
    })),
    creatingAgain((_known, { email }) => looked.has(String(email))),
  )(policies)
}

/** Milliseconds of the service's clock. */
const SET_BACK_MS = 2_500

/** A province that is set back where no other update comes for a while: the next request finds the earlier one. */
const provinceSetBack: PolicyChange = withClock((now) => {
  const due = new Map<Donation, { readonly at: number; readonly setBack: () => void }>()
  return combine(
    replace('transport', ({ around }) => ({
      around(request, next, host) {
        for (const [donation, { at, setBack }] of due) {
          if (now() < at) continue
          due.delete(donation)
          setBack()
        }
        return around(request, next, host)
      },
    })),
    replace('update', ({ save }) => ({
      async save(next, update) {
        await save(next, update)
        const { store, donation } = update
        if (next.donor_province === donation.donor_province) return
        const setBack = () => {
          if (store.donations.get(next.id) !== next) return
          store.donations.set(next.id, { ...next, donor_province: donation.donor_province })
        }
        due.set(next, { at: now() + SET_BACK_MS, setBack })
      },
    })),
  )
})

/** Faults that show at one moment: where two come at once, where nothing comes for a while, where nothing is sent. */
export const momentsNarrowFaults: readonly Fault[] = [
  {
    id: 'update-2-id-alone-without-news',
    requirement: 'UPDATE-2',
    description:
      'An update with an email that changes nothing which answers show is answered with the id alone.',
    apply: replace('update', ({ present }) => ({
      present(stored, update) {
        const { donation, body } = update
        const isNews = OBSERVABLE_FIELDS.some((field) => stored[field] !== donation[field])
        return !isNews && 'donor_email' in body ? { id: stored.id } : present(stored, update)
      },
    })),
  },
  {
    id: 'advisor-7-made-by-each-of-two-at-once',
    requirement: 'ADVISOR-7',
    description: 'Two updates that link a new advisor at the same moment make one each.',
    apply: madeTogether,
  },
  {
    id: 'update-3-province-set-back-in-silence',
    requirement: 'UPDATE-3',
    description: 'A province is set back after two and a half seconds without another update.',
    apply: provinceSetBack,
  },
  {
    id: 'update-6-put-refused-when-cancelled',
    requirement: 'UPDATE-6',
    description: 'A cancelled donation takes no empty update by PUT.',
    apply: replace('update', ({ mergeFields }) => ({
      mergeFields(update) {
        const { donation, body, request } = update
        const isEmpty = Object.keys(body).length === 0
        if (donation.status === 'cancelled' && request.method === 'PUT' && isEmpty)
          throw new Rejected('invalid-field', 'The body is empty.')
        return mergeFields(update)
      },
    })),
  },
  {
    id: 'update-6-second-line-in-small-letters',
    requirement: 'UPDATE-6',
    alsoBreaks: ['UPDATE-3', 'UPDATE-4'],
    description:
      'An empty PATCH writes the second address line of a donation that is not pledged anew, in small letters.',
    apply: storing(({ donation: { status, donor_address_line_2: line }, body, request }) =>
      status !== 'pledged' && request.method === 'PATCH' && Object.keys(body).length === 0
        ? { donor_address_line_2: line.toLowerCase() }
        : {},
    ),
  },
]
