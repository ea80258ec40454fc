import { GATED_FIELDS, UPDATE_FIELDS, type UpdateDonationRequest } from '../../../contract/index.ts'
import { type PolicyChange, replace } from '../policies/replace.ts'
import { RefusedError } from '../policies/updates.ts'
import type { Decision } from './variant.ts'

/** Changes without the gated fields. */
function withoutGated<Changes extends object>(changes: Changes): Changes {
  const kept = Object.entries(changes).filter(([name]) => !GATED_FIELDS.some((gated) => gated === name))
  return Object.assign({}, Object.fromEntries(kept)) as Changes
}

/** Keeps the fields that can be sent, each by itself, and drops the others. */
const droppingInvalid: PolicyChange = replace('updates', ({ check }) => ({
  check(changes) {
    const valid = Object.entries(changes).filter(([name, value]) => {
      try {
        check({ [name]: value })
        return true
      } catch {
        return false
      }
    })
    if (valid.length === 0) throw new RefusedError('nothing to change')
    return check(Object.fromEntries(valid))
  },
}))

/** Asks which organizations there are. */
const asksOrganizations = (before: boolean): PolicyChange =>
  replace('wire', ({ api }) => ({
    async api(url, init) {
      const ask = () =>
        api(new URL('/v1/organizations', url).href, {
          headers: { authorization: new Headers(init.headers).get('authorization') ?? '' },
        }).then(
          (response) => response.arrayBuffer(),
          () => undefined,
        )
      if (before) await ask()
      const response = await api(url, init)
      if (!before) await ask()
      return response
    },
  }))

/** Sends all that the application was asked to set in the donation before, as PUT is meant elsewhere. */
const allThatIsKnown: PolicyChange = (policies) => {
  const known = new Map<string, UpdateDonationRequest>()
  return replace('updates', ({ keepDesignation, done }) => ({
    method: 'PUT' as const,
    keepDesignation(customer, donation, changes) {
      const before = known.get(donation.id) ?? {}
      const { designation_id: _, ...others } = donation.status === 'pledged' ? before : withoutGated(before)
      return { ...others, ...keepDesignation(customer, donation, changes) }
    },
    done(customer, donation, sent) {
      known.set(donation.id, sent)
      done(customer, donation, sent)
    },
  }))(policies)
}

export const updateDecisions: readonly Decision[] = [
  {
    name: 'the method',
    variants: [
      {
        id: 'put',
        description: 'Updates are sent by PUT.',
        apply: replace('updates', () => ({ method: 'PUT' as const })),
      },
      {
        id: 'put-of-all-that-is-known',
        description: 'Updates are sent by PUT, with all that was asked for before.',
        apply: allThatIsKnown,
      },
    ],
  },
  {
    name: 'fields for pledged donations',
    variants: [
      {
        id: 'gated-dropped',
        description: 'For other donations the fields are dropped, and the rest is sent.',
        apply: replace('updates', () => ({
          gate: ({ status }, changes) => (status === 'pledged' ? changes : withoutGated(changes)),
        })),
      },
      {
        id: 'gated-never-sent',
        description: 'The fields are never sent.',
        apply: replace('updates', () => ({ gate: (_donation, changes) => withoutGated(changes) })),
      },
      {
        id: 'gated-refused-always',
        description: 'Changes of the fields are refused, whatever the status is.',
        apply: replace('updates', ({ gate }) => ({
          gate: (donation, changes) => gate({ ...donation, status: 'unknown' }, changes),
        })),
      },
    ],
  },
  {
    name: 'how changes are checked',
    variants: [
      {
        id: 'invalid-dropped',
        description: 'Invalid fields are dropped, and the rest is sent.',
        apply: droppingInvalid,
      },
      {
        id: 'unknown-dropped',
        description: 'Unknown fields are dropped.',
        apply: replace('updates', ({ check }) => ({
          check: (changes) =>
            check(
              Object.fromEntries(
                Object.entries(changes).filter(([name]) => UPDATE_FIELDS.some((field) => field === name)),
              ),
            ),
        })),
      },
      {
        id: 'capitals-refused',
        description: 'A country in capitals is refused rather than put right.',
        apply: replace('updates', ({ check }) => ({
          check(changes) {
            if (/[A-Z]/.test(String(changes.donor_country ?? '')))
              throw new RefusedError('country in capitals')
            return check(changes)
          },
        })),
      },
      {
        id: 'long-texts-refused',
        description: 'Texts of more than 255 characters are refused.',
        apply: replace('updates', ({ check }) => ({
          check(changes) {
            if (Object.values(changes).some((value) => typeof value === 'string' && value.length > 255))
              throw new RefusedError('too long')
            return check(changes)
          },
        })),
      },
      {
        id: 'whole-quantities-only',
        description: 'Quantities that are no whole number are refused, and so are negative ones.',
        apply: replace('updates', ({ check }) => ({
          check(changes) {
            const { quantity } = changes
            if (typeof quantity === 'number' && !(Number.isSafeInteger(quantity) && quantity >= 0))
              throw new RefusedError('not a whole quantity')
            return check(changes)
          },
        })),
      },
    ],
  },
  {
    name: 'how updates are written',
    variants: [
      {
        id: 'json-with-charset',
        description: 'The media type of updates has a charset.',
        apply: replace('wire', ({ api }) => ({
          api(url, init) {
            const headers = new Headers(init.headers)
            headers.set('content-type', 'application/json; charset=utf-8')
            headers.set('accept', 'application/json')
            return api(url, { ...init, headers })
          },
        })),
      },
      {
        id: 'json-in-capitals',
        description:
          'The media type of updates and the scheme of the token are written in other letter cases.',
        apply: replace('wire', ({ api }) => ({
          api(url, init) {
            const headers = new Headers(init.headers)
            headers.set('content-type', 'Application/JSON')
            headers.set('authorization', headers.get('authorization')?.replace('Bearer', 'bearer') ?? '')
            return api(url, { ...init, headers })
          },
        })),
      },
      {
        id: 'json-in-ascii',
        description: 'Letters beyond ASCII are escaped, and the JSON is indented.',
        apply: replace('wire', ({ api }) => ({
          api(url, init) {
            if (typeof init.body !== 'string') return api(url, init)
            const indented = JSON.stringify(JSON.parse(init.body), null, 2)
            const body = indented.replace(
              /[\u0080-\uffff]/g,
              (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
            )
            return api(url, { ...init, body })
          },
        })),
      },
    ],
  },
  {
    name: 'questions about organizations',
    variants: [
      {
        id: 'organizations-before-update',
        description: 'Each update asks for the organizations first.',
        apply: asksOrganizations(true),
      },
      {
        id: 'organizations-after-update',
        description: 'Each update asks for the organizations afterwards.',
        apply: asksOrganizations(false),
      },
    ],
  },
  {
    name: 'what the environment file leaves out',
    variants: [
      {
        id: 'pick-on-the-page',
        description: 'An organization is picked by the form of the page.',
        apply: (policies) => policies,
        environment: { PARTNER_CHOOSE: '' },
      },
      {
        id: 'no-connection-endpoint',
        description: 'Nothing tells the state of the session but the pages.',
        apply: (policies) => policies,
        environment: { PARTNER_CONNECTION: '' },
      },
    ],
  },
]
