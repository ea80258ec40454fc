import { ASSIGNED_COUNTRIES } from '../../contract/countries.ts'
import { DONOR_FIELDS, type DonorField } from '../../contract/fields.ts'
import { Rejected } from '../api/rejected.ts'
import { type PolicyChange, replace } from '../policies/replace.ts'
import { type FieldRule, isEmailAddress, isObject } from '../policies/rules.ts'
import type { UpdateBody } from '../policies/update.ts'
import type { Fault } from './fault.ts'
import { changeOnRejection, donorTexts, has, inTurn, ruling, storing } from './stored.ts'

/** Takes a body that is no JSON object for some update. */
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

/** Takes JSON values of some kind for an update. */
function takingJson(read: (value: unknown) => UpdateBody | undefined): PolicyChange {
  return taking((text) => {
    try {
      return read(JSON.parse(text))
    } catch {
      return undefined
    }
  })
}

/** Lets more values pass than the rule in force. */
function alsoAccepting(accepts: (value: unknown) => boolean): (inForce: FieldRule) => FieldRule {
  return (inForce) => (value, update) => (accepts(value) ? undefined : inForce(value, update))
}

/** Lets fewer values pass than the rule in force. */
function alsoRefusing(refuses: FieldRule): (inForce: FieldRule) => FieldRule {
  return (inForce) => (value, update) => inForce(value, update) ?? refuses(value, update)
}

/** Lets a refused update store those of its donor fields that come before the offending one. */
const storingUpToTheMistake = changeOnRejection(['invalid-field'], ({ rejected, body }) => {
  const offending = new Set(rejected.complaints.map(({ field }) => field.split('.')[0]))
  const names = Object.keys(body)
  const reached = names.slice(
    0,
    names.findIndex((name) => offending.has(name)),
  )
  return donorTexts(Object.fromEntries(reached.map((name) => [name, body[name]])))
})

const complaint = (refused: boolean, message: string) => (refused ? message : undefined)

function isDonorField(name: string | undefined): name is DonorField {
  return DONOR_FIELDS.some((field) => field === name)
}

export const updateValidationFaults: readonly Fault[] = [
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
    id: 'update-8-memo-refused-when-pledged',
    requirement: 'UPDATE-8',
    description: 'A memo is refused while the donation is pledged.',
    apply: ruling(
      'memo',
      alsoRefusing((_value, { donation }) => complaint(donation.status === 'pledged', 'comes too early')),
    ),
  },
  {
    id: 'update-8-postal-code-of-digits',
    requirement: 'UPDATE-8',
    description: 'donor_postal_code must be digits, as if everybody lived in one country.',
    apply: ruling(
      'donor_postal_code',
      alsoRefusing((value) => complaint(!/^[\d-]*$/.test(String(value)), 'must be digits')),
    ),
  },
  {
    id: 'update-8-ai-refused',
    requirement: 'UPDATE-8',
    description: 'One of the countries that the contract lists, ai, is missing from the list.',
    apply: ruling(
      'donor_country',
      alsoRefusing((value) => complaint(value === 'ai', 'is unknown')),
    ),
  },
  {
    id: 'update-9-norway-refused',
    requirement: 'UPDATE-9',
    description:
      'The list of countries was read from YAML, where an unquoted no is false: Norway is missing.',
    apply: ruling(
      'donor_country',
      alsoRefusing((value) => complaint(value === 'no', 'is unknown')),
    ),
  },
  {
    id: 'update-9-newer-countries-refused',
    requirement: 'UPDATE-9',
    description: 'The list of countries is fifteen years old.',
    apply: ruling(
      'donor_country',
      alsoRefusing((value) =>
        complaint(['ss', 'sx', 'cw', 'bq'].includes(String(value)), 'is no country yet'),
      ),
    ),
  },
  {
    id: 'update-9-gb-refused',
    requirement: 'UPDATE-9',
    description: 'The list of countries lacks gb.',
    apply: ruling(
      'donor_country',
      alsoRefusing((value) => complaint(value === 'gb', 'is unknown')),
    ),
  },
  {
    id: 'update-10-upper-case-accepted',
    requirement: 'UPDATE-10',
    description: 'Countries in upper case are accepted.',
    apply: ruling(
      'donor_country',
      alsoAccepting((value) => ASSIGNED_COUNTRIES.some((code) => code.toUpperCase() === value)),
    ),
  },
  {
    id: 'update-10-any-two-letters-accepted',
    requirement: 'UPDATE-10',
    description: 'Any two lowercase letters pass for a country.',
    apply: ruling(
      'donor_country',
      alsoAccepting((value) => typeof value === 'string' && /^[a-z]{2}$/.test(value)),
    ),
  },
  {
    id: 'update-10-three-letters-accepted',
    requirement: 'UPDATE-10',
    description: 'Three-letter country codes are accepted.',
    apply: ruling(
      'donor_country',
      alsoAccepting((value) => typeof value === 'string' && /^[a-z]{3}$/i.test(value)),
    ),
  },
  {
    id: 'update-11-any-text-accepted',
    requirement: 'UPDATE-11',
    description: 'donor_email may be any text.',
    apply: ruling(
      'donor_email',
      alsoAccepting((value) => typeof value === 'string'),
    ),
  },
  {
    id: 'update-11-at-sign-is-enough',
    requirement: 'UPDATE-11',
    description: 'donor_email only has to contain an at sign.',
    apply: ruling(
      'donor_email',
      alsoAccepting((value) => typeof value === 'string' && value.includes('@')),
    ),
  },
  {
    id: 'update-11-address-anywhere',
    requirement: 'UPDATE-11',
    description: 'donor_email only has to contain an address somewhere: the pattern is not anchored.',
    apply: ruling(
      'donor_email',
      alsoAccepting((value) => typeof value === 'string' && value.split(/[\s,;<>]+/).some(isEmailAddress)),
    ),
  },
  {
    id: 'update-12-postal-code-number-accepted',
    requirement: 'UPDATE-12',
    description: 'donor_postal_code may be a number, which is stored as text.',
    apply: inTurn(
      ruling(
        'donor_postal_code',
        alsoAccepting((value) => typeof value === 'number'),
      ),
      storing(({ body: { donor_postal_code: code } }) =>
        typeof code === 'number' ? { donor_postal_code: String(code) } : {},
      ),
    ),
  },
  {
    id: 'update-12-boolean-city-accepted',
    requirement: 'UPDATE-12',
    description: 'A boolean as donor_city is accepted and ignored.',
    apply: ruling(
      'donor_city',
      alsoAccepting((value) => typeof value === 'boolean'),
    ),
  },
  {
    id: 'update-12-first-name-list-accepted',
    requirement: 'UPDATE-12',
    description: 'donor_first_name may be a list, which is joined by spaces.',
    apply: inTurn(
      ruling(
        'donor_first_name',
        alsoAccepting((value) => Array.isArray(value)),
      ),
      storing(({ body: { donor_first_name: names } }) =>
        Array.isArray(names) ? { donor_first_name: names.join(' ') } : {},
      ),
    ),
  },
  {
    id: 'update-12-memo-object-accepted',
    requirement: 'UPDATE-12',
    description: 'An object as memo is accepted and stored as its JSON text.',
    apply: inTurn(
      ruling(
        'memo',
        alsoAccepting((value) => isObject(value)),
      ),
      storing(({ body: { memo } }) => (isObject(memo) ? { memo: JSON.stringify(memo) } : {})),
    ),
  },
  {
    id: 'update-13-stored-up-to-the-mistake',
    requirement: 'UPDATE-13',
    description: 'Fields are stored one by one until one is wrong; those before it stay.',
    apply: storingUpToTheMistake,
  },
  {
    id: 'update-13-valid-fields-stored',
    requirement: 'UPDATE-13',
    description: 'A rejected update stores its names and addresses and leaves out what was wrong.',
    apply: changeOnRejection(['invalid-field'], ({ rejected, body }) => {
      const wrong = rejected.complaints.map(({ field }) => field)
      const valid = Object.entries(donorTexts(body)).filter(
        ([name]) => isDonorField(name) && !wrong.includes(name),
      )
      return Object.fromEntries(valid)
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
