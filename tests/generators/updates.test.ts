import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  contractIssues,
  GATED_FIELDS,
  UPDATE_FIELDS,
  updateDonationRequestSchema,
} from '../../contract/index.ts'
import { invalidUpdate, openUpdate } from '../../generators/index.ts'
import { forbiddenUpdate, gatedCombinations, gatedUpdate, partialUpdate } from '../../generators/updates.ts'
import { describeGenerator, samplesOf, seenIn, simplestOf } from './four-properties.ts'

const DESIGNATIONS = ['0b9d2a52-6c0e-4b7e-9a35-51d6f4a0c001', '0b9d2a52-6c0e-4b7e-9a35-51d6f4a0c002']

const fields: readonly string[] = UPDATE_FIELDS
const gated: readonly string[] = GATED_FIELDS
const open = fields.filter((field) => !gated.includes(field))

const valid = (body: object) =>
  contractIssues(updateDonationRequestSchema, body).length === 0 &&
  Object.keys(body).every((field) => fields.includes(field))
const gatedIn = (body: object) => Object.keys(body).filter((field) => gated.includes(field))
const namesOf = (body: object) => Object.keys(body).join(' ')

describeGenerator(
  'partialUpdate of a pledged donation',
  () => partialUpdate({ pledged: true, designations: DESIGNATIONS }),
  {
    correct: (body) =>
      valid(body) &&
      ['identifier', 'source', 'memo'].every((field) => body[field] !== '') &&
      [undefined, null, ...DESIGNATIONS].includes(body.designation_id) &&
      (body.quantity === undefined || (Number.isInteger(body.quantity) && body.quantity > 0)),
    simple: (body) => namesOf(body) === '',
  },
)

describeGenerator('partialUpdate of a donation of which nothing is known', () => partialUpdate(), {
  correct: (body) => valid(body) && gatedIn(body).length === 0,
  simple: (body) => namesOf(body) === '',
})

describeGenerator('partialUpdate of any other donation', () => partialUpdate({ pledged: false }), {
  correct: (body) => valid(body) && gatedIn(body).length === 0 && (body.designation_id ?? null) === null,
  simple: (body) => namesOf(body) === '',
})

it.each([
  ['partialUpdate', partialUpdate],
  ['gatedUpdate', gatedUpdate],
  ['forbiddenUpdate', forbiddenUpdate],
  ['invalidUpdate', invalidUpdate],
  ['openUpdate', openUpdate],
] as const)('%s needs no argument', (_, update) => {
  expect(fc.sample<unknown>(update(), 1)).toHaveLength(1)
})

describe('partial updates', () => {
  const pledged = partialUpdate({ pledged: true, designations: DESIGNATIONS })

  it.each([
    { donation: 'a pledged donation', all: fields, update: pledged },
    { donation: 'any other', all: open, update: partialUpdate({ pledged: false }) },
  ])('of $donation hold none of the fields, each alone, and all', ({ all, update }) => {
    const seen = seenIn(update, namesOf)
    const inOrder = seen.find((names) => names.split(' ').length === all.length)
    expect(seen).toEqual(expect.arrayContaining(['', ...all]))
    expect(inOrder?.split(' ').sort()).toEqual([...all].sort())
  })

  it('hold each pair of fields, and lack each pair', () => {
    const bodies = samplesOf(pledged)
    for (const one of fields) {
      for (const other of fields.filter((field) => field > one)) {
        expect(bodies.some((body) => one in body && other in body)).toBe(true)
        expect(bodies.some((body) => !(one in body) && !(other in body))).toBe(true)
        expect(bodies.some((body) => one in body && !(other in body))).toBe(true)
      }
    }
  })

  it('hold each combination of the gated fields, and none of them', () => {
    const seen = seenIn(pledged, (body) => gatedIn(body).join(' '))
    expect(seen).toEqual(['', ...gatedCombinations.map((names) => names.join(' '))].sort())
  })

  it('set, clear and leave out the designation and the advisor', () => {
    const designations = seenIn(pledged, ({ designation_id: id }) => String(id))
    const advisors = seenIn(pledged, ({ advisor }) => (advisor ? 'set' : String(advisor)))
    expect(designations).toEqual([...DESIGNATIONS, 'null', 'undefined'])
    expect(advisors).toEqual(['null', 'set', 'undefined'])
  })

  it('shrink to the fields that matter', () => {
    expect(simplestOf(pledged, (body) => typeof body.quantity === 'number')).toEqual({ quantity: 1 })
    expect(simplestOf(pledged, ({ advisor }) => Boolean(advisor))).toEqual({
      advisor: { email: 'ann@example.com' },
    })
  })
})

describe.each(gatedCombinations.map((names) => ({ names })))('of $names', ({ names }) => {
  describeGenerator('gatedUpdate', () => gatedUpdate(names), {
    correct: (body) => valid(body) && namesOf(body) === names.join(' ') && Object.values(body).every(Boolean),
  })

  describeGenerator('forbiddenUpdate', () => forbiddenUpdate(names, { designations: DESIGNATIONS }), {
    correct: (body) => valid(body) && gatedIn(body).sort().join() === [...names].sort().join(),
    simple: (body) => namesOf(body) === names.join(' '),
  })

  it('are alone and beside others, with falsy values and without', () => {
    const bodies = samplesOf(forbiddenUpdate(names))
    const kinds = bodies.map((body) => ({
      alone: Object.keys(body).length === names.length,
      falsy: names.filter((name) => !body[name]).length,
    }))
    for (const alone of [true, false]) {
      const falsy = new Set(kinds.filter((kind) => kind.alone === alone).map((kind) => kind.falsy))
      expect([...falsy].sort()).toEqual([...Array(names.length + 1).keys()])
    }
  })
})

it('names every combination of gated fields once', () => {
  expect(new Set(gatedCombinations.map((names) => [...names].sort().join())).size).toBe(7)
})
