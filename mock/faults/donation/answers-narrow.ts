import { DONOR_FIELDS, GATED_FIELDS } from '../../../contract/fields.ts'
import { Rejected } from '../../api/rejected.ts'
import { type Answer, json } from '../../http.ts'
import { type PolicyChange, replace } from '../../policies/replace.ts'
import type { Update } from '../../policies/requested-update.ts'
import { isObject } from '../../policies/rules.ts'
import type { Fault } from '../fault.ts'
import { failing, isPut, repairing } from './narrow.ts'
import { has, showing, storing } from './stored.ts'

/** Answers some updates otherwise; undefined leaves the answer. */
function answering(otherwise: (update: Update) => Answer | undefined): PolicyChange {
  return replace('update', ({ answer }) => ({
    answer: (record, update) => otherwise(update) ?? answer(record, update),
  }))
}

/** Whether an update sends two donor fields or more, and nothing that is not there already. */
function changesNothing({ donation, body }: Update): boolean {
  const sent = DONOR_FIELDS.filter((field) => has(body, field))
  return sent.length > 1 && !has(body, 'advisor') && sent.every((field) => body[field] === donation[field])
}

/** Faults of bodies and answers that show in one way to write a body, or beside one thing. */
export const answerNarrowFaults: readonly Fault[] = [
  {
    id: 'update-1-204-for-null-designation',
    requirement: 'UPDATE-1',
    description: 'PUT of a designation null alone is answered 204, without a body.',
    apply: answering((update) => {
      const isAlone = Object.keys(update.body).join() === 'designation_id'
      const isNull = update.body.designation_id === null
      return isPut(update) && isAlone && isNull ? { status: 204, headers: {}, body: '' } : undefined
    }),
  },
  {
    id: 'update-1-message-beside-null-advisor',
    requirement: 'UPDATE-1',
    description: 'Where an advisor is cleared beside other fields, a message stands beside data.',
    apply: replace('update', ({ answer }) => ({
      answer: (record, update) =>
        update.body.advisor === null && Object.keys(update.body).length > 1
          ? json(200, { data: record, message: 'The advisor was removed.' })
          : answer(record, update),
    })),
  },
  {
    id: 'update-1-304-when-nothing-changes',
    requirement: 'UPDATE-1',
    alsoBreaks: ['UPDATE-16'],
    description: 'An update of several donor fields that changes none of them is answered 304.',
    apply: answering((update) =>
      changesNothing(update) ? { status: 304, headers: {}, body: '' } : undefined,
    ),
  },
  {
    id: 'update-1-body-over-1024-refused',
    requirement: 'UPDATE-1',
    description: 'A body of more than 1,024 characters is refused as too large.',
    apply: replace('update', ({ parseBody }) => ({
      parseBody(request) {
        const body = parseBody(request)
        if (JSON.stringify(body).length > 1_024) throw new Rejected('too-large', 'The body is too large.')
        return body
      },
    })),
  },
  {
    id: 'update-2-id-in-capitals-by-put',
    requirement: 'UPDATE-2',
    description: 'PUT of gated fields answers with the id in capitals.',
    apply: showing((update, { id }) => {
      const isGated = GATED_FIELDS.some((field) => has(update.body, field))
      return isPut(update) && isGated ? { id: String(id).toUpperCase() } : {}
    }),
  },
  {
    id: 'update-2-empty-last-name-left-out',
    requirement: 'UPDATE-2',
    description: 'An empty donor_last_name is left out of the answer (omitempty).',
    apply: showing((_update, { donor_last_name: name }) =>
      name === '' ? { donor_last_name: undefined } : {},
    ),
  },
  {
    id: 'update-5-put-of-new-advisor-201',
    requirement: 'UPDATE-5',
    description: 'PUT answers 201 where it creates an advisor, PATCH 200.',
    apply: replace('update', ({ advisorAfter, answer }) => {
      const creating = new WeakSet<Update>()
      return {
        advisorAfter(update) {
          const { advisors } = update.store
          const before = advisors.size
          const id = advisorAfter(update)
          if (advisors.size > before) creating.add(update)
          return id
        },
        answer: (record, update) => ({
          ...answer(record, update),
          ...(isPut(update) && creating.has(update) && { status: 201 }),
        }),
      }
    }),
  },
  {
    id: 'update-5-put-of-identifier-resets-quantity',
    requirement: 'UPDATE-5',
    description: 'PUT of an identifier without a quantity sets the quantity to 1.',
    apply: storing((update) =>
      isPut(update) && has(update.body, 'identifier') && !has(update.body, 'quantity') ? { quantity: 1 } : {},
    ),
  },
  {
    id: 'update-7-brace-added',
    requirement: 'UPDATE-7',
    description: 'A last brace that is missing behind a text is added.',
    apply: repairing((text) => (/^\s*\{[\s\S]*"\s*$/.test(text) ? `${text}}` : undefined)),
  },
  {
    id: 'update-7-form-feed-as-blank',
    requirement: 'UPDATE-7',
    description: 'A form feed between tokens is taken for a blank.',
    apply: repairing((text) => (/[\f\v]/.test(text) ? text.replace(/[\f\v]/g, ' ') : undefined)),
  },
  {
    id: 'update-7-semicolon-behind',
    requirement: 'UPDATE-7',
    description: 'A semicolon behind the object is taken.',
    apply: repairing((text) => (/\}\s*;\s*$/.test(text) ? text.replace(/;\s*$/, '') : undefined)),
  },
  {
    id: 'error-2-prototype-in-advisor-fails',
    requirement: 'ERROR-2',
    description: 'A key __proto__ of an advisor whose email is valid ends in a 500.',
    apply: failing(({ body: { advisor } }) => isObject(advisor) && has(advisor, '__proto__')),
  },
]
