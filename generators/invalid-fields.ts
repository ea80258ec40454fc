import type fc from 'fast-check'
import {
  ADVISOR_FIELDS,
  type AdvisorField,
  DONOR_FIELDS,
  type RequirementId,
  type UpdateField,
} from '../contract/index.ts'
import { advisor, advisorWithoutEmail, brokenIn } from './advisors.ts'
import { badCountry } from './countries.ts'
import { designationOf, malformedDesignation, unknownDesignation } from './designations.ts'
import { brokenEmail } from './emails.ts'
import { type Labelled, labelled } from './labelled.ts'
import { updateValues } from './updates.ts'
import { wrongType } from './wrong-types.ts'

/** The requirements that demand the rejection of an update for one invalid field. */
export const REFUSING_REQUIREMENTS = [
  'UPDATE-10',
  'UPDATE-11',
  'UPDATE-12',
  'PLEDGED-5',
  'DESIGNATION-2',
  'DESIGNATION-3',
  'DESIGNATION-4',
  'ADVISOR-2',
  'ADVISOR-5',
  'ADVISOR-6',
] as const satisfies readonly RequirementId[]

/** One of `REFUSING_REQUIREMENTS`. */
export type RefusingRequirement = (typeof REFUSING_REQUIREMENTS)[number]

/** A field of an update, such as `memo`, or of its advisor, such as `advisor.title`. */
export type FieldPath = UpdateField | `advisor.${AdvisorField}`

/** A field whose value a service has to refuse. `kind` says what is wrong with it, `value` is that value. */
export interface InvalidField extends Labelled<string, unknown> {
  /** The requirement that demands the refusal. */
  readonly requirement: RefusingRequirement
  readonly field: FieldPath
  /** The top-level field to send: the invalid field, or the whole advisor that contains it. */
  readonly part: Readonly<Record<string, unknown>>
}

/** Ids of existing designations, for invalid values that resemble them. */
export interface Designations {
  /** Of the donation's campaign. Default: none, and random UUIDs take their place. */
  readonly designations?: readonly string[]
  /** Of other campaigns. Default: none, and there are no values for DESIGNATION-2. */
  readonly otherDesignations?: readonly string[]
}

/**
 * All invalid fields of an update, by requirement. The list of a requirement has one arbitrary for each
 * field, so that a test can cover them all. Null and empty strings occur only where the catalogue names them.
 * @returns an empty list for DESIGNATION-2 where no designation of another campaign is given
 */
export function invalidFields({
  designations = [],
  otherDesignations = [],
}: Designations = {}): Readonly<Record<RefusingRequirement, readonly fc.Arbitrary<InvalidField>[]>> {
  const values = updateValues({ designations })
  const wrongText = (requirement: RefusingRequirement, field: UpdateField) =>
    invalidField(requirement, field, labelled<string, unknown>(wrongType('string', values[field])))
  const every = [...designations, ...otherDesignations]
  return {
    'UPDATE-10': [invalidField('UPDATE-10', 'donor_country', badCountry())],
    'UPDATE-11': [invalidField('UPDATE-11', 'donor_email', brokenEmail())],
    'UPDATE-12': [...DONOR_FIELDS, 'memo' as const].map((field) => wrongText('UPDATE-12', field)),
    'PLEDGED-5': [
      invalidField('PLEDGED-5', 'quantity', labelled<string, unknown>(wrongType('number', values.quantity))),
      wrongText('PLEDGED-5', 'identifier'),
      wrongText('PLEDGED-5', 'source'),
    ],
    'DESIGNATION-2':
      otherDesignations.length > 0
        ? [
            invalidField(
              'DESIGNATION-2',
              'designation_id',
              labelled({ 'of another campaign': designationOf(otherDesignations) }),
            ),
          ]
        : [],
    'DESIGNATION-3': [
      invalidField('DESIGNATION-3', 'designation_id', labelled({ unknown: unknownDesignation(every) })),
    ],
    'DESIGNATION-4': [invalidField('DESIGNATION-4', 'designation_id', malformedDesignation(designations))],
    'ADVISOR-2': [invalidField('ADVISOR-2', 'advisor', labelled({ 'without email': advisorWithoutEmail() }))],
    'ADVISOR-5': ADVISOR_FIELDS.map((field) =>
      brokenIn(field).map(({ advisor: whole, kind, value }) => ({
        requirement: 'ADVISOR-5',
        field: `advisor.${field}` as const,
        kind,
        value,
        part: { advisor: whole },
      })),
    ),
    'ADVISOR-6': [
      invalidField('ADVISOR-6', 'advisor', labelled<string, unknown>(wrongType('object', advisor()))),
    ],
  }
}

function invalidField(
  requirement: RefusingRequirement,
  field: UpdateField,
  values: fc.Arbitrary<Labelled<string, unknown>>,
): fc.Arbitrary<InvalidField> {
  return values.map(({ kind, value }) => ({ requirement, field, kind, value, part: { [field]: value } }))
}
