import { expect, test } from 'vitest'
import { UnknownRequirementError } from '../../contract/index.ts'
import { variants } from '../../examples/partner/variants/index.ts'
import { selected } from '../../proof/selected.ts'

const known = { side: 'partner', requirements: ['PARTNER-7'], deviations: variants } as const

test('a variant may be called as requirements are', () => {
  expect(selected(['accepted-202', 'partner-7'], known)).toEqual(['accepted-202', 'PARTNER-7'])
})

test('what is called so and is none is an unknown requirement', () => {
  expect(() => selected(['PARTNER-99'], known)).toThrow(UnknownRequirementError)
})
