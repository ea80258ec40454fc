import fc from 'fast-check'
import { ADVISOR_FIELDS, type AdvisorField } from '../contract/index.ts'
import { brokenEmail, ordinaryEmail } from './emails.ts'
import { type Labelled, labelled } from './labelled.ts'
import { type Fields, subset } from './subset.ts'
import { biography, firmName, firstName, jobTitle, lastName } from './text.ts'
import { wrongType } from './wrong-types.ts'

/** An advisor with all eight fields (Advisor object). */
export type FullAdvisor = Record<AdvisorField, string>

/** A valid advisor of an update: the email, and any of the other fields. */
export type AdvisorUpdate = Pick<FullAdvisor, 'email'> & Partial<FullAdvisor>

/** An advisor with one invalid field. `kind` says what is wrong with it, `value` is the invalid value. */
export interface BrokenAdvisor extends Labelled<string, unknown> {
  readonly field: AdvisorField
  /** The whole object, the invalid field included. */
  readonly advisor: Readonly<Record<string, unknown>>
}

/** For each advisor field, an arbitrary of values that any service accepts. Serves ADVISOR-1. */
export const advisorValues: Fields<FullAdvisor> = {
  email: ordinaryEmail(),
  first_name: firstName(),
  middle_name: firstName(),
  last_name: lastName(),
  title: jobTitle(),
  bio: biography(),
  sec_url: fc.integer({ min: 1, max: 9_999_999 }).map((number) => `https://example.com/advisors/${number}`),
  firm_name: firmName(),
}

const { email, ...optionalValues } = advisorValues

const emptyEmail = labelled<string, unknown>({ null: fc.constant(null), 'empty string': fc.constant('') })

const advisors = fc
  .tuple(email, subset(optionalValues))
  .map(([address, others]): AdvisorUpdate => ({ email: address, ...others }))

/** Valid advisors: an email and any subset of the other fields. Serves ADVISOR-1, ADVISOR-7 and PLEDGED-4. */
export function advisor(): fc.Arbitrary<AdvisorUpdate> {
  return advisors
}

/** Advisors without an email: the empty object, or any subset of the other fields. Serves ADVISOR-2. */
export function advisorWithoutEmail(): fc.Arbitrary<Partial<FullAdvisor>> {
  return fc.oneof(fc.constant({}), subset(optionalValues))
}

/**
 * Advisors with exactly one invalid field: an email that is null, empty, no address or no string, or another
 * field of a wrong type. All fields are equally likely. Serves ADVISOR-5.
 */
export function brokenAdvisor(): fc.Arbitrary<BrokenAdvisor> {
  return fc.oneof(...ADVISOR_FIELDS.map(brokenIn))
}

/** As `brokenAdvisor`, where this field is always the invalid one. */
export function brokenIn(field: AdvisorField): fc.Arbitrary<BrokenAdvisor> {
  const types = labelled<string, unknown>(wrongType('string', advisorValues[field]))
  const invalid = field === 'email' ? fc.oneof(types, emptyEmail, brokenEmail()) : types
  return fc
    .tuple(invalid, advisor())
    .map(([{ kind, value }, others]) => ({ field, kind, value, advisor: { ...others, [field]: value } }))
}
