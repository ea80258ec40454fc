import { describe, expect, it } from 'vitest'
import { ASSIGNED_COUNTRIES, LISTED_COUNTRIES } from '../../contract/index.ts'
import { badCountry, listedCountry, otherCountry } from '../../generators/countries.ts'
import { describeGenerator, seenIn } from './four-properties.ts'

/** Codes of no country that services may know all the same (reserved, withdrawn, or in wide use). */
const CONTESTED = [
  'xk',
  'uk',
  'eu',
  'su',
  'an',
  'ac',
  'cp',
  'cq',
  'dg',
  'ea',
  'ez',
  'fx',
  'ic',
  'ta',
  'un',
  'yu',
]

const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

const listed: readonly string[] = LISTED_COUNTRIES
const assigned: readonly string[] = ASSIGNED_COUNTRIES

describeGenerator('listedCountry', listedCountry, {
  correct: (code) => listed.includes(code),
  simple: (code) => code === 'ad',
})

describeGenerator('otherCountry', otherCountry, {
  correct: (code) =>
    /^[a-z]{2}$/.test(code) && names.of(code.toUpperCase()) !== undefined && !listed.includes(code),
  simple: (code) => code === 'al',
})

describeGenerator('badCountry', badCountry, {
  correct: ({ value }) => !assigned.includes(value) && !CONTESTED.includes(value),
})

describe('countries', () => {
  it('are all given: the five of the contract, and the others', () => {
    expect(seenIn(listedCountry(), String)).toEqual([...listed].sort())
    const others = assigned.filter((code) => !listed.includes(code))
    expect(seenIn(otherCountry(), String)).toEqual(others.sort())
  })

  it('are bad in each way', () => {
    expect(seenIn(badCountry(), ({ kind }) => kind)).toEqual([
      'a capital letter',
      'a letter too many',
      'a single letter',
      'digits',
      'the name of a country',
      'three letters',
      'unassigned',
      'upper case',
    ])
  })
})
