import { describe, expect, it } from 'vitest'
import {
  ADVISOR_FIELDS,
  ASSIGNED_COUNTRIES,
  contractIssues,
  UPDATE_FIELDS,
  updateDonationRequestSchema,
} from '../../contract/index.ts'
import { REFUSING_REQUIREMENTS, type RefusingRequirement } from '../../generators/invalid-fields.ts'
import { type InvalidUpdate, invalidUpdate } from '../../generators/invalid-updates.ts'
import { describeGenerator, samplesOf, seenIn, simplestOf } from './four-properties.ts'

const OWN = '0b9d2a52-6c0e-4b7e-9a35-51d6f4a0c001'
const OTHER = '0b9d2a52-6c0e-4b7e-9a35-51d6f4a0c002'
const donation = { pledged: true, designations: [OWN], otherDesignations: [OTHER] }

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const countries: readonly unknown[] = ASSIGNED_COUNTRIES
const isText = (value: unknown) => typeof value === 'string'
const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isAddress = (value: unknown) =>
  typeof value === 'string' && /^[^@\s]+@[^@\s.]+(\.[^@\s.]+)+$/.test(value)

/** Whether the value is as the requirement says it must not be; null is left open but where it is named. */
const offends: Record<RefusingRequirement, (update: InvalidUpdate) => boolean> = {
  'UPDATE-10': ({ value }) => isText(value) && value !== '' && !countries.includes(value),
  'UPDATE-11': ({ value }) => isText(value) && value !== '' && !isAddress(value),
  'UPDATE-12': ({ value }) => !isText(value) && value !== null,
  'PLEDGED-5': ({ field, value }) =>
    value !== null && typeof value !== (field === 'quantity' ? 'number' : 'string'),
  'DESIGNATION-2': ({ value }) => value === OTHER,
  'DESIGNATION-3': ({ value }) =>
    isText(value) && uuid.test(String(value)) && value !== OWN && value !== OTHER,
  'DESIGNATION-4': ({ value }) => value !== null && !uuid.test(typeof value === 'string' ? value : ''),
  'ADVISOR-2': ({ value }) => isObject(value) && !('email' in value),
  'ADVISOR-5': ({ field, value }) =>
    field === 'advisor.email' ? !isAddress(value) : !isText(value) && value !== null,
  'ADVISOR-6': ({ value }) => !isObject(value) && value !== null,
}

/** What the value at a path such as `advisor.email` is. */
function at(body: Readonly<Record<string, unknown>>, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, key) => (isObject(value) ? Object(value)[key] : undefined), body)
}

describe.each(REFUSING_REQUIREMENTS)('against %s', (requirement) => {
  const make = () => invalidUpdate(donation, [requirement])

  describeGenerator('invalidUpdate', make, {
    correct: (update) =>
      update.requirement === requirement &&
      offends[requirement](update) &&
      at(update.body, update.field) === update.value &&
      contractIssues(updateDonationRequestSchema, update.beside).length === 0 &&
      Object.keys(update.body).length === Object.keys(update.beside).length + 1,
    simple: ({ body }) => Object.keys(body).length === 1,
  })

  it('stand alone and beside valid fields', () => {
    const counts = samplesOf(make()).map(({ beside }) => Object.keys(beside).length)
    expect(counts.filter((count) => count === 0).length).toBeGreaterThan(500)
    expect(counts.filter((count) => count > 0).length).toBeGreaterThan(500)
    expect(Math.max(...counts)).toBe(14)
  })
})

describe('invalid updates', () => {
  it('give a value of each wrong type to each field', () => {
    const seen = seenIn(
      invalidUpdate(donation, ['UPDATE-12', 'PLEDGED-5', 'DESIGNATION-4', 'ADVISOR-5', 'ADVISOR-6']),
      ({ field, kind }) => `${field}: ${kind}`,
    )
    const types = (field: string) => {
      const declared = field === 'quantity' ? 'number' : field === 'advisor' ? 'object' : 'string'
      const all = field === 'designation_id' ? [] : ['string']
      return [...all, 'number', 'boolean', 'array', 'object'].filter((type) => type !== declared)
    }
    const paths = [...UPDATE_FIELDS, ...ADVISOR_FIELDS.map((field) => `advisor.${field}`)]
    expect(seen).toEqual(
      expect.arrayContaining(paths.flatMap((path) => types(path).map((type) => `${path}: ${type}`))),
    )
  })

  it('try every requirement by default', () => {
    expect(seenIn(invalidUpdate(donation), ({ requirement }) => requirement)).toEqual(
      [...REFUSING_REQUIREMENTS].sort(),
    )
  })

  it('keep gated fields from a donation that is not pledged', () => {
    const updates = samplesOf(invalidUpdate({ pledged: false }))
    expect(
      updates.filter(({ body }) => 'quantity' in body || 'identifier' in body || 'source' in body),
    ).toEqual([])
  })

  it('say so where there is nothing to offend with', () => {
    expect(() => invalidUpdate({ pledged: true }, ['DESIGNATION-2'])).toThrow()
    expect(() => invalidUpdate({ pledged: false }, ['PLEDGED-5'])).toThrow()
  })

  it.each([
    ['UPDATE-11', 'donor_email', 'nothing after the @', { donor_email: 'ann@' }],
    ['UPDATE-10', 'donor_country', 'upper case', { donor_country: 'AD' }],
    ['ADVISOR-2', 'advisor', 'without email', { advisor: {} }],
    ['ADVISOR-5', 'advisor.email', 'null', { advisor: { email: null } }],
    ['DESIGNATION-4', 'designation_id', 'empty string', { designation_id: '' }],
    ['DESIGNATION-4', 'designation_id', 'a letter too many', { designation_id: `${OWN}a` }],
  ] as const)('of %s shrink to %s with %s', (requirement, field, kind, body) => {
    const found = simplestOf(
      invalidUpdate(donation, [requirement]),
      (update) => update.field === field && update.kind === kind,
    )
    expect(found?.body).toEqual(body)
  })

  it('write a quantity as a string', () => {
    const update = invalidUpdate(donation, ['PLEDGED-5'])
    expect(simplestOf(update, ({ value }) => typeof value === 'string' && /^\d+$/.test(value))?.body).toEqual(
      { quantity: '1' },
    )
  })
})
