import { GATED_FIELDS } from '../../contract/fields.ts'
import { type PolicyChange, replace } from '../policies/replace.ts'
import type { FieldRule } from '../policies/rules.ts'
import type { Update } from '../policies/update.ts'
import type { Fault } from './fault.ts'
import { alsoAccepting, alsoRefusing, complaint } from './rules.ts'
import { changeOnRejection, donorTexts, has, inTurn, ruling, storing } from './stored.ts'

/** Keeps only some of the fields that are forbidden now. */
function forbidding(keeps: (field: string, update: Update) => boolean): PolicyChange {
  return replace('update', ({ forbiddenFields }) => ({
    forbiddenFields: (update) => forbiddenFields(update).filter((field) => keeps(field, update)),
  }))
}

/** Forbids fields of a pledged donation. */
function forbiddingWhenPledged(forbidden: (update: Update) => readonly string[]): PolicyChange {
  return replace('update', ({ forbiddenFields }) => ({
    forbiddenFields: (update) => [
      ...forbiddenFields(update),
      ...(update.donation.status === 'pledged' ? forbidden(update) : []),
    ],
  }))
}

/** Refuses a field in some statuses. */
function locking(locked: (status: string) => boolean): (inForce: FieldRule) => FieldRule {
  return alsoRefusing((_value, { donation }) => complaint(locked(donation.status), 'cannot be changed now'))
}

const sentGated = ({ body }: Update) => GATED_FIELDS.filter((field) => has(body, field))

export const pledgedFaults: readonly Fault[] = [
  {
    id: 'pledged-1-identifier-never',
    requirement: 'PLEDGED-1',
    description: 'identifier is refused while the donation is pledged as well.',
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
    description: 'Sending the value that a field already has is no change to the check, and accepted.',
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
    id: 'pledged-2-silently-ignored',
    requirement: 'PLEDGED-2',
    description: 'Gated fields are dropped without a word, and the update succeeds.',
    apply: inTurn(
      forbidding(() => false),
      storing(({ donation: { status, quantity, identifier, source } }) =>
        status === 'pledged' ? {} : { quantity, identifier, source },
      ),
    ),
  },
  {
    id: 'pledged-3-quantity-stored',
    requirement: 'PLEDGED-3',
    description: 'The update is refused after the quantity was stored.',
    apply: changeOnRejection(['not-pledged'], ({ body: { quantity } }) =>
      typeof quantity === 'number' ? { quantity } : {},
    ),
  },
  {
    id: 'pledged-3-put-clears-identifier',
    requirement: 'PLEDGED-3',
    description: 'A refused PUT clears the identifier.',
    apply: changeOnRejection(['not-pledged'], ({ request }) =>
      request.method === 'PUT' ? { identifier: null } : {},
    ),
  },
  {
    id: 'pledged-3-names-stored',
    requirement: 'PLEDGED-3',
    alsoBreaks: ['UPDATE-13'],
    description: 'A pledged-only field refuses itself and lets the donor fields beside it be stored.',
    apply: changeOnRejection(['not-pledged'], ({ body }) => donorTexts(body)),
  },
  {
    id: 'pledged-4-email-locked',
    requirement: 'PLEDGED-4',
    description: 'donor_email is gated like the three fields.',
    apply: ruling(
      'donor_email',
      locking((status) => status !== 'pledged'),
    ),
  },
  {
    id: 'pledged-4-city-locked-when-settled',
    requirement: 'PLEDGED-4',
    description: 'Once a donation is settled its city cannot be changed.',
    apply: ruling(
      'donor_city',
      locking((status) => status === 'settled'),
    ),
  },
  {
    id: 'pledged-4-advisor-locked',
    requirement: 'PLEDGED-4',
    description: 'advisor is gated like the three fields.',
    apply: ruling(
      'advisor',
      locking((status) => status !== 'pledged'),
    ),
  },
  {
    id: 'pledged-4-memo-locked-when-cancelled',
    requirement: 'PLEDGED-4',
    description: 'The memo of a cancelled donation cannot be changed.',
    apply: ruling(
      'memo',
      locking((status) => status === 'cancelled'),
    ),
  },
  {
    id: 'pledged-5-quantity-text-accepted',
    requirement: 'PLEDGED-5',
    description: 'A quantity in quotes is read as the number in them.',
    apply: inTurn(
      ruling(
        'quantity',
        alsoAccepting((value) => typeof value === 'string' && /^\d+$/.test(value)),
      ),
      storing(({ body: { quantity } }) =>
        typeof quantity === 'string' ? { quantity: Number(quantity) } : {},
      ),
    ),
  },
  {
    id: 'pledged-5-quantity-true-accepted',
    requirement: 'PLEDGED-5',
    description: 'true is accepted as a quantity and ignored.',
    apply: ruling(
      'quantity',
      alsoAccepting((value) => typeof value === 'boolean'),
    ),
  },
  {
    id: 'pledged-5-identifier-number-accepted',
    requirement: 'PLEDGED-5',
    alsoBreaks: ['UPDATE-12'],
    description: 'A number as identifier is accepted and stored as text.',
    apply: inTurn(
      ruling(
        'identifier',
        alsoAccepting((value) => typeof value === 'number'),
      ),
      storing(({ body: { identifier } }) =>
        typeof identifier === 'number' ? { identifier: String(identifier) } : {},
      ),
    ),
  },
]
