import fc from 'fast-check'
import { DONOR_FIELDS, GATED_FIELDS, type RequirementId } from '../contract/index.ts'
import { exoticEmail } from './emails.ts'
import { type Labelled, labelled } from './labelled.ts'
import { firstName } from './text.ts'
import { partialUpdate, type UpdatedDonation } from './updates.ts'

/** An update with one unusual value that a service may accept or refuse. `kind` says what is unusual. */
export interface OpenUpdate extends Labelled<string, unknown> {
  /** The MAY requirement under which the answer of the service is recorded. */
  readonly requirement: Extract<RequirementId, 'UPDATE-18' | 'PLEDGED-6'>
  /** The field that holds `value`. The contract may not know it. */
  readonly field: string
  /** The whole update: that field, and valid ones beside it. */
  readonly body: Readonly<Record<string, unknown>>
}

/** No fields of an update: common columns, another letter case, and names that JavaScript objects inherit. */
const UNKNOWN_FIELDS = ['nickname', 'id', 'status', 'amount', 'Donor_City', 'constructor', '__proto__']

const TEXT_FIELDS = DONOR_FIELDS.filter((field) => field !== 'donor_email' && field !== 'donor_country')

const CONTROL_CHARACTERS = ['\u0000', '\t', '\n', '\r', '\u001b', '\u007f', '\u0085']

/**
 * Updates with one value that the contract neither allows nor forbids, alone or beside any valid fields. Only
 * a 5xx answer is a violation. Serves UPDATE-18 and ERROR-2, and PLEDGED-6 where the donation is pledged.
 */
export function openUpdate(donation: UpdatedDonation = { pledged: false }): fc.Arbitrary<OpenUpdate> {
  const families = donation.pledged ? [...openTexts, ...openGated] : openTexts
  return fc
    .tuple(fc.oneof(...families), fc.oneof(fc.constant({}), partialUpdate(donation)))
    .map(([open, beside]) => ({ ...open, body: withField(beside, open.field, open.value) }))
}

type OpenValue = Omit<OpenUpdate, 'body'>

const text = firstName()

const openTexts: readonly fc.Arbitrary<OpenValue>[] = [
  open('UPDATE-18', UNKNOWN_FIELDS, { 'unknown field': text }),
  open('UPDATE-18', DONOR_FIELDS, { null: fc.constant(null), 'empty string': fc.constant('') }),
  open('UPDATE-18', TEXT_FIELDS, {
    'very long': fc.integer({ min: 256, max: 100_000 }).map((length) => 'a'.repeat(length)),
    'control character': fc
      .tuple(text, fc.constantFrom(...CONTROL_CHARACTERS))
      .map(([word, control]) => `${word}${control}x`),
    'surrounding blanks': text.map((word) => ` ${word} `),
  }),
  exoticEmail().map(({ kind, value }) => ({
    requirement: 'UPDATE-18',
    field: 'donor_email',
    kind: `email with ${kind}`,
    value,
  })),
]

const openGated: readonly fc.Arbitrary<OpenValue>[] = [
  open('PLEDGED-6', GATED_FIELDS, { null: fc.constant(null) }),
  open('PLEDGED-6', ['quantity'], {
    fractional: fc.integer({ min: 0, max: 1000 }).map((whole) => whole + 0.5),
    zero: fc.constant(0),
    negative: fc.integer({ min: -10_000, max: -1 }),
    huge: fc.constantFrom(2 ** 31, 2 ** 53, 1e21, Number.MAX_VALUE),
  }),
]

function open(
  requirement: OpenUpdate['requirement'],
  fields: readonly string[],
  kinds: Readonly<Record<string, fc.Arbitrary<unknown>>>,
): fc.Arbitrary<OpenValue> {
  return fc
    .tuple(fc.constantFrom(...fields), labelled(kinds))
    .map(([field, { kind, value }]) => ({ requirement, field, kind, value }))
}

/** Adds a field to a body, even one named `__proto__`, for which assignment would set the prototype. */
function withField(body: object, field: string, value: unknown): Readonly<Record<string, unknown>> {
  return Object.fromEntries([...Object.entries(body), [field, value]])
}
