import fc from 'fast-check'
import { ASSIGNED_COUNTRIES, LISTED_COUNTRIES } from '../contract/index.ts'
import { labelled } from './labelled.ts'

/** An assigned country code in lower case, such as `ad` (ISO 3166-1 alpha-2). */
export type Country = (typeof ASSIGNED_COUNTRIES)[number]

const LISTED: ReadonlySet<string> = new Set(LISTED_COUNTRIES)
const UNLISTED = ASSIGNED_COUNTRIES.filter((code) => !LISTED.has(code))

/** Codes that ISO 3166-1 leaves to its users. Without xk, which many services accept as Kosovo: UPDATE-10 tries it by itself. */
const UNASSIGNED = ['zz', 'aa', ...codes('q', 'mnopqrstuvwxyz'), ...codes('x', 'abcdefghijlmnopqrstuvwxyz')]

const THREE_LETTERS = ['and', 'are', 'afg', 'atg', 'aia', 'usa', 'can', 'gbr', 'fra', 'deu', 'mex', 'jpn']

/** The country codes that the contract lists. Serves UPDATE-1 and UPDATE-8. */
export function listedCountry(): fc.Arbitrary<Country> {
  return fc.constantFrom(...LISTED_COUNTRIES)
}

/** All other assigned country codes. Serves UPDATE-9. */
export function otherCountry(): fc.Arbitrary<Country> {
  return fc.constantFrom(...UNLISTED)
}

/** Texts that are no lowercase code of a country, labelled with what is wrong. Serves UPDATE-10. */
export function badCountry() {
  const code = fc.constantFrom(...LISTED_COUNTRIES, 'us', 'ca', 'gb', 'fr', 'de')
  return labelled({
    'upper case': code.map((text) => text.toUpperCase()),
    'a capital letter': code.map((text) => text.charAt(0).toUpperCase() + text.slice(1)),
    unassigned: fc.constantFrom(...UNASSIGNED),
    'three letters': fc.constantFrom(...THREE_LETTERS),
    'a letter too many': code.map((text) => `${text}q`),
    'a single letter': code.map((text) => text.charAt(0)),
    digits: fc.constantFrom('20', '020', '840', '124'),
    'the name of a country': fc.constantFrom('andorra', 'Andorra', 'canada', 'United States'),
  })
}

function codes(first: string, seconds: string): string[] {
  return [...seconds].map((second) => first + second)
}
