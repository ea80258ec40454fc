import type { RequirementId } from '../../contract/index.ts'

/** Signs that a failure shows as a whole, by what they tell. */
export const SIGNS = {
  tokenEnded: 'refused: its token worked before and never again',
  tokenRefusedForAWhile: 'refused: its token worked again later',
  refusedForToken: 'refused: for its token',
  malformedRefused: 'refused: a body that is no JSON object',
  errorPage: 'not JSON: an ordinary error of the token endpoint',
  noOrganizations: 'no route: GET organizations',
  unknownIdAccepted: 'accepted: an id that names no donation',
  unregisteredAddress: 'sent to an address that is not registered',
  /** Only gated fields are wrong, and those of a donation that is not pledged. */
  gatedBeyond: 'gated fields of a donation that is not pledged',
  /** Only the id of the donation is wrong. */
  wrongId: 'the id of an answer',
  /** Only fields are wrong that each answer has to show, and one lacks. */
  notShown: 'a field that the answer lacks',
  /** Any of several steps may be at fault. */
  inSequence: 'in a sequence',
  /** What another donation refused is accepted by one that is pledged. */
  acceptedWhilePledged: 'accepted while the donation is pledged',
  /** What is said of letters beyond ASCII happens without them as well. */
  failsInPlainLetters: 'fails in plain letters too',
  /** A field of the donor that was shown wrong later holds the last of two other values when it is read anew. */
  storedUntilNext: 'stored until the next update',
  /** A field of the donor holds none of two other values, on a donation of either kind. */
  neverStored: 'never stored',
} as const

/** Where a wrong value came from; every wrong value has one of these. */
export const ORIGINS = {
  otherDonation: 'written to another donation',
  sentLast: 'sent last',
  sentAndRefused: 'sent and refused',
  thereBefore: 'there before',
  alteredBeyondPlain: 'altered beyond plain letters',
  altered: 'altered',
  lost: 'lost',
} as const
export type ValueOrigin = (typeof ORIGINS)[keyof typeof ORIGINS]

/** A wrong value of a donation that is pledged. */
export const WRONG_WHILE_PLEDGED = 'wrong while pledged'

/** Signs of one wrong value each; a failure shows them with the name of its field. */
type FieldSign = ValueOrigin | typeof WRONG_WHILE_PLEDGED

/** What was refused is accepted without the field that a requirement is about. */
export function acceptedWithout(requirement: RequirementId) {
  return `accepted without the field: ${requirement}` as const
}

/**
 * What failures show beside what their requirements say of them, so that those of one cause can be told: `never stored`,
 * or `lost` of some field.
 */
export type Sign = (typeof SIGNS)[keyof typeof SIGNS] | ReturnType<typeof acceptedWithout> | FieldSign

/** A sign as a failure shows it: `never stored`, `lost: memo`. */
export type ShownSign = Exclude<Sign, FieldSign> | `${FieldSign}: ${string}`

const FIELD_SIGNS: ReadonlySet<string> = new Set([...Object.values(ORIGINS), WRONG_WHILE_PLEDGED])

/** Whether a sign is one of a field, and is shown with its name. */
export function isOfField(sign: Sign): sign is FieldSign {
  return FIELD_SIGNS.has(sign)
}

/** How a failure shows the sign of a field. */
export function ofField<Kind extends FieldSign>(sign: Kind, field: string): `${Kind}: ${string}` {
  return `${sign}: ${field}`
}

/** The field that a sign was shown of; undefined of one that is of none. */
export function fieldOf(shown: string): string | undefined {
  const [sign = '', field] = shown.split(': ')
  return FIELD_SIGNS.has(sign) ? field : undefined
}
