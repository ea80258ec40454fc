import { describe, expect, test } from 'vitest'
import { serviceRequirements } from '../../contract/index.ts'
import { faultById, faults } from '../../mock/faults/index.ts'

const countOf = (requirement: string) => faults.filter((fault) => fault.requirement === requirement).length

test('there are enough of them, each with an id of its own', () => {
  expect(faults.length).toBeGreaterThanOrEqual(170)
  expect(new Set(faults.map(({ id }) => id)).size).toBe(faults.length)
})

describe('each', () => {
  test.for(faults)('$id is named after its requirement and described in one line', (fault) => {
    expect(fault.id).toMatch(/^[a-z]+-\d+(-[a-z0-9]+)+$/)
    expect(fault.id.toUpperCase()).toContain(`${fault.requirement}-`)
    expect(fault.description).toMatch(/^[A-Za-z0-9].{20,140}[.]$/)
    expect(fault.alsoBreaks ?? []).not.toContain(fault.requirement)
  })
})

test('every MUST and SHOULD of the service has one', () => {
  const binding = serviceRequirements.filter(({ level }) => level !== 'MAY')
  expect(binding.filter(({ id }) => countOf(id) === 0)).toEqual([])
})

test('no MAY has one: what the contract leaves open cannot be broken', () => {
  const open = serviceRequirements.filter(({ level }) => level === 'MAY')
  expect(open.filter(({ id }) => countOf(id) > 0)).toEqual([])
})

test.for([
  'TOKEN-3',
  'REFRESH-3',
  'AUTHZ-2',
  'AUTHZ-6',
  'UPDATE-4',
  'UPDATE-5',
  'PLEDGED-2',
  'DESIGNATION-2',
  'DESIGNATION-6',
  'ADVISOR-2',
])('%s, which is easy to check badly, has at least five', (requirement) => {
  expect(countOf(requirement)).toBeGreaterThanOrEqual(5)
})

test('is found by its id, and a mistyped id is answered with the nearest one', () => {
  expect(faultById('token-3-third-exchange').requirement).toBe('TOKEN-3')
  expect(() => faultById('token-3-third-exchagne')).toThrow(
    'unknown fault "token-3-third-exchagne": the nearest is token-3-third-exchange',
  )
  expect(() => faultById('nope')).toThrow(/^unknown fault "nope"$/)
  // The family is meant for certain, however the rest is spelled.
  expect(() => faultById('TOKEN-3-no-singel-use')).toThrow(/: the nearest is token-3-/)
})
