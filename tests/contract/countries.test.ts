import { expect, it } from 'vitest'
import { ASSIGNED_COUNTRIES, LISTED_COUNTRIES } from '../../contract/index.ts'

it('has the 249 assigned codes, each once and in lower case', () => {
  expect(new Set(ASSIGNED_COUNTRIES).size).toBe(249)
  expect(ASSIGNED_COUNTRIES).toHaveLength(249)
  for (const code of ASSIGNED_COUNTRIES) expect(code).toMatch(/^[a-z]{2}$/)
})

it('has only codes that the Unicode region data names', () => {
  const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
  expect(ASSIGNED_COUNTRIES.filter((code) => names.of(code.toUpperCase()) === undefined)).toEqual([])
})

it('leaves out reserved, withdrawn and user-assigned codes', () => {
  const unassigned = ['uk', 'eu', 'su', 'yu', 'an', 'xk', 'aa', 'zz', 'ac', 'ic']
  expect(ASSIGNED_COUNTRIES.filter((code) => unassigned.includes(code))).toEqual([])
})

it('has the codes that the contract lists', () => {
  expect(ASSIGNED_COUNTRIES).toEqual(expect.arrayContaining([...LISTED_COUNTRIES]))
  expect(LISTED_COUNTRIES).toEqual(['ad', 'ae', 'af', 'ag', 'ai'])
})
