import { GATED_FIELDS } from '../../../contract/fields.ts'
import { combine, type PolicyChange, replace } from '../../policies/replace.ts'
import type { Update } from '../../policies/requested-update.ts'
import type { Fault } from '../fault.ts'
import { has, storing } from './stored.ts'

/** Forbids only some of the fields that are forbidden by the current policy. */
function forbidding(keeps: (field: string, update: Update) => boolean): PolicyChange {
  return replace('update', ({ forbiddenFields }) => ({
    forbiddenFields: (update) => forbiddenFields(update).filter((field) => keeps(field, update)),
  }))
}

/** Forbids additional fields while the donation is pledged. */
function forbiddingWhenPledged(forbidden: (update: Update) => readonly string[]): PolicyChange {
  return replace('update', ({ forbiddenFields }) => ({
    forbiddenFields: (update) => [
      ...forbiddenFields(update),
      ...(update.donation.status === 'pledged' ? forbidden(update) : []),
    ],
  }))
}

/** The gated fields of an update's body. */
const sentGated = ({ body }: Update) => GATED_FIELDS.filter((field) => has(body, field))

/** The faults that break PLEDGED-1 and PLEDGED-2. */
export const pledgedFaults: readonly Fault[] = [
  {
    id: 'pledged-1-identifier-never',
    requirement: 'PLEDGED-1',
    description: 'identifier is refused even while the donation is pledged.',
    apply: forbiddingWhenPledged(({ body }) => (has(body, 'identifier') ? ['identifier'] : [])),
  },
  {
    id: 'pledged-1-not-all-three',
    requirement: 'PLEDGED-1',
    description: 'quantity, identifier and source are accepted one by one and in pairs, but not all three.',
    apply: forbiddingWhenPledged((update) => (sentGated(update).length === 3 ? ['source'] : [])),
  },
  {
    id: 'pledged-1-source-needs-identifier',
    requirement: 'PLEDGED-1',
    description: 'source is accepted only beside an identifier.',
    apply: forbiddingWhenPledged(({ body }) =>
      has(body, 'source') && !has(body, 'identifier') ? ['source'] : [],
    ),
  },
  {
    id: 'pledged-2-nothing-gated',
    requirement: 'PLEDGED-2',
    description: 'The three fields are accepted in every status.',
    apply: forbidding(() => false),
  },
  {
    id: 'pledged-2-source-not-gated',
    requirement: 'PLEDGED-2',
    description: 'quantity and identifier are gated, source is forgotten.',
    apply: forbidding((field) => field !== 'source'),
  },
  {
    id: 'pledged-2-put-not-gated',
    requirement: 'PLEDGED-2',
    description: 'PATCH checks the status, PUT does not.',
    apply: forbidding((_field, { request }) => request.method !== 'PUT'),
  },
  {
    id: 'pledged-2-processing-not-gated',
    requirement: 'PLEDGED-2',
    description: 'One of the other statuses, processing, counts as pledged.',
    apply: forbidding((_field, { donation }) => donation.status !== 'processing'),
  },
  {
    id: 'pledged-2-empty-text-not-gated',
    requirement: 'PLEDGED-2',
    description: 'The check looks at truthy values: an empty identifier or source gets through.',
    apply: forbidding((field, { body }) => Boolean(body[field])),
  },
  {
    id: 'pledged-2-present-value-not-gated',
    requirement: 'PLEDGED-2',
    description: 'The check takes a value that equals the stored one for no change, and accepts it.',
    apply: forbidding((field, { body, donation }) =>
      GATED_FIELDS.every((gated) => gated !== field || body[gated] !== donation[gated]),
    ),
  },
  {
    id: 'pledged-2-not-gated-beside-memo',
    requirement: 'PLEDGED-2',
    description:
      'An update with a memo counts as one of the memo, and the gated fields beside it get through.',
    apply: forbidding((_field, { body }) => !has(body, 'memo')),
  },
  {
    id: 'pledged-2-not-gated-beside-advisor',
    requirement: 'PLEDGED-2',
    description: 'An update with an advisor takes another path, on which the status is not checked.',
    apply: forbidding((_field, { body }) => !has(body, 'advisor')),
  },
  {
    id: 'pledged-2-pair-not-gated',
    requirement: 'PLEDGED-2',
    description: 'identifier and source without a quantity count as bookkeeping and get through.',
    apply: forbidding(
      (_field, { body }) => has(body, 'quantity') || !has(body, 'identifier') || !has(body, 'source'),
    ),
  },
  {
    id: 'pledged-2-not-gated-in-the-middle',
    requirement: 'PLEDGED-2',
    description: 'Only the first three and the last three fields of an update are looked at.',
    apply: forbidding((field, { body }) => {
      const fields = Object.keys(body)
      return fields.slice(0, 3).includes(field) || fields.slice(-3).includes(field)
    }),
  },
  {
    id: 'pledged-2-long-source-not-gated',
    requirement: 'PLEDGED-2',
    description: 'A source of more than 100 characters is taken for a memo, which any donation takes.',
    apply: forbidding((_field, { body: { source } }) => typeof source !== 'string' || source.length <= 100),
  },
  {
    id: 'pledged-2-not-gated-in-another-order',
    requirement: 'PLEDGED-2',
    description: 'Where the source stands before the identifier, the fields are not looked for.',
    apply: forbidding((_field, { body }) => {
      const fields = Object.keys(body)
      return (
        !has(body, 'identifier') ||
        fields.indexOf('source') < 0 ||
        fields.indexOf('source') > fields.indexOf('identifier')
      )
    }),
  },
  {
    id: 'pledged-2-silently-ignored',
    requirement: 'PLEDGED-2',
    description: 'Gated fields are dropped without a word, and the update succeeds.',
    apply: combine(
      forbidding(() => false),
      storing(({ donation: { status, quantity, identifier, source } }) =>
        status === 'pledged' ? {} : { quantity, identifier, source },
      ),
    ),
  },
]
