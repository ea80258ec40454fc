import { ADVISOR_FIELDS, UPDATE_FIELDS } from '../../../contract/fields.ts'
import { Rejected } from '../../api/rejected.ts'
import { replace } from '../../policies/replace.ts'
import { leavingAdvisor } from '../donation/advisor.ts'
import { alsoAccepting } from '../donation/rules.ts'
import { has, resetting, ruling, storing } from '../donation/stored.ts'
import type { Fault } from '../fault.ts'
import { thread } from './thread.ts'

const NAMES: ReadonlyMap<string, string> = new Map(
  [...UPDATE_FIELDS, ...ADVISOR_FIELDS].map((name) => [name.toLowerCase(), name]),
)

/** What real frameworks and object mappers made of bodies. */
export const reportedBodyFaults: readonly Fault[] = [
  {
    id: 'designation-5-reported-null-ignored',
    requirement: 'DESIGNATION-5',
    description: 'An explicit null is ignored when a body is merged: the designation stays.',
    source: thread('spring-projects/spring-data-rest#727'),
    apply: replace('update', ({ designationAfter }) => ({
      designationAfter: (update) =>
        update.body.designation_id === null ? update.donation.designation_id : designationAfter(update),
    })),
  },
  {
    id: 'advisor-3-reported-null-ignored',
    requirement: 'ADVISOR-3',
    description: 'An explicit null is ignored when a body is merged: the advisor stays.',
    source: thread('spring-projects/spring-data-rest#724'),
    apply: leavingAdvisor(({ body, donation }) => (body.advisor === null ? donation.advisor_id : undefined)),
  },
  {
    id: 'update-5-reported-put-empties',
    requirement: 'UPDATE-5',
    alsoBreaks: ['UPDATE-4', 'UPDATE-6'],
    description: 'PUT replaces what is not in the body: province and second line become empty.',
    source: thread('api-platform/core#147'),
    apply: resetting(({ request }) => request.method === 'PUT', {
      donor_province: '',
      donor_address_line_2: '',
    }),
  },
  {
    id: 'update-4-reported-missing-as-null',
    requirement: 'UPDATE-4',
    description: 'An update of the city sets the second address line to nothing, since it is not given.',
    source: thread('sequelize/sequelize#3692'),
    apply: resetting(({ body }) => has(body, 'donor_city'), { donor_address_line_2: '' }),
  },
  {
    id: 'update-15-reported-empty-where',
    requirement: 'UPDATE-15',
    alsoBreaks: ['UPDATE-8'],
    description: 'The condition of an update of the memo is empty: it reaches every donation.',
    source: thread('sequelize/sequelize#3113'),
    apply: replace('update', ({ save }) => ({
      async save(next, update) {
        await save(next, update)
        if (!has(update.body, 'memo')) return
        const { donations } = update.store
        for (const donation of donations.values())
          donations.set(donation.id, { ...donation, memo: next.memo })
      },
    })),
  },
  {
    id: 'update-6-reported-nothing-to-update',
    requirement: 'UPDATE-6',
    description: 'An update without fields is refused: at least one must be updated.',
    source: thread('nstfkc/gemi#355'),
    apply: replace('update', ({ parseBody }) => ({
      parseBody(request) {
        const body = parseBody(request)
        if (Object.keys(body).length === 0)
          throw new Rejected('malformed-body', 'At least one field must be updated.')
        return body
      },
    })),
  },
  {
    id: 'update-3-reported-names-in-any-case',
    requirement: 'UPDATE-3',
    alsoBreaks: ['UPDATE-4'],
    description: 'Keys are compared without regard to letter case: DONOR_CITY sets the city.',
    source: thread('golang/go#14750'),
    apply: replace('update', ({ parseBody }) => ({
      parseBody: (request) =>
        Object.fromEntries(
          Object.entries(parseBody(request)).map(([name, value]) => [
            NAMES.get(name.toLowerCase()) ?? name,
            value,
          ]),
        ),
    })),
  },
  {
    id: 'update-12-reported-list-as-text',
    requirement: 'UPDATE-12',
    description: 'A list is taken for donor_city, and written as text.',
    source: thread('encode/django-rest-framework#3702'),
    apply: (policies) =>
      storing(({ body: { donor_city: value } }) =>
        Array.isArray(value) ? { donor_city: String(value) } : {},
      )(ruling('donor_city', alsoAccepting(Array.isArray))(policies)),
  },
  {
    id: 'update-12-reported-number-as-text',
    requirement: 'UPDATE-12',
    description: 'A number is taken for donor_province.',
    source: thread('encode/django-rest-framework#6910'),
    apply: ruling(
      'donor_province',
      alsoAccepting((value) => typeof value === 'number'),
    ),
  },
  {
    id: 'update-12-reported-boolean-as-text',
    requirement: 'UPDATE-12',
    description: 'A boolean is taken for donor_first_name.',
    source: thread('FasterXML/jackson-databind#3615'),
    apply: ruling(
      'donor_first_name',
      alsoAccepting((value) => typeof value === 'boolean'),
    ),
  },
  {
    id: 'update-12-reported-boolean-memo',
    requirement: 'UPDATE-12',
    description: 'A boolean is taken for the memo.',
    source: thread('servicecatalog/development#154'),
    apply: ruling(
      'memo',
      alsoAccepting((value) => typeof value === 'boolean'),
    ),
  },
  {
    id: 'update-7-reported-primitive-taken',
    requirement: 'UPDATE-7',
    description: 'A body that is a text, a number or true is taken for an empty one.',
    source: thread('cojs/co-body#22'),
    apply: replace('update', ({ parseBody }) => ({
      parseBody(request) {
        try {
          const value: unknown = JSON.parse(new TextDecoder().decode(request.body))
          if (['string', 'number', 'boolean'].includes(typeof value)) return {}
        } catch {
          // The rule in force says what is wrong with it.
        }
        return parseBody(request)
      },
    })),
  },
  {
    id: 'error-2-reported-broken-object',
    requirement: 'ERROR-2',
    alsoBreaks: ['UPDATE-7'],
    description: 'A body that begins like an object and is none ends in a 500.',
    source: thread('expressjs/body-parser#79'),
    apply: replace('update', ({ parseBody }) => ({
      parseBody(request) {
        try {
          return parseBody(request)
        } catch (error) {
          if (request.body[0] !== '{'.charCodeAt(0)) throw error
          throw new Error('Unexpected token in JSON', { cause: error })
        }
      },
    })),
  },
]
