import { DONOR_FIELDS } from '../../../contract/fields.ts'
import { type PolicyChange, replace } from '../../policies/replace.ts'
import type { UpdateBody } from '../../policies/requested-update.ts'
import { isObject } from '../../policies/rules.ts'
import type { Fault } from '../fault.ts'
import { thread } from './thread.ts'

/** Takes some lists for a body. */
function readingLists(read: (entries: readonly unknown[]) => UpdateBody | undefined): PolicyChange {
  return replace('update', ({ parseBody }) => ({
    parseBody(request) {
      try {
        const value: unknown = JSON.parse(new TextDecoder().decode(request.body))
        const body = Array.isArray(value) ? read(value) : undefined
        if (body) return body
      } catch {
        // The rule in force says what is wrong with it.
      }
      return parseBody(request)
    },
  }))
}

/** What real languages and mappers read as something else. */
export const reportedMisreadFaults: readonly Fault[] = [
  {
    id: 'update-7-reported-list-as-record',
    requirement: 'UPDATE-7',
    description: 'A list of texts is taken for a record: its entries are the first fields, in their order.',
    source: thread('serde-rs/json#1059'),
    apply: readingLists((entries) =>
      entries.length > 0 && entries.every((entry) => typeof entry === 'string')
        ? Object.fromEntries(entries.map((entry, index) => [DONOR_FIELDS[index], entry]))
        : undefined,
    ),
  },
  {
    id: 'update-7-reported-list-wrapped',
    requirement: 'UPDATE-7',
    description: 'A list of several objects gets a name of its own in the body, and is ignored.',
    source: thread('rails/rails#8832'),
    apply: readingLists((entries) => (entries.length > 1 && entries.every(isObject) ? {} : undefined)),
  },
  {
    id: 'pledged-2-reported-zero-is-empty',
    requirement: 'PLEDGED-2',
    description: 'An identifier or source of "0" is empty to the gate.',
    source: thread('phpipam/phpipam#4260'),
    apply: replace('update', ({ forbiddenFields }) => ({
      forbiddenFields: (update) => forbiddenFields(update).filter((field) => update.body[field] !== '0'),
    })),
  },
  {
    id: 'update-15-reported-advisor-of-one',
    requirement: 'UPDATE-15',
    alsoBreaks: ['ADVISOR-1', 'ADVISOR-4', 'ADVISOR-8'],
    description: 'An advisor is mapped to one donation: to link it takes it from the one that has it.',
    source: thread('typeorm/typeorm#5756'),
    apply: replace('update', ({ save }) => ({
      async save(next, update) {
        await save(next, update)
        if (next.advisor_id === null || !isObject(update.body.advisor)) return
        for (const one of update.store.donations.values())
          if (one.id !== next.id && one.advisor_id === next.advisor_id)
            update.store.donations.set(one.id, { ...one, advisor_id: null })
      },
    })),
  },
]
