import fc from 'fast-check'
import { CITIES, FIRST_NAMES, JOBS, LAST_NAMES, NOUNS, PROVINCES, STREETS } from './vocabulary.ts'

/** A name or an address line of this many characters is sure to fit. */
const LONGEST = 40

const DIGITS = [...'0123456789']
const CAPITALS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

/** Ordinary first names of 1 to 40 characters: `Ann`, `Mary Ann`. Serves UPDATE-1 to UPDATE-5 and ADVISOR-1. */
export const firstName = () => phrase(FIRST_NAMES)

/** Ordinary last names of 1 to 40 characters: `Lee`, `van den Berg`. Serves UPDATE-1 to UPDATE-5 and ADVISOR-1. */
export const lastName = () => phrase(LAST_NAMES)

/** Streets with a house number, of 1 to 40 characters: `1 Oak Street`. Serves UPDATE-1 to UPDATE-5. */
export const addressLine1 = () =>
  fc.tuple(fc.integer({ min: 1, max: 9999 }), fc.constantFrom(...STREETS)).map((parts) => parts.join(' '))

/** Second lines of an address: `Apt 1`, or a number such as `007` that must stay a text. Serves UPDATE-1 to UPDATE-5. */
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

/** States and provinces, in full and short: `Ohio`, `TX`. Serves UPDATE-1 to UPDATE-5. */
export const province = () => phrase(PROVINCES)

/** Postal codes of five digits, with a leading zero too. Serves UPDATE-8. */
export const postalCode = () => letters(DIGITS, 5, 5)

/** A few words to go with a gift: `For Ann`. Serves UPDATE-8. */
export const memo = () =>
  fc
    .tuple(fc.constantFrom('For', 'In honor of', 'In memory of', 'With thanks to'), firstName())
    .map((parts) => parts.join(' '))

/** Identifiers such as a ticker symbol or a number: `A`, `0042`. Serves PLEDGED-1. */
export const identifier = () => fc.oneof(letters(CAPITALS, 1, 5), letters(DIGITS, 1, 6))

/** Where a gift came from: `gift`, `dinner party`. Serves PLEDGED-1. */
export const source = () => phrase(NOUNS)

/** Job titles: `Advisor`, `Senior Advisor`. Serves ADVISOR-1. */
export const jobTitle = () =>
  fc.tuple(fc.constantFrom('', 'Senior ', 'Chief '), fc.constantFrom(...JOBS)).map((parts) => parts.join(''))

/** Names of firms: `Lee Group`. Serves ADVISOR-1. */
export const firmName = () =>
  fc
    .tuple(fc.constantFrom(...LAST_NAMES), fc.constantFrom('Group', 'Advisors', 'Inc', 'LLC'))
    .map((parts) => parts.join(' '))

/** What an advisor says of herself: `gift`. Serves ADVISOR-1. */
export const biography = () => phrase(NOUNS)

/**
 * One entry of the list for the most part; else two of them by turns, up to any length that is sure to fit. Since that
 * length is a number of its own, a value that is too long for a service shrinks to the first that is, in few steps.
 */
function phrase(list: readonly string[]): fc.Arbitrary<string> {
  const one = fc.constantFrom(...list)
  const several = fc
    .tuple(one, one, fc.integer({ min: 1, max: LONGEST }))
    .map(([first, second, length]) => `${first} ${second} `.repeat(LONGEST).slice(0, length).trimEnd())
  return fc.oneof({ withCrossShrink: true }, { arbitrary: one, weight: 3 }, { arbitrary: several, weight: 1 })
}

/** Strings over an alphabet; they shrink in length, and toward its first letter. */
function letters(alphabet: readonly string[], minLength: number, maxLength: number): fc.Arbitrary<string> {
  return fc.string({ unit: fc.constantFrom(...alphabet), minLength, maxLength })
}
