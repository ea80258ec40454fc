import { describe, expect, it } from 'vitest'
import * as text from '../../generators/text.ts'
import { describeGenerator, samplesOf, simplestOf } from './four-properties.ts'

const ordinary = (value: string) => /^[A-Za-z0-9]+( [A-Za-z0-9]+)*$/.test(value) && value.length <= 40
const words = (value: string) => /^[A-Za-z]+( [A-Za-z]+)*$/.test(value)

describeGenerator('firstName', text.firstName, { correct: ordinary, simple: (name) => name === 'Ann' })
describeGenerator('lastName', text.lastName, { correct: ordinary, simple: (name) => name === 'Lee' })
describeGenerator('city', text.city, { correct: ordinary, simple: (name) => name === 'Ames' })
describeGenerator('province', text.province, { correct: ordinary, simple: (name) => name === 'Ohio' })
describeGenerator('addressLine1', text.addressLine1, {
  correct: (line) => ordinary(line) && /^[1-9]\d{0,3} [A-Z0-9]/.test(line),
  simple: (line) => line === '1 Oak Street',
})
describeGenerator('addressLine2', text.addressLine2, {
  correct: (line) => /^((Apt|Suite|Unit|Floor) [1-9]\d{0,2}|\d{1,3})$/.test(line),
  simple: (line) => line === 'Apt 1',
})
describeGenerator('postalCode', text.postalCode, {
  correct: (code) => /^\d{5}$/.test(code),
  simple: (code) => code === '00000',
})
describeGenerator('memo', text.memo, { correct: words, simple: (memo) => memo === 'For Ann' })
describeGenerator('identifier', text.identifier, {
  correct: (value) => /^([A-Z]{1,5}|\d{1,6})$/.test(value),
  simple: (value) => value === 'A' || value === '0',
})
describeGenerator('source', text.source, { correct: ordinary, simple: (value) => value === 'gift' })
describeGenerator('jobTitle', text.jobTitle, { correct: words, simple: (title) => title === 'Advisor' })
describeGenerator('firmName', text.firmName, { correct: words, simple: (name) => name === 'Lee Group' })
describeGenerator('biography', text.biography, { correct: ordinary, simple: (value) => value === 'gift' })

describe('ordinary text', () => {
  const names = [text.firstName, text.lastName, text.city, text.province, text.source]

  it.each(names)('of %o is short for the most part and fills its forty characters now and then', (make) => {
    const lengths = samplesOf(make()).map((value) => value.length)
    expect(lengths.filter((length) => length <= 15).length).toBeGreaterThan(1000)
    expect(Math.max(...lengths)).toBe(40)
  })

  it('holds what a careless service converts', () => {
    expect(samplesOf(text.addressLine2()).some((line) => /^0\d+$/.test(line))).toBe(true)
    expect(samplesOf(text.postalCode()).some((code) => code.startsWith('0'))).toBe(true)
    expect(samplesOf(text.identifier()).some((value) => /^0\d+$/.test(value))).toBe(true)
    expect(samplesOf(text.lastName())).toEqual(
      expect.arrayContaining(['Null', 'True', 'van den Berg', 'McKenzie']),
    )
  })

  it('shrinks to the first length that is too long', () => {
    expect(simplestOf(text.lastName(), (name) => name.length > 32)).toBe('Lee Lee Lee Lee Lee Lee Lee Lee L')
  })
})
