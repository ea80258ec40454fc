import { describe, expect, it } from 'vitest'
import { designationOf, malformedDesignation, unknownDesignation } from '../../generators/designations.ts'
import { describeGenerator, samplesOf, seenIn } from './four-properties.ts'

const IDS = ['0b9d2a52-6c0e-4b7e-9a35-51d6f4a0c001', '0b9d2a52-6c0e-4b7e-9a35-51d6f4a0c002']
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

describeGenerator('designationOf', () => designationOf(IDS), {
  correct: (id) => IDS.includes(id),
  simple: (id) => id === IDS[0],
})

describeGenerator('unknownDesignation', () => unknownDesignation(IDS), {
  correct: (id) => uuid.test(id) && !IDS.includes(id),
})

describeGenerator('malformedDesignation', () => malformedDesignation(IDS), {
  correct: ({ value }) => value !== null && !(typeof value === 'string' && uuid.test(value)),
})

describe('designations', () => {
  it('are drawn from all that are known', () => {
    expect(seenIn(designationOf(IDS), String)).toEqual(IDS)
  })

  it('are unknown in as many ways as there are UUIDs', () => {
    expect(seenIn(unknownDesignation(), String).length).toBeGreaterThan(1900)
  })

  it('are malformed in each way', () => {
    expect(seenIn(malformedDesignation(IDS), ({ kind }) => kind)).toEqual([
      'a letter that is no hexadecimal digit',
      'a letter too few',
      'a letter too many',
      'a word',
      'array',
      'boolean',
      'empty string',
      'number',
      'object',
      'text after it',
    ])
  })

  it('are near misses of one that is known', () => {
    const near = samplesOf(malformedDesignation(IDS)).filter(({ kind }) => kind === 'a letter too many')
    expect(new Set(near.map(({ value }) => value))).toEqual(new Set(IDS.map((id) => `${id}a`)))
  })
})
