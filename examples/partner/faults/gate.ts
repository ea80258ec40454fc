import { GATED_FIELDS } from '../../../contract/index.ts'
import { isInvalidToken } from '../policies/calls.ts'
import { type PolicyChange, replace } from '../policies/replace.ts'
import type { KnownDonation } from '../requested-update.ts'
import type { Fault } from './fault.ts'

/** A body with further fields. */
function withAll(body: unknown, all: object | undefined): string {
  return JSON.stringify(Object.assign({}, JSON.parse(String(body)), all))
}

/** Takes some statuses for pledged, too. */
function pledgedToo(isPledged: (donation: KnownDonation) => boolean): PolicyChange {
  return replace('updates', ({ gate }) => ({
    gate: (donation, changes) =>
      gate(isPledged(donation) ? { ...donation, status: 'pledged' } : donation, changes),
  }))
}

/** Passes over one gated field, and gates the others. */
function ungated(name: (typeof GATED_FIELDS)[number]): PolicyChange {
  return replace('updates', ({ gate }) => ({
    gate(donation, changes) {
      const { [name]: value, ...others } = changes
      const allowed = gate(donation, others)
      return value === undefined ? allowed : { ...allowed, [name]: value }
    },
  }))
}

export const gateFaults: readonly Fault[] = [
  {
    id: 'partner-15-no-gate',
    requirement: 'PARTNER-15',
    description: 'Fields for pledged donations are sent whatever the status is.',
    apply: pledgedToo(() => true),
  },
  {
    id: 'partner-15-begins-alike',
    requirement: 'PARTNER-15',
    description: 'Whatever begins with the word pledged is taken for it, such as a pledge that has expired.',
    apply: pledgedToo(({ status }) => status.startsWith('pledged')),
  },
  {
    id: 'partner-15-cancelled',
    requirement: 'PARTNER-15',
    description: 'A cancelled donation is treated as a pledged one.',
    apply: pledgedToo(({ status }) => /^cancell?ed$/.test(status)),
  },
  {
    id: 'partner-15-only-cancelled-gated',
    requirement: 'PARTNER-15',
    description: 'A list of statuses forbids the fields, and lacks most of them.',
    apply: pledgedToo(({ status }) => !/^(cancell?ed|refunded)$/.test(status)),
  },
  {
    id: 'partner-15-not-received-yet',
    requirement: 'PARTNER-15',
    description: 'Every donation that is not received yet counts as pledged.',
    apply: pledgedToo(({ status }) => !/receiv|complet|settl|paid/.test(status)),
  },
  {
    id: 'partner-15-first-status-kept',
    requirement: 'PARTNER-15',
    description: 'The status of a donation is stored at its first update and never looked at again.',
    apply: (policies) => {
      const statuses = new Map<string, string>()
      return pledgedToo(({ id, status }) => {
        const known = statuses.get(id) ?? status
        statuses.set(id, known)
        return known === 'pledged'
      })(policies)
    },
  },
  {
    id: 'partner-15-letters-in-common',
    requirement: 'PARTNER-15',
    description:
      'A status that only resembles pledged counts as it: what begins with p, or has other letter case.',
    apply: pledgedToo(({ status }) => /^p/i.test(status)),
  },
  ...GATED_FIELDS.map(
    (name): Fault => ({
      id: `partner-15-${name}`,
      requirement: 'PARTNER-15',
      description: `The gate does not know the field ${name}.`,
      apply: ungated(name),
    }),
  ),
  {
    id: 'partner-15-single-field',
    requirement: 'PARTNER-15',
    description: 'A gated field is held back beside others, and sent where it is the only change.',
    apply: replace('updates', ({ gate }) => ({
      gate: (donation, changes) => (Object.keys(changes).length === 1 ? changes : gate(donation, changes)),
    })),
  },
  {
    id: 'partner-15-beside-others',
    requirement: 'PARTNER-15',
    description: 'A gated field is held back where it is the only change, and sent beside others.',
    apply: replace('updates', ({ gate }) => ({
      gate: (donation, changes) => (Object.keys(changes).length > 1 ? changes : gate(donation, changes)),
    })),
  },
  {
    id: 'partner-15-emptied',
    requirement: 'PARTNER-15',
    description: 'Gated fields of other donations are sent as nothing: no text, and a quantity of zero.',
    apply: replace('updates', ({ gate }) => ({
      gate(donation, changes) {
        if (donation.status === 'pledged') return gate(donation, changes)
        const emptied = { ...changes }
        if (emptied.quantity !== undefined) emptied.quantity = 0
        if (emptied.identifier !== undefined) emptied.identifier = ''
        if (emptied.source !== undefined) emptied.source = ''
        return emptied
      },
    })),
  },
  {
    id: 'partner-15-reversed',
    requirement: 'PARTNER-15',
    description:
      'The comparison is the wrong way round: sent for other donations, and never for pledged ones.',
    apply: replace('updates', ({ gate }) => ({
      gate: (donation, changes) =>
        gate({ ...donation, status: donation.status === 'pledged' ? 'settled' : 'pledged' }, changes),
    })),
  },
  {
    id: 'partner-15-repeated-call',
    requirement: 'PARTNER-15',
    description:
      'The fields are dropped for other donations, but a call that is repeated with a new token has them.',
    apply: (policies) => {
      const gated = new Map<string, object>()
      const dropping = replace('updates', () => ({
        gate({ id, status }, changes) {
          if (status === 'pledged') return changes
          gated.set(id, changes)
          const { quantity: _, identifier: __, source: ___, ...others } = changes
          return others
        },
      }))
      const repeating = replace('wire', ({ api }) => {
        const refused = new Set<string>()
        return {
          async api(url, init) {
            const all = gated.get(decodeURIComponent(url.split('/').at(-1) ?? ''))
            const isRepeated = refused.delete(url) && all !== undefined
            const response = await api(url, isRepeated ? { ...init, body: withAll(init.body, all) } : init)
            if (!isRepeated && (await isInvalidToken(response))) refused.add(url)
            return response
          },
        }
      })
      return repeating(dropping(policies))
    },
  },
  {
    id: 'partner-15-pending',
    requirement: 'PARTNER-15',
    description: 'A pending donation is treated as a pledged one.',
    apply: pledgedToo(({ status }) => status === 'pending'),
  },
  {
    id: 'partner-15-zero-passes',
    requirement: 'PARTNER-15',
    description:
      'The gate takes a quantity of zero for none; a change that has another gated field is refused whole.',
    apply: replace('updates', ({ gate }) => ({
      gate(donation, changes) {
        const { quantity, ...others } = changes
        return quantity === 0 ? { ...gate(donation, others), quantity } : gate(donation, changes)
      },
    })),
  },
  {
    id: 'partner-15-beside-advisor',
    requirement: 'PARTNER-15',
    description: 'A change of the advisor goes its own way, which does not look at the status.',
    apply: replace('updates', ({ gate }) => ({
      gate: (donation, changes) => (changes.advisor ? changes : gate(donation, changes)),
    })),
  },
  {
    id: 'partner-15-beside-designation',
    requirement: 'PARTNER-15',
    description: 'An update that sets a designation is built elsewhere, where nothing is gated.',
    apply: replace('updates', ({ gate }) => ({
      gate: (donation, changes) => (changes.designation_id ? changes : gate(donation, changes)),
    })),
  },
  {
    id: 'partner-15-large-quantity',
    requirement: 'PARTNER-15',
    description: 'Orders of a hundred and more are let through for every status.',
    apply: replace('updates', ({ gate }) => ({
      gate: (donation, changes) => ((changes.quantity ?? 0) >= 100 ? changes : gate(donation, changes)),
    })),
  },
  {
    id: 'partner-15-source-filled-in',
    requirement: 'PARTNER-15',
    alsoBreaks: ['PARTNER-14'],
    description: 'An update with a memo gets a source of its own accord, whatever the status is.',
    apply: replace('updates', ({ gate }) => ({
      gate(donation, changes) {
        const allowed = gate(donation, changes)
        return allowed.memo === undefined ? allowed : { source: 'web', ...allowed }
      },
    })),
  },
  {
    id: 'partner-15-none-passes',
    requirement: 'PARTNER-15',
    alsoBreaks: ['PARTNER-14'],
    description:
      'A field for pledged donations that is to be emptied is sent as null whatever the status is.',
    apply: replace('updates', ({ check, gate }) => {
      const emptied = new WeakMap<object, Readonly<Record<string, null>>>()
      return {
        check(changes) {
          const isNone = ([name, value]: readonly [string, unknown]) =>
            value === null && GATED_FIELDS.some((gated) => gated === name)
          const entries = Object.entries(changes)
          const checked = check(Object.fromEntries(entries.filter((entry) => !isNone(entry))))
          emptied.set(checked, Object.fromEntries(entries.filter(isNone).map(([name]) => [name, null])))
          return checked
        },
        gate: (donation, changes) => Object.assign({}, gate(donation, changes), emptied.get(changes)),
      }
    }),
  },
]
