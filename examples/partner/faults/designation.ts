import type { Customer } from '../customers.ts'
import { isInvalidToken } from '../policies/calls.ts'
import { type PolicyChange, replace } from '../policies/replace.ts'
import { RefusedError } from '../policies/updates.ts'
import type { Fault } from './fault.ts'

type Changes = Readonly<Record<string, unknown>>

/** Leaves the designation out of an update that does not set it, in some cases. */
function lostWhere(
  isLost: (customer: Customer, changes: Changes, donationId: string) => boolean,
): PolicyChange {
  return replace('updates', ({ keepDesignation }) => ({
    keepDesignation: (customer, donation, changes) =>
      isLost(customer, changes, donation.id) ? changes : keepDesignation(customer, donation, changes),
  }))
}

export const designationFaults: readonly Fault[] = [
  {
    id: 'partner-16-not-repeated',
    requirement: 'PARTNER-16',
    description: 'Updates hold what the user changed and nothing else.',
    apply: lostWhere(() => true),
  },
  {
    id: 'partner-16-null',
    requirement: 'PARTNER-16',
    alsoBreaks: ['PARTNER-14'],
    description: 'An update that does not set the designation sends null for it.',
    apply: replace('updates', () => ({
      keepDesignation: (_customer, _donation, changes) => ({ designation_id: null, ...changes }),
    })),
  },
  {
    id: 'partner-16-once',
    requirement: 'PARTNER-16',
    description: 'The designation is repeated in one update, and forgotten with it.',
    apply: (policies) => {
      const repeated = new WeakMap<Customer, Set<string>>()
      return lostWhere((customer, changes, id) => {
        const ids = repeated.get(customer) ?? new Set()
        repeated.set(customer, ids)
        if (Object.hasOwn(changes, 'designation_id')) ids.delete(id)
        else if (ids.has(id)) return true
        else if (customer.designations.has(id)) ids.add(id)
        return false
      })(policies)
    },
  },
  {
    id: 'partner-16-lost-at-refresh',
    requirement: 'PARTNER-16',
    description: 'A refresh replaces the record of the customer, and the designations in it are gone.',
    apply: (policies) => {
      const seen = new WeakMap<Customer, string>()
      return lostWhere((customer) => {
        const token = customer.connection?.tokens.refreshToken ?? ''
        const isRefreshed = seen.has(customer) && seen.get(customer) !== token
        seen.set(customer, token)
        if (isRefreshed) customer.designations.clear()
        return false
      })(policies)
    },
  },
  {
    id: 'partner-16-lost-in-repeated-call',
    requirement: 'PARTNER-16',
    description: 'A call that is repeated with a new token lacks the designation.',
    apply: replace('wire', ({ api }) => {
      const refused = new Set<string>()
      return {
        async api(url, init) {
          const isRepeated = refused.delete(url)
          const { designation_id: designation, ...others } = JSON.parse(String(init.body)) as Changes
          const body = isRepeated && designation ? JSON.stringify(others) : String(init.body)
          const response = await api(url, { ...init, body })
          if (!isRepeated && (await isInvalidToken(response))) refused.add(url)
          return response
        },
      }
    }),
  },
  {
    id: 'partner-16-only-alone',
    requirement: 'PARTNER-16',
    description: 'The designation is left out of updates that change more than one field.',
    apply: lostWhere((_customer, changes) => Object.keys(changes).length > 1),
  },
  {
    id: 'partner-16-not-for-memo',
    requirement: 'PARTNER-16',
    description: 'An update of the memo goes a way of its own, which knows of no designation.',
    apply: lostWhere((_customer, changes) => Object.hasOwn(changes, 'memo')),
  },
  {
    id: 'partner-16-first-for-ever',
    requirement: 'PARTNER-16',
    alsoBreaks: ['PARTNER-14'],
    description: 'The first designation of a donation is repeated, although it was changed since.',
    apply: replace('updates', () => ({
      done({ designations }, { id }, { designation_id: designation }) {
        if (designation && !designations.has(id)) designations.set(id, designation)
      },
    })),
  },
  {
    id: 'partner-16-back-after-clearing',
    requirement: 'PARTNER-16',
    alsoBreaks: ['PARTNER-14'],
    description: 'A designation that was cleared comes back with the next update.',
    apply: replace('updates', () => ({
      done({ designations }, { id }, { designation_id: designation }) {
        if (designation) designations.set(id, designation)
      },
    })),
  },
  {
    id: 'partner-16-of-last-donation',
    requirement: 'PARTNER-16',
    alsoBreaks: ['PARTNER-14'],
    description: 'The designation that was set last is sent for whatever donation is updated.',
    apply: replace('updates', () => {
      const last = new WeakMap<Customer, string>()
      return {
        keepDesignation(customer, _donation, changes) {
          const designation_id = last.get(customer)
          return designation_id === undefined ? changes : { designation_id, ...changes }
        },
        done(customer, _donation, { designation_id: designation }) {
          if (designation) last.set(customer, designation)
        },
      }
    }),
  },
  {
    id: 'partner-16-two-updates',
    requirement: 'PARTNER-16',
    description: 'Designations are kept for the first two updates of a customer.',
    apply: (policies) => {
      const updates = new WeakMap<Customer, number>()
      return lostWhere((customer) => {
        const count = (updates.get(customer) ?? 0) + 1
        updates.set(customer, count)
        return count >= 3
      })(policies)
    },
  },
  {
    id: 'partner-16-not-beside-advisor',
    requirement: 'PARTNER-16',
    description: 'An update of the advisor goes a way of its own, which knows of no designation.',
    apply: lostWhere((_customer, changes) => Object.hasOwn(changes, 'advisor')),
  },
  {
    id: 'partner-16-not-with-country',
    requirement: 'PARTNER-16',
    description: 'The form of the address leaves the designation out.',
    apply: lostWhere((_customer, changes) => 'donor_country' in changes),
  },
  {
    id: 'partner-16-not-without-advisor',
    requirement: 'PARTNER-16',
    description: 'What clears the advisor leaves the designation out.',
    apply: lostWhere((_customer, changes) => changes.advisor === null),
  },
  {
    id: 'partner-16-forgotten-after-failure',
    requirement: 'PARTNER-16',
    description: 'When the service fails, what is known of the donations is forgotten.',
    apply: replace('pages', ({ updated }) => ({
      updated(c, outcome) {
        if (outcome.status === 502) c.var.customer.designations.clear()
        return updated(c, outcome)
      },
    })),
  },
  {
    id: 'partner-16-of-two-donations',
    requirement: 'PARTNER-16',
    description: 'The designations of the last two donations are kept, and no others.',
    apply: replace('updates', ({ done }) => ({
      done(customer, donation, sent) {
        done(customer, donation, sent)
        const [oldest, ...others] = customer.designations.keys()
        if (oldest !== undefined && others.length > 1) customer.designations.delete(oldest)
      },
    })),
  },
  {
    id: 'partner-16-forgotten-after-refusal',
    requirement: 'PARTNER-16',
    description: 'Changes that are refused take the designation with them.',
    apply: replace('updates', ({ check, keepDesignation }) => {
      let isRefused = false
      return {
        check(changes) {
          try {
            return check(changes)
          } catch (error) {
            isRefused ||= error instanceof RefusedError
            throw error
          }
        },
        keepDesignation(customer, donation, changes) {
          if (isRefused) customer.designations.delete(donation.id)
          isRefused = false
          return keepDesignation(customer, donation, changes)
        },
      }
    }),
  },
]
