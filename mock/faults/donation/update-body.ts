import { Rejected } from '../../api/rejected.ts'
import { type PolicyChange, replace } from '../../policies/replace.ts'
import type { UpdateBody } from '../../policies/requested-update.ts'
import { isObject } from '../../policies/rules.ts'
import type { Fault } from '../fault.ts'
import { changeOnRejection, donorTexts } from './stored.ts'

/** Accepts bodies that are no JSON object. `read` returns the update to make, or undefined to refuse. */
function taking(read: (text: string) => UpdateBody | undefined): PolicyChange {
  return replace('update', ({ parseBody }) => ({
    parseBody(request) {
      try {
        return parseBody(request)
      } catch (error) {
        const body = read(new TextDecoder().decode(request.body))
        if (body === undefined || !(error instanceof Rejected) || error.kind !== 'malformed-body') throw error
        return body
      }
    },
  }))
}

/** As `taking`, for bodies that are valid JSON. */
function takingJson(read: (value: unknown) => UpdateBody | undefined): PolicyChange {
  return taking((text) => {
    try {
      return read(JSON.parse(text))
    } catch {
      return undefined
    }
  })
}

/** Stores the donor fields of a refused update that come before the first invalid field. */
const storingUpToInvalidField = changeOnRejection(['invalid-field'], ({ rejected, body }) => {
  const invalid = new Set(rejected.complaints.map(({ field }) => field.split('.')[0]))
  const names = Object.keys(body)
  const reached = names.slice(
    0,
    names.findIndex((name) => invalid.has(name)),
  )
  return donorTexts(Object.fromEntries(reached.map((name) => [name, body[name]])))
})

/** The faults that break UPDATE-7 and UPDATE-13. */
export const updateBodyFaults: readonly Fault[] = [
  {
    id: 'update-7-missing-body-accepted',
    requirement: 'UPDATE-7',
    description: 'An update without a body is taken for an empty one.',
    apply: taking((text) => (text === '' ? {} : undefined)),
  },
  {
    id: 'update-7-array-accepted',
    requirement: 'UPDATE-7',
    description: 'An array passes for an object, and its first element is the update.',
    apply: takingJson((value) =>
      Array.isArray(value) ? (isObject(value[0]) ? { ...value[0] } : {}) : undefined,
    ),
  },
  {
    id: 'update-7-null-accepted',
    requirement: 'UPDATE-7',
    description: 'The body null is taken for an empty update.',
    apply: takingJson((value) => (value === null ? {} : undefined)),
  },
  {
    id: 'update-7-scalar-accepted',
    requirement: 'UPDATE-7',
    description: 'A string or a number as body is taken for an empty update.',
    apply: takingJson((value) => (typeof value === 'string' || typeof value === 'number' ? {} : undefined)),
  },
  {
    id: 'update-7-malformed-accepted',
    requirement: 'UPDATE-7',
    description: 'A parser’s error is swallowed: a body that is no JSON is taken for an empty update.',
    apply: taking((text) => {
      try {
        JSON.parse(text)
        return undefined
      } catch {
        return text === '' ? undefined : {}
      }
    }),
  },
  {
    id: 'update-7-refused-body-clears-line-2',
    requirement: 'UPDATE-7',
    description: 'A body that is no JSON object is refused after the second address line was cleared.',
    apply: changeOnRejection(['malformed-body'], () => ({ donor_address_line_2: '' })),
  },
  {
    id: 'update-7-truncated-body-stored',
    requirement: 'UPDATE-7',
    description:
      'A body is stored while it is read: one that breaks off is refused, but its donor fields are stored.',
    apply: changeOnRejection(['malformed-body'], ({ request }) => {
      const text = new TextDecoder().decode(request.body)
      const members = [...text.matchAll(/"(\w+)"\s*:\s*"([^"\\]*)"/g)]
      return donorTexts(Object.fromEntries(members.map(([, name = '', value]) => [name, value])))
    }),
  },
  {
    id: 'update-13-stored-up-to-the-mistake',
    requirement: 'UPDATE-13',
    description: 'Fields are stored one by one until one is wrong; those before it stay.',
    apply: storingUpToInvalidField,
  },
  {
    id: 'update-13-valid-fields-stored',
    requirement: 'UPDATE-13',
    description: 'A rejected update stores its names and addresses and leaves out what was wrong.',
    apply: changeOnRejection(['invalid-field'], ({ rejected, body }) => {
      const wrong = rejected.complaints.map(({ field }) => field)
      return Object.fromEntries(Object.entries(donorTexts(body)).filter(([name]) => !wrong.includes(name)))
    }),
  },
  {
    id: 'update-13-names-stored-beside-wrong-advisor',
    requirement: 'UPDATE-13',
    description: 'Where only the advisor is wrong, the names beside it are stored.',
    apply: changeOnRejection(['invalid-field'], ({ rejected, body }) => {
      const { donor_first_name, donor_last_name } = donorTexts(body)
      return rejected.complaints.every(({ field }) => field.startsWith('advisor'))
        ? { ...(donor_first_name && { donor_first_name }), ...(donor_last_name && { donor_last_name }) }
        : {}
    }),
  },
  {
    id: 'update-13-memo-stored',
    requirement: 'UPDATE-13',
    description: 'A rejected update stores its memo.',
    apply: changeOnRejection(['invalid-field'], ({ rejected, body: { memo } }) =>
      typeof memo === 'string' && rejected.complaints.every(({ field }) => field !== 'memo') ? { memo } : {},
    ),
  },
]
