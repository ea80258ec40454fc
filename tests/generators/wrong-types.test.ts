import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { labelled } from '../../generators/labelled.ts'
import { type DeclaredType, wrongType } from '../../generators/wrong-types.ts'
import { describeGenerator, samplesOf, seenIn } from './four-properties.ts'

const typeOf = (value: unknown) => (Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value)

const declared: readonly DeclaredType[] = ['string', 'number', 'object']

describe.each(declared)('where %s is declared', (type) => {
  const make = () => labelled<string, unknown>(wrongType(type, fc.constantFrom<unknown>(2, 3)))

  describeGenerator('wrongType', make, {
    correct: ({ kind, value }) => typeOf(value) === kind && kind !== type,
  })

  it('gives values of every other type but null', () => {
    const others = ['array', 'boolean', 'number', 'object', 'string'].filter((other) => other !== type)
    expect(seenIn(make(), ({ value }) => typeOf(value))).toEqual(others)
  })

  it('gives values that JSON carries unchanged', () => {
    const values = samplesOf(make())
    expect(JSON.parse(JSON.stringify(values))).toEqual(values)
  })
})

it('disguises a valid value', () => {
  const numbers = samplesOf(labelled<string, unknown>(wrongType('number', fc.constant(2)))).map(
    ({ value }) => value,
  )
  expect(numbers).toEqual(expect.arrayContaining(['2', [2], { value: 2 }]))
})
