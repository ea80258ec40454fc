import fc from 'fast-check'
import { DONOR_FIELDS, GATED_FIELDS, type RequirementId } from '../contract/index.ts'
import { exoticEmail } from './emails.ts'
import { type Labelled, labelled } from './labelled.ts'
import { firstName } from './text.ts'
import { partialUpdate, type UpdatedDonation } from './updates.ts'

/** An update that the contract leaves a service free to accept or to refuse. */
export interface OpenUpdate extends Labelled<string, unknown> {
  /** Under which what the service does is observed. */
  readonly requirement: Extract<RequirementId, 'UPDATE-18' | 'PLEDGED-6'>
  /** The field with the unusual value; one that the contract does not know, for unknown fields. */
  readonly field: string
  readonly body: Readonly<Record<string, unknown>>
}

/** Fields that services often have and the contract does not give to updates; one of them endangers careless objects. */
const UNKNOWN_FIELDS = ['nickname', 'id', 'status', 'amount', 'Donor_City', 'constructor', '__proto__']

const TEXT_FIELDS = DONOR_FIELDS.filter((field) => field !== 'donor_email' && field !== 'donor_country')

const CONTROL_CHARACTERS = ['\u0000', '\t', '\n', '\r', '\u001b', '\u007f', '\u0085']

/**
 * Updates with one value that the contract neither allows nor forbids, beside any valid ones. Never judged; no answer
 * but a 5xx is wrong. Serves UPDATE-18 and ERROR-2, and PLEDGED-6 for a pledged donation.
 */
export function openUpdate(donation: UpdatedDonation): fc.Arbitrary<OpenUpdate> {
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

/** A spread would set the prototype, not a field, where the field is `__proto__`. */
function withField(body: object, field: string, value: unknown): Readonly<Record<string, unknown>> {
  return Object.fromEntries([...Object.entries(body), [field, value]])
}
