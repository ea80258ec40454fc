import { ADVISOR_FIELDS, DONOR_FIELDS, type UpdateField } from '../../../contract/fields.ts'
import type { RequirementId } from '../../../contract/index.ts'
import { Rejected } from '../../api/rejected.ts'
import type { HttpRequest } from '../../http.ts'
import { replace } from '../../policies/replace.ts'
import type { Donation } from '../../store.ts'
import { type Breakage, breakage, type Condition, fine } from '../condition.ts'
import { NO_ADDRESS_SHAPES } from '../updates/addresses.ts'

type ValueRow = readonly [value: string, when: string, isOne: (value: unknown) => boolean]

const values = (axis: string, rows: readonly ValueRow[]): readonly Condition<unknown>[] =>
  fine<unknown>(axis, rows)

const isText = (isOne: (text: string) => boolean) => (value: unknown) =>
  typeof value === 'string' && isOne(value)

const EMPTY: ValueRow = ['empty', 'it is an empty string', (value) => value === '']

/** What is no string. */
const TYPES: readonly ValueRow[] = [
  ['number', 'it is a number', (value) => typeof value === 'number'],
  ['integer', 'it is a whole number', (value) => Number.isInteger(value)],
  ['fraction', 'it is a fraction', (value) => typeof value === 'number' && !Number.isInteger(value)],
  ['zero', 'it is 0', (value) => value === 0],
  ['negative', 'it is a negative number', (value) => typeof value === 'number' && value < 0],
  ['true', 'it is true', (value) => value === true],
  ['false', 'it is false', (value) => value === false],
  ['array', 'it is an array', Array.isArray],
  ['empty-array', 'it is an empty array', (value) => Array.isArray(value) && value.length === 0],
  [
    'array-of-one',
    'it is an array of one text',
    (value) => Array.isArray(value) && value.length === 1 && typeof value[0] === 'string',
  ],
  [
    'object',
    'it is an object',
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  ],
  ['empty-object', 'it is an empty object', (value) => JSON.stringify(value) === '{}'],
]

const DIGITS: readonly ValueRow[] = [
  ['digits', 'it is digits in a string', isText((text) => /^\d+$/.test(text))],
  ['decimal', 'it is a decimal number in a string', isText((text) => /^\d+\.\d+$/.test(text))],
  ['exponent', 'it is a number with an exponent in a string', isText((text) => /^\d+e\d+$/i.test(text))],
  ['blanks', 'it is digits between blanks', isText((text) => /^ +\d+ +$/.test(text))],
  ['hexadecimal', 'it is a hexadecimal number in a string', isText((text) => /^0x/.test(text))],
  ['unit', 'it begins with digits', isText((text) => /^\d+ \w/.test(text))],
  ['word', 'it is a word', isText((text) => /^[a-z]+$/i.test(text))],
  EMPTY,
]

const COUNTRIES: readonly ValueRow[] = [
  ['capitals', 'it is in capitals', isText((text) => /^[A-Z]{2}$/.test(text))],
  ['mixed', 'its first letter is a capital', isText((text) => /^[A-Z][a-z]$/.test(text))],
  ['mixed-last', 'its last letter is a capital', isText((text) => /^[a-z][A-Z]$/.test(text))],
  ['three', 'it has three letters', isText((text) => /^[a-z]{3}$/.test(text))],
  ['three-capitals', 'it has three capitals', isText((text) => /^[A-Z]{3}$/.test(text))],
  ['uk', 'it is uk', (value) => value === 'uk'],
  ['eu', 'it is eu', (value) => value === 'eu'],
  ['su', 'it is su', (value) => value === 'su'],
  ['xx', 'it is xx', (value) => value === 'xx'],
  ['zz', 'it is zz', (value) => value === 'zz'],
  ['name', 'it is the name of a country', isText((text) => /^[A-Z][a-z]{3,}$/.test(text))],
  ['digits', 'it is digits', isText((text) => /^\d+$/.test(text))],
  ['one', 'it is one letter', isText((text) => /^[a-z]$/.test(text))],
  ['blank', 'it has a blank around it', isText((text) => /^ [a-z]{2}$|^[a-z]{2} $/.test(text))],
  ['locale', 'it is a locale', isText((text) => /^[a-z]{2}[-_][a-z]{2}$/i.test(text))],
]

const DESIGNATIONS: readonly ValueRow[] = [
  ...TYPES.filter(([name]) => !['fraction', 'negative', 'array-of-one'].includes(name)),
  EMPTY,
  ['word', 'it is a word', isText((text) => /^[a-z]{3,12}$/i.test(text))],
  ['null-word', 'it is the word null', (value) => value === 'null'],
  ['digits', 'it is digits in a string', isText((text) => /^\d+$/.test(text))],
  ['blank', 'it is a blank', (value) => value === ' '],
  [
    'longer',
    'it is a UUID and more',
    isText((text) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}.+$/i.test(text)),
  ],
  ['shorter', 'it is a part of a UUID', isText((text) => /^[\da-f]{8}-.*$/i.test(text) && text.length < 36)],
  ['braces', 'it is a UUID in braces', isText((text) => /^\{.*\}$/.test(text))],
  ['no-hyphens', 'it is a UUID without hyphens', isText((text) => /^[\da-f]{32}$/i.test(text))],
]

const UUIDS: readonly ValueRow[] = [
  ['zeros', 'it is nothing but zeros', isText((text) => /^[0-]+$/.test(text))],
  ['ones', 'it is nothing but ones', isText((text) => /^[f-]+$/i.test(text))],
  ['version-1', 'it is of version 1', isText((text) => text[14] === '1')],
  ['version-4', 'it is of version 4', isText((text) => text[14] === '4')],
  ['version-5', 'it is of version 5', isText((text) => text[14] === '5')],
  ['version-7', 'it is of version 7', isText((text) => text[14] === '7')],
  ['capitals', 'it is in capitals', isText((text) => /[A-F]/.test(text))],
]

/** Accepts a value of a field that has to be refused, and ignores it. */
function taking(requirement: RequirementId, field: UpdateField, conditions: readonly Condition<unknown>[]) {
  return breakage<unknown>({
    requirement,
    name: `${field}-taken`,
    description: `${field} is accepted`,
    conditions,
    apply: (when) =>
      replace('update', ({ fieldRules, designationAllowed }) => ({
        fieldRules: {
          ...fieldRules,
          [field]: (value: unknown, update: Parameters<typeof fieldRules.memo>[1]) =>
            when(value) ? undefined : fieldRules[field](value, update),
        },
        designationAllowed: (id, update) =>
          (field === 'designation_id' && when(id)) || designationAllowed(id, update),
      })),
  })
}

function takingOfAdvisor(field: (typeof ADVISOR_FIELDS)[number], conditions: readonly Condition<unknown>[]) {
  return breakage<unknown>({
    requirement: 'ADVISOR-5',
    name: `${field}-taken`,
    description: `${field} of an advisor is accepted`,
    conditions,
    apply: (when) =>
      replace('update', ({ advisorRules }) => ({
        advisorRules: {
          ...advisorRules,
          [field]: (value: unknown, update: Parameters<typeof advisorRules.bio>[1]) =>
            when(value) ? undefined : advisorRules[field](value, update),
        },
      })),
  })
}

const EMAILS = values('address', [
  ...NO_ADDRESS_SHAPES.map(([name, words, isOne]): ValueRow => [name, `it ${words}`, isText(isOne)]),
])

const NO_EMAILS: readonly ValueRow[] = [...TYPES, EMPTY, ['null', 'it is null', (value) => value === null]]

type Body = readonly [name: string, when: string, isOne: (text: string, request: HttpRequest) => boolean]

const NO_OBJECTS: readonly Body[] = [
  ['none', 'it is empty', (text) => text === ''],
  ['blank', 'it is blank', (text) => text !== '' && text.trim() === ''],
  ['array', 'it is an array', (text) => text.trim().startsWith('[')],
  ['text', 'it is a text', (text) => /^"/.test(text)],
  ['number', 'it is a number', (text) => /^\d/.test(text)],
  ['null', 'it is null', (text) => text === 'null'],
  ['true', 'it is true', (text) => text === 'true'],
  ['false', 'it is false', (text) => text === 'false'],
  ['cut', 'it is cut off', (text) => /^\{[^}]+$/.test(text)],
  ['comma', 'it has a comma too many', (text) => /,\s*\}/.test(text)],
  ['comment', 'it holds a comment', (text) => /\/\*|\/\/ /.test(text)],
  ['single-quotes', 'it has single quotes', (text) => /^\{'/.test(text)],
  ['bare-names', 'it has a name without quotes', (text) => /^\{\w+:/.test(text)],
  ['more', 'something is behind it', (text) => /^\{.*\}\s*\S+$/.test(text) && !text.endsWith('}')],
  ['two', 'it is two objects', (text) => /\}\s*\{/.test(text)],
  ['nan', 'it holds NaN', (text) => /:\s*NaN/.test(text)],
  ['leading-zero', 'a number in it has a leading zero', (text) => /:\s*0\d/.test(text)],
  ['form', 'it is a form', (text) => /^[a-z_]+=/.test(text)],
  ['line-break', 'a text in it holds a raw line break', (text) => /"[^"]*\n[^"]*"/.test(text)],
  ['bad-utf-8', 'it is no UTF-8', (text) => text.includes('\ufffd')],
]

const BODIES = fine<HttpRequest>(
  'body',
  NO_OBJECTS.map(([name, words, isOne]) => [
    name,
    words,
    (request) => isOne(new TextDecoder().decode(request.body), request),
  ]),
)

const malformed = (['ignored', 'clears'] as const).map((what) =>
  breakage<HttpRequest>({
    requirement: 'UPDATE-7',
    name: `body-${what}`,
    description:
      what === 'ignored'
        ? 'a body that is no JSON object is taken for an empty one'
        : 'a body that is no JSON object empties the city and is refused',
    conditions: BODIES,
    apply: (when) =>
      replace('update', ({ parseBody, afterRejection }) => ({
        parseBody(request) {
          try {
            return parseBody(request)
          } catch (error) {
            if (what === 'ignored' && error instanceof Rejected && when(request)) return {}
            throw error
          }
        },
        afterRejection(rejected, store, request, id) {
          afterRejection(rejected, store, request, id)
          const donation: Donation | undefined = store.donations.get(id)
          if (what === 'clears' && rejected.kind === 'malformed-body' && donation && when(request))
            store.donations.set(id, { ...donation, donor_city: '' })
        },
      })),
  }),
)

/** Faults of what is taken and should not be. */
export const takenBreaks: readonly Breakage[] = [
  taking('UPDATE-10', 'donor_country', values('country', COUNTRIES)),
  taking('UPDATE-11', 'donor_email', EMAILS),
  ...[...DONOR_FIELDS, 'memo' as const].map((field) => taking('UPDATE-12', field, values('type', TYPES))),
  taking('PLEDGED-5', 'identifier', values('type', TYPES)),
  taking('PLEDGED-5', 'source', values('type', TYPES)),
  taking('PLEDGED-5', 'quantity', values('type', [...TYPES.slice(5), ...DIGITS])),
  taking('DESIGNATION-4', 'designation_id', values('type', DESIGNATIONS)),
  taking('DESIGNATION-3', 'designation_id', values('uuid', UUIDS)),
  taking(
    'ADVISOR-6',
    'advisor',
    values('type', [
      ...TYPES.filter(([name]) => !name.includes('object')),
      ['text', 'it is a text', isText(() => true)],
      EMPTY,
    ]),
  ),
  ...ADVISOR_FIELDS.map((field) =>
    takingOfAdvisor(
      field,
      field === 'email' ? [...values('type', NO_EMAILS), ...EMAILS] : values('type', TYPES),
    ),
  ),
  ...malformed,
]
