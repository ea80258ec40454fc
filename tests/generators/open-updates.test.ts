import { describe, expect, it } from 'vitest'
import {
  contractIssues,
  DONOR_FIELDS,
  UPDATE_FIELDS,
  updateDonationRequestSchema,
} from '../../contract/index.ts'
import { type OpenUpdate, openUpdate } from '../../generators/open-updates.ts'
import { describeGenerator, samplesOf, seenIn } from './four-properties.ts'

const fields: readonly string[] = UPDATE_FIELDS

function correct({ requirement, field, value, body }: OpenUpdate): boolean {
  const others = Object.fromEntries(Object.entries(body).filter(([name]) => name !== field))
  return (
    Object.hasOwn(body, field) &&
    Object.getOwnPropertyDescriptor(body, field)?.value === value &&
    contractIssues(updateDonationRequestSchema, others).length === 0 &&
    ['quantity', 'identifier', 'source'].includes(field) === (requirement === 'PLEDGED-6')
  )
}

describeGenerator('openUpdate of a pledged donation', () => openUpdate({ pledged: true }), { correct })

describeGenerator('openUpdate of any other donation', () => openUpdate({ pledged: false }), {
  correct: (update) => correct(update) && update.requirement === 'UPDATE-18',
})

describe('open updates', () => {
  const update = openUpdate({ pledged: true })

  it('are of each kind', () => {
    expect(
      seenIn(
        update,
        ({ requirement, kind }) => `${requirement}: ${kind.replace(/^email.*/, 'exotic email')}`,
      ),
    ).toEqual([
      'PLEDGED-6: fractional',
      'PLEDGED-6: huge',
      'PLEDGED-6: negative',
      'PLEDGED-6: null',
      'PLEDGED-6: zero',
      'UPDATE-18: control character',
      'UPDATE-18: empty string',
      'UPDATE-18: exotic email',
      'UPDATE-18: null',
      'UPDATE-18: surrounding blanks',
      'UPDATE-18: unknown field',
      'UPDATE-18: very long',
    ])
  })

  it('give null and the empty string to each donor field, and null to each gated one', () => {
    const seen = seenIn(update, ({ field, kind }) => `${field}: ${kind}`)
    const expected = DONOR_FIELDS.flatMap((field) => [`${field}: null`, `${field}: empty string`])
    expect(seen).toEqual(
      expect.arrayContaining([...expected, 'quantity: null', 'identifier: null', 'source: null']),
    )
  })

  it('hold fields that the contract does not know, even one that endangers careless objects', () => {
    const unknown = samplesOf(update).filter(({ kind }) => kind === 'unknown field')
    expect(unknown.filter(({ field }) => fields.includes(field))).toEqual([])
    expect(unknown.some(({ body }) => JSON.stringify(body).includes('"__proto__":"'))).toBe(true)
  })
})
