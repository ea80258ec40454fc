import { DONOR_FIELDS, OBSERVABLE_FIELDS, UPDATE_FIELDS } from '../../contract/fields.ts'
import { addAdvisor } from '../policies/advisors.ts'
import { type PolicyChange, replace } from '../policies/replace.ts'
import { isObject } from '../policies/rules.ts'
import type { UpdatePolicies } from '../policies/update.ts'
import { acceptingEach, refusingTexts, showingRecord, storingDonorFields } from './update-changes.ts'
import type { Variant } from './variant.ts'

function answeringWith(status: number): PolicyChange {
  return replace('update', ({ answer }) => ({
    answer: (record, update) => ({ ...answer(record, update), status }),
  }))
}

/** Parses every body as if it had this content type. */
function readingAs(contentType: string): (policies: UpdatePolicies) => Partial<UpdatePolicies> {
  return ({ parseBody }) => ({
    parseBody: (request) =>
      parseBody({
        ...request,
        header: (name) => (name === 'content-type' ? contentType : request.header(name)),
      }),
  })
}

/** Keeps what the contract does not name, and shows it beside the record, whatever it is. */
const storingUnknownFields: PolicyChange = replace('update', ({ present }) => {
  const kept = new Map<string, Readonly<Record<string, unknown>>>()
  return {
    present(stored, update) {
      const unknown = Object.entries(update.body).filter(
        ([name]) => !UPDATE_FIELDS.some((one) => one === name),
      )
      const further = { ...kept.get(stored.id), ...Object.fromEntries(unknown) }
      kept.set(stored.id, further)
      return { ...further, ...present(stored, update) }
    },
  }
})

/** The variants of updates: their response, its record, and values that the contract leaves open. */
export const updateVariants: readonly Variant[] = [
  {
    id: 'update-answers-201',
    description: 'Updates are answered with 201.',
    apply: answeringWith(201),
  },
  {
    id: 'update-answers-202',
    description: 'Updates are answered with 202, the record beside it.',
    apply: answeringWith(202),
  },
  {
    id: 'record-minimal',
    description: 'The record holds the eight documented fields and nothing else.',
    apply: showingRecord((record) =>
      Object.fromEntries(OBSERVABLE_FIELDS.map((field) => [field, record[field]])),
    ),
  },
  {
    id: 'record-with-more-keys',
    description: 'The record holds keys that the contract does not name, some of them nested.',
    apply: showingRecord((record) => ({
      object: 'donation',
      ...record,
      amount: { cents: 12550, currency: 'USD', '': null },
      tags: [['a', { id: 'not-the-donation' }], []],
      donor: { first_name: 'Somebody', last_name: 'Else' },
    })),
  },
  {
    id: 'record-reversed',
    description: 'The keys of the record come in the opposite order.',
    apply: showingRecord((record) => Object.fromEntries(Object.entries(record).toReversed())),
  },
  {
    id: 'record-without-advisor',
    description: 'The record hides designation and advisor.',
    apply: showingRecord(({ advisor: _advisor, designation_id: _designation, ...record }) => record),
  },
  {
    id: 'record-with-changing-keys',
    description: 'The record holds a time and a revision that change with every answer.',
    apply: replace('update', ({ present }) => {
      let revision = 0
      return {
        present: (stored, update) => ({
          ...present(stored, update),
          updated_at: new Date().toISOString(),
          revision: ++revision,
        }),
      }
    }),
  },
  {
    id: 'unknown-fields-stored',
    description: 'A field that the contract does not name is stored, and shown in every answer from then on.',
    apply: storingUnknownFields,
  },
  {
    id: 'unknown-fields-refused',
    description: 'A field that the contract does not name is refused.',
    apply: replace('update', () => ({ unknownField: () => 'is unknown' })),
  },
  {
    id: 'null-texts-ignored',
    description: 'null for a donor field or the memo is accepted and leaves the field as it is.',
    apply: acceptingEach([...DONOR_FIELDS, 'memo'], (value) => value === null),
  },
  {
    id: 'null-texts-clear',
    description: 'null for a donor field is accepted and clears the field.',
    apply: (policies) =>
      storingDonorFields((sent, stored) => (sent === null ? '' : stored))(
        acceptingEach(DONOR_FIELDS, (value) => value === null)(policies),
      ),
  },
  {
    id: 'null-gated-fields-accepted',
    description: 'null for quantity, identifier and source is accepted while the donation is pledged.',
    apply: acceptingEach(['quantity', 'identifier', 'source'], (value) => value === null),
  },
  {
    id: 'any-number-as-quantity',
    description: 'A quantity may be zero, negative, fractional or huge.',
    apply: acceptingEach(['quantity'], (value) => typeof value === 'number'),
  },
  {
    id: 'empty-texts-refused',
    description: 'Empty strings are refused.',
    apply: refusingTexts((text) => text === ''),
  },
  {
    id: 'long-texts-refused',
    description: 'Texts of more than 255 characters are refused.',
    apply: refusingTexts((text) => text.length > 255),
  },
  {
    id: 'control-characters-refused',
    description: 'Control characters, line breaks aside, are refused.',
    apply: refusingTexts((text) => /(?![\t\n\r])\p{Cc}/u.test(text)),
  },
  {
    id: 'blanks-trimmed',
    description: 'Blanks around donor fields are trimmed.',
    apply: storingDonorFields((_sent, stored) => stored.trim()),
  },
  {
    id: 'advisors-replaced-as-a-whole',
    description:
      'What is sent of an advisor takes the place of all that was known of the one with this email (an upsert).',
    apply: replace('update', ({ advisorAfter }) => ({
      advisorAfter(update) {
        const { store, body } = update
        const id = advisorAfter(update)
        const advisor = store.advisors.get(id ?? '')
        if (advisor === undefined || !isObject(body.advisor)) return id
        const { id: key, organization_id, email, ...known } = advisor
        const sent = Object.entries(known).filter(([name]) => Object.hasOwn(body.advisor ?? {}, name))
        addAdvisor(store, { ...Object.fromEntries(sent), id: key, organization_id, email })
        return id
      },
    })),
  },
  {
    id: 'any-content-type-read-as-json',
    description: 'An update is read as JSON whatever its content type.',
    apply: replace('update', readingAs('application/json')),
  },
]
