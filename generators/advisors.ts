import fc from 'fast-check'
import { ADVISOR_FIELDS, type AdvisorField } from '../contract/index.ts'
import { brokenEmail, ordinaryEmail } from './emails.ts'
import { type Labelled, labelled } from './labelled.ts'
import { type Fields, subset } from './subset.ts'
import { biography, firmName, firstName, jobTitle, lastName } from './text.ts'
import { wrongType } from './wrong-types.ts'

/** Everything that an update can say of an advisor. */
export type FullAdvisor = Record<AdvisorField, string>

/** An advisor as an update may name one: the email, and any of the other fields. */
export type AdvisorUpdate = Pick<FullAdvisor, 'email'> & Partial<FullAdvisor>

/** An advisor with one bad field: which, what is wrong with it, and the whole object. */
export interface BrokenAdvisor extends Labelled<string, unknown> {
  readonly field: AdvisorField
  readonly advisor: Readonly<Record<string, unknown>>
}

/** Ordinary values for each advisor field. Serves ADVISOR-1. */
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

/** Advisors with an ordinary email and any subset of the other fields. Serves ADVISOR-1, ADVISOR-7 and PLEDGED-4. */
export function advisor(): fc.Arbitrary<AdvisorUpdate> {
  return advisors
}

/** Advisors without an email: the empty object, and any subset of the other fields. Serves ADVISOR-2. */
export function advisorWithoutEmail(): fc.Arbitrary<Partial<FullAdvisor>> {
  return fc.oneof(fc.constant({}), subset(optionalValues))
}

/**
 * Advisors of which one field is bad and all others are good: an email that is null, empty, no address or no string,
 * or another field of a wrong type. Every field occurs. Serves ADVISOR-5.
 */
export function brokenAdvisor(): fc.Arbitrary<BrokenAdvisor> {
  return fc.oneof(...ADVISOR_FIELDS.map(brokenIn))
}

/** As `brokenAdvisor`, with the given field for the bad one. */
export function brokenIn(field: AdvisorField): fc.Arbitrary<BrokenAdvisor> {
  const types = labelled<string, unknown>(wrongType('string', advisorValues[field]))
  const bad = field === 'email' ? fc.oneof(types, emptyEmail, brokenEmail()) : types
  return fc
    .tuple(bad, advisor())
    .map(([{ kind, value }, others]) => ({ field, kind, value, advisor: { ...others, [field]: value } }))
}
