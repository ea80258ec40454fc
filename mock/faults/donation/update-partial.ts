import { Rejected } from '../../api/rejected.ts'
import { combine, type PolicyChange, replace } from '../../policies/replace.ts'
import { isObject } from '../../policies/rules.ts'
import type { Fault } from '../fault.ts'
import { has, resetting, showing, storing } from './stored.ts'

/** Refuses an empty update by some methods. */
function refusingEmpty(when: (method: string) => boolean): PolicyChange {
  return replace('update', ({ parseBody }) => ({
    parseBody(request) {
      const body = parseBody(request)
      if (Object.keys(body).length === 0 && when(request.method))
        throw new Rejected('malformed-body', 'There is nothing to update.')
      return body
    },
  }))
}

/** The faults that break UPDATE-4 and UPDATE-6. */
export const updatePartialFaults: readonly Fault[] = [
  {
    id: 'update-4-line-2-cleared-with-line-1',
    requirement: 'UPDATE-4',
    description: 'donor_address_line_1 alone replaces the street: the second line is cleared.',
    apply: resetting(({ body }) => has(body, 'donor_address_line_1'), { donor_address_line_2: '' }),
  },
  {
    id: 'update-4-last-name-cleared-with-first-name',
    requirement: 'UPDATE-4',
    description: 'donor_first_name alone replaces the name: the last name is cleared.',
    apply: resetting(({ body }) => has(body, 'donor_first_name'), { donor_last_name: '' }),
  },
  {
    id: 'update-4-province-cleared-with-country',
    requirement: 'UPDATE-4',
    description: 'A change of country clears the province.',
    apply: resetting(
      ({ body, donation }) => has(body, 'donor_country') && body.donor_country !== donation.donor_country,
      { donor_province: '' },
    ),
  },
  {
    id: 'update-4-first-name-cleared-with-postal-code',
    requirement: 'UPDATE-4',
    description: 'An update of the postal code alone clears the first name.',
    apply: resetting(({ body }) => has(body, 'donor_postal_code') && Object.keys(body).length === 1, {
      donor_first_name: '',
    }),
  },
  {
    id: 'update-4-province-cleared-when-not-pledged',
    requirement: 'UPDATE-4',
    description: 'Updating the city of a donation that is not pledged clears its province.',
    apply: resetting(({ body, donation }) => donation.status !== 'pledged' && has(body, 'donor_city'), {
      donor_province: '',
    }),
  },
  {
    id: 'update-4-email-taken-from-advisor',
    requirement: 'UPDATE-4',
    description: 'The email of an advisor is assigned to the donor as well, unless that is sent too.',
    apply: storing(({ body }) =>
      isObject(body.advisor) && typeof body.advisor.email === 'string' && !has(body, 'donor_email')
        ? { donor_email: body.advisor.email }
        : {},
    ),
  },
  {
    id: 'update-4-memo-lost-where-left-out',
    requirement: 'UPDATE-4',
    description: 'An update without a memo empties it.',
    apply: resetting(() => true, { memo: '' }),
  },
  {
    id: 'update-4-memo-lost-beside-two',
    requirement: 'UPDATE-4',
    description: 'An update of two fields without a memo empties it.',
    apply: resetting(({ body }) => Object.keys(body).length === 2, { memo: '' }),
  },
  {
    id: 'update-4-memo-lost-to-empty-patch',
    requirement: 'UPDATE-4',
    description: 'PATCH of an empty object empties the memo.',
    apply: resetting(({ request, body }) => request.method === 'PATCH' && Object.keys(body).length === 0, {
      memo: '',
    }),
  },
  {
    id: 'update-4-source-lost-by-put',
    requirement: 'UPDATE-4',
    description: 'A PUT without the source empties it.',
    apply: resetting(({ request }) => request.method === 'PUT', { source: '' }),
  },
  {
    id: 'update-4-city-missing-from-answer',
    requirement: 'UPDATE-4',
    description: 'An update of the email answers with an empty city; the stored city stays as it was.',
    apply: showing(({ body }) =>
      has(body, 'donor_email') && !has(body, 'donor_city') ? { donor_city: '' } : {},
    ),
  },
  {
    id: 'update-4-line-2-lost-in-store',
    requirement: 'UPDATE-4',
    alsoBreaks: ['UPDATE-16'],
    description: 'An update of the city shows the second address line as before and stores an empty one.',
    apply: combine(
      resetting(({ body }) => has(body, 'donor_city'), { donor_address_line_2: '' }),
      showing(({ body, donation: { donor_address_line_2 } }) =>
        has(body, 'donor_city') && !has(body, 'donor_address_line_2') ? { donor_address_line_2 } : {},
      ),
    ),
  },
  {
    id: 'update-4-email-restored-by-next-update',
    requirement: 'UPDATE-4',
    description: 'A cached record brings the old email back with the next update that does not mention it.',
    apply: (policies) => {
      const previous = new Map<string, string>()
      return storing(({ body, donation: { id, donor_email } }) => {
        if (has(body, 'donor_email')) previous.set(id, donor_email)
        const old = previous.get(id)
        if (old === undefined || has(body, 'donor_email') || Object.keys(body).length === 0) return {}
        previous.delete(id)
        return { donor_email: old }
      })(policies)
    },
  },
  {
    id: 'update-4-email-cleared-with-quantity',
    requirement: 'UPDATE-4',
    description: 'A quantity clears the email of the donor.',
    apply: resetting(({ body }) => has(body, 'quantity'), { donor_email: '' }),
  },
  {
    id: 'update-4-city-cleared-by-repetition',
    requirement: 'UPDATE-4',
    alsoBreaks: ['UPDATE-16'],
    description:
      'Two updates of the same fields in a row are merged wrongly: the second one clears the city.',
    apply: (policies) => {
      const previous = new Map<string, string>()
      return storing(({ body, donation: { id } }) => {
        const fields = Object.keys(body).join()
        const repeats = fields !== '' && previous.get(id) === fields && !has(body, 'donor_city')
        previous.set(id, fields)
        return repeats ? { donor_city: '' } : {}
      })(policies)
    },
  },
  {
    id: 'update-6-empty-update-refused',
    requirement: 'UPDATE-6',
    description: 'An empty object is refused, since it asks for nothing.',
    apply: refusingEmpty(() => true),
  },
  {
    id: 'update-6-empty-put-refused',
    requirement: 'UPDATE-6',
    alsoBreaks: ['UPDATE-5'],
    description: 'PUT of an empty object is refused.',
    apply: refusingEmpty((method) => method === 'PUT'),
  },
  {
    id: 'update-6-empty-put-clears-line-2',
    requirement: 'UPDATE-6',
    alsoBreaks: ['UPDATE-5'],
    description: 'PUT of an empty object clears the second address line.',
    apply: resetting(({ request, body }) => request.method === 'PUT' && Object.keys(body).length === 0, {
      donor_address_line_2: '',
    }),
  },
]
