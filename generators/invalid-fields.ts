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

/** The requirements that a single bad value can break. */
export const OFFENDED_REQUIREMENTS = [
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

export type OffendedRequirement = (typeof OFFENDED_REQUIREMENTS)[number]

/** A field of an update, or one of its advisor. */
export type FieldPath = UpdateField | `advisor.${AdvisorField}`

/** What an update holds that has to be refused: the bad value of one field, and what is wrong with it. */
export interface Offence extends Labelled<string, unknown> {
  readonly requirement: OffendedRequirement
  /** Where the bad value stands. */
  readonly field: FieldPath
  /** The part of the body that carries it: the field itself, or the whole advisor. */
  readonly part: Readonly<Record<string, unknown>>
}

/** Designations that near misses are made from; without them, random UUIDs serve. */
export interface Designations {
  /** Ids of designations of the donation's campaign. */
  readonly designations?: readonly string[]
  /** Ids of designations of other campaigns: only they can offend DESIGNATION-2. */
  readonly otherDesignations?: readonly string[]
}

/**
 * Every way in which one field of an update can offend, by requirement and then by field, so that a test can try each
 * field in its own right. No value here is open to interpretation: null, empty strings and the like are only where
 * the catalogue names them.
 */
export function invalidFields({
  designations = [],
  otherDesignations = [],
}: Designations = {}): Readonly<Record<OffendedRequirement, readonly fc.Arbitrary<Offence>[]>> {
  const values = updateValues({ designations })
  const wrongText = (requirement: OffendedRequirement, field: UpdateField) =>
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
  requirement: OffendedRequirement,
  field: UpdateField,
  values: fc.Arbitrary<Labelled<string, unknown>>,
): fc.Arbitrary<Offence> {
  return values.map(({ kind, value }) => ({ requirement, field, kind, value, part: { [field]: value } }))
}
