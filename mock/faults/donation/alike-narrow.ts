import { ADVISOR_FIELDS } from '../../../contract/fields.ts'
import { Rejected } from '../../api/rejected.ts'
import { type PolicyChange, replace } from '../../policies/replace.ts'
import { isObject } from '../../policies/rules.ts'
import type { Fault } from '../fault.ts'
import { has, ruling, storing } from './stored.ts'

/** Another status for some refusals by PUT. */
function otherStatusByPut(kind: 'malformed-body' | 'not-pledged', status: number): PolicyChange {
  return replace('rejections', ({ api }) => ({
    api(rejected, request) {
      const answer = api(rejected, request)
      return request.method === 'PUT' && rejected.kind === kind ? { ...answer, status } : answer
    },
  }))
}

/** Faults of services whose PUT is no PATCH in what the contract leaves open, and of those that mend what they store. */
export const alikeNarrowFaults: readonly Fault[] = [
  {
    id: 'update-5-other-status-for-gate',
    requirement: 'UPDATE-5',
    description: 'PUT refuses gated fields with 409, PATCH with 422.',
    apply: otherStatusByPut('not-pledged', 409),
  },
  {
    id: 'update-5-other-status-for-no-json',
    requirement: 'UPDATE-5',
    description: 'PUT refuses what is no JSON with 422, PATCH with 400.',
    apply: otherStatusByPut('malformed-body', 422),
  },
  {
    id: 'update-5-unknown-field-refused-by-put',
    requirement: 'UPDATE-5',
    description: 'PUT refuses fields that it does not know, PATCH ignores them.',
    apply: replace('update', ({ forbiddenFields }) => ({
      forbiddenFields: (update) =>
        update.request.method === 'PUT' && has(update.body, 'nickname')
          ? ['nickname']
          : forbiddenFields(update),
    })),
  },
  {
    id: 'update-5-empty-text-ignored-by-put',
    requirement: 'UPDATE-5',
    description: 'PUT ignores an address line that is empty, PATCH stores it.',
    apply: storing(({ body, donation, request }) =>
      request.method === 'PUT' && body.donor_address_line_2 === ''
        ? { donor_address_line_2: donation.donor_address_line_2 }
        : {},
    ),
  },
  {
    id: 'update-5-null-taken-by-put',
    requirement: 'UPDATE-5',
    description: 'PUT takes null for a city and ignores it, PATCH refuses it.',
    apply: ruling(
      'donor_city',
      (inForce) => (value, update) =>
        value === null && update.request.method === 'PUT' ? undefined : inForce(value, update),
    ),
  },
  {
    id: 'update-5-advisor-replaced-by-put',
    requirement: 'UPDATE-5',
    description: 'PUT empties the fields of an advisor that it is not sent, PATCH leaves them.',
    apply: replace('update', ({ advisorAfter }) => ({
      advisorAfter(update) {
        const id = advisorAfter(update)
        const { store, body, request } = update
        const linked = id === null ? undefined : store.advisors.get(id)
        const { advisor } = body
        if (linked === undefined || !isObject(advisor) || request.method !== 'PUT') return id
        const left = Object.entries(linked).filter(
          ([field]) => !ADVISOR_FIELDS.some((one) => one === field && one !== 'email') || has(advisor, field),
        )
        store.advisors.set(linked.id, {
          ...Object.fromEntries(left),
          id: linked.id,
          email: linked.email,
          organization_id: linked.organization_id,
        })
        return id
      },
    })),
  },
  {
    id: 'update-6-empty-object-with-blanks-refused',
    requirement: 'UPDATE-6',
    description: 'An empty update is known by its text: one with a line end between the braces is refused.',
    apply: replace('update', ({ parseBody }) => ({
      parseBody(request) {
        const body = parseBody(request)
        const isUneven = Object.keys(body).length === 0 && request.body.length > 2
        if (isUneven) throw new Rejected('malformed-body', 'The body must not be empty.')
        return body
      },
    })),
  },
  {
    id: 'update-6-email-lowered-by-empty-update',
    requirement: 'UPDATE-6',
    description: 'An empty update stores the email in small letters.',
    apply: storing(({ body, donation }) =>
      Object.keys(body).length === 0 && typeof donation.donor_email === 'string'
        ? { donor_email: donation.donor_email.toLowerCase() }
        : {},
    ),
  },
  {
    id: 'update-8-memo-lost-beside-designation',
    requirement: 'UPDATE-8',
    description: 'A memo beside a designation is not stored.',
    apply: storing(({ body, donation }) =>
      typeof body.designation_id === 'string' ? { memo: donation.memo } : {},
    ),
  },
  {
    id: 'update-1-thirteen-fields-refused',
    requirement: 'UPDATE-1',
    description: 'An update of more than twelve fields is refused.',
    apply: replace('update', ({ parseBody }) => ({
      parseBody(request) {
        const body = parseBody(request)
        if (Object.keys(body).length > 12) throw new Rejected('malformed-body', 'These are too many fields.')
        return body
      },
    })),
  },
  {
    id: 'update-7-blanks-for-empty-by-patch',
    requirement: 'UPDATE-7',
    description: 'A PATCH whose body is nothing but blanks is taken for an empty one.',
    apply: replace('update', ({ parseBody }) => ({
      parseBody(request) {
        const text = new TextDecoder().decode(request.body)
        return request.method === 'PATCH' && text !== '' && text.trim() === '' ? {} : parseBody(request)
      },
    })),
  },
  {
    id: 'update-10-three-letters-taken-by-put',
    requirement: 'UPDATE-10',
    description: 'PUT takes three small letters for the country of a donation that is not pledged.',
    apply: ruling(
      'donor_country',
      (inForce) => (value, update) =>
        update.request.method === 'PUT' &&
        update.donation.status !== 'pledged' &&
        /^[a-z]{3}$/.test(`${value}`)
          ? undefined
          : inForce(value, update),
    ),
  },
  {
    id: 'update-17-city-of-64-bytes',
    requirement: 'UPDATE-17',
    description: 'The column of the city has 64 bytes: letters of other scripts have less room in it.',
    apply: storing((_update, { donor_city }) => {
      const bytes = new TextEncoder().encode(donor_city).slice(0, 64)
      return { donor_city: new TextDecoder().decode(bytes).replace(/\ufffd+$/, '') }
    }),
  },
  {
    id: 'update-3-ontario-is-true',
    requirement: 'UPDATE-3',
    description: 'The province ON is stored as true.',
    apply: storing(({ body }) => (body.donor_province === 'ON' ? { donor_province: 'true' } : {})),
  },
  {
    id: 'update-3-doubled-backslash-halved',
    requirement: 'UPDATE-3',
    description: 'Two backslashes in an address line are stored as one.',
    apply: storing((_update, next) => ({
      donor_address_line_1: next.donor_address_line_1.replaceAll('\\\\', '\\'),
    })),
  },
]
