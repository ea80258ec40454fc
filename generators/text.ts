import fc from 'fast-check'
import { CITIES, FIRST_NAMES, JOBS, LAST_NAMES, NOUNS, PROVINCES, STREETS } from './vocabulary.ts'

/** Characters that every service is assumed to store in a name or an address line. */
const LONGEST = 40

const DIGITS = [...'0123456789']
const CAPITALS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

/** First names of 1 to 40 characters: `Ann`, `Mary Ann`. Serves UPDATE-1 to UPDATE-5 and ADVISOR-1. */
export const firstName = () => phrase(FIRST_NAMES)

/** Last names of 1 to 40 characters: `Lee`, `van den Berg`. Serves UPDATE-1 to UPDATE-5 and ADVISOR-1. */
export const lastName = () => phrase(LAST_NAMES)

/** Streets with a house number, of 1 to 40 characters: `1 Oak Street`. Serves UPDATE-1 to UPDATE-5. */
export const addressLine1 = () =>
  fc.tuple(fc.integer({ min: 1, max: 9999 }), fc.constantFrom(...STREETS)).map((parts) => parts.join(' '))

/** Second address lines: `Apt 1`, or digits that must remain text: `007`. Serves UPDATE-1 to UPDATE-5. */
export const addressLine2 = () =>
  fc.oneof(
    { withCrossShrink: true },
    {
      weight: 3,
      arbitrary: fc
        .tuple(fc.constantFrom('Apt', 'Suite', 'Unit', 'Floor'), fc.integer({ min: 1, max: 999 }))
        .map((parts) => parts.join(' ')),
    },
    { weight: 1, arbitrary: letters(DIGITS, 1, 3) },
  )

/** Cities: `Ames`, `Cedar Rapids`. Serves UPDATE-1 to UPDATE-5. */
export const city = () => phrase(CITIES)

/** States and provinces, in full or abbreviated: `Ohio`, `TX`. Serves UPDATE-1 to UPDATE-5. */
export const province = () => phrase(PROVINCES)

/** Postal codes of five digits, some with a leading zero. Serves UPDATE-8. */
export const postalCode = () => letters(DIGITS, 5, 5)

/** Short memos: `For Ann`. Serves UPDATE-8. */
export const memo = () =>
  fc
    .tuple(fc.constantFrom('For', 'In honor of', 'In memory of', 'With thanks to'), firstName())
    .map((parts) => parts.join(' '))

/** Identifiers of 1 to 5 capital letters or 1 to 6 digits: `A`, `0042`. Serves PLEDGED-1. */
export const identifier = () => fc.oneof(letters(CAPITALS, 1, 5), letters(DIGITS, 1, 6))

/** Sources of donations, as one or more words: `gift`, `dinner party`. Serves PLEDGED-1. */
export const source = () => phrase(NOUNS)

/** Job titles: `Advisor`, `Senior Advisor`. Serves ADVISOR-1. */
export const jobTitle = () =>
  fc.tuple(fc.constantFrom('', 'Senior ', 'Chief '), fc.constantFrom(...JOBS)).map((parts) => parts.join(''))

/** Names of firms: `Lee Group`. Serves ADVISOR-1. */
export const firmName = () =>
  fc
    .tuple(fc.constantFrom(...LAST_NAMES), fc.constantFrom('Group', 'Advisors', 'Inc', 'LLC'))
    .map((parts) => parts.join(' '))

/** Biographies of advisors, as one or more words: `gift`. Serves ADVISOR-1. */
export const biography = () => phrase(NOUNS)

/**
 * Three times out of four one entry of the list, otherwise two entries repeated in turn up to a random
 * length. Because the length is generated separately, a value that is too long for a service quickly shrinks
 * to the shortest such value.
 */
function phrase(list: readonly string[]): fc.Arbitrary<string> {
  const one = fc.constantFrom(...list)
  const several = fc
    .tuple(one, one, fc.integer({ min: 1, max: LONGEST }))
    .map(([first, second, length]) => `${first} ${second} `.repeat(LONGEST).slice(0, length).trimEnd())
  return fc.oneof({ withCrossShrink: true }, { arbitrary: one, weight: 3 }, { arbitrary: several, weight: 1 })
}

/** Strings of these characters. They shrink in length, and toward the first character. */
function letters(alphabet: readonly string[], minLength: number, maxLength: number): fc.Arbitrary<string> {
  return fc.string({ unit: fc.constantFrom(...alphabet), minLength, maxLength })
}
