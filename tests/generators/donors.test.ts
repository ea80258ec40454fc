import { describe, expect, it } from 'vitest'
import { contractIssues, DONOR_FIELDS, updateDonationRequestSchema } from '../../contract/index.ts'
import { donorFields } from '../../generators/donors.ts'
import { describeGenerator, seenIn, simplestOf } from './four-properties.ts'

const fields: readonly string[] = DONOR_FIELDS

describeGenerator('donorFields', donorFields, {
  correct: (donor) =>
    contractIssues(updateDonationRequestSchema, donor).length === 0 &&
    Object.entries(donor).every(([field, value]) => fields.includes(field) && value.length > 0),
  simple: (donor) => Object.keys(donor).length === 0,
})

describe('donor fields', () => {
  it('are none, each alone, each pair, and all', () => {
    const seen = seenIn(donorFields(), (donor) => Object.keys(donor).join(' '))
    const pairs = fields.flatMap((one, index) => fields.slice(index + 1).map((other) => `${one} ${other}`))
    expect(seen).toEqual(expect.arrayContaining(['', ...fields, ...pairs, fields.join(' ')]))
  })

  it('shrink to the field that matters, with a value that a person reads at a glance', () => {
    expect(simplestOf(donorFields(), (donor) => 'donor_city' in donor)).toEqual({ donor_city: 'Ames' })
    expect(
      simplestOf(donorFields(), (donor) => 'donor_first_name' in donor && 'donor_email' in donor),
    ).toEqual({ donor_first_name: 'Ann', donor_email: 'ann@example.com' })
  })
})
