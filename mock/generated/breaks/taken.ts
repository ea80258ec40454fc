import { ADVISOR_FIELDS, DONOR_FIELDS, type UpdateField } from '../../../contract/fields.ts'
import type { RequirementId } from '../../../contract/index.ts'
import { replace } from '../../policies/replace.ts'
import { type Breakage, breakage, type Condition } from '../condition.ts'
import { NO_ADDRESS_SHAPES } from '../updates/addresses.ts'
import {
  COUNTRIES,
  DESIGNATIONS,
  DIGITS,
  EMPTY,
  isText,
  NOT_TEXTS,
  UUIDS,
  type ValueRow,
  values,
} from './value-rows.ts'

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

const NO_EMAILS: readonly ValueRow[] = [
  ...NOT_TEXTS,
  EMPTY,
  ['null', 'it is null', (value) => value === null],
]

/** Faults of what is taken and should not be. */
export const takenBreaks: readonly Breakage[] = [
  taking('UPDATE-10', 'donor_country', values('country', COUNTRIES)),
  taking('UPDATE-11', 'donor_email', EMAILS),
  ...[...DONOR_FIELDS, 'memo' as const].map((field) => taking('UPDATE-12', field, values('type', NOT_TEXTS))),
  taking('PLEDGED-5', 'identifier', values('type', NOT_TEXTS)),
  taking('PLEDGED-5', 'source', values('type', NOT_TEXTS)),
  taking('PLEDGED-5', 'quantity', values('type', [...NOT_TEXTS.slice(5), ...DIGITS])),
  taking('DESIGNATION-4', 'designation_id', values('type', DESIGNATIONS)),
  taking('DESIGNATION-3', 'designation_id', values('uuid', UUIDS)),
  taking(
    'ADVISOR-6',
    'advisor',
    values('type', [
      ...NOT_TEXTS.filter(([name]) => !name.includes('object')),
      ['text', 'it is a text', isText(() => true)],
      EMPTY,
    ]),
  ),
  ...ADVISOR_FIELDS.map((field) =>
    takingOfAdvisor(
      field,
      field === 'email' ? [...values('type', NO_EMAILS), ...EMAILS] : values('type', NOT_TEXTS),
    ),
  ),
]
