import { expect, test } from 'vitest'
import { decisions, variants } from '../../mock/variants/index.ts'
import { variantsCombined } from '../../proof/cases.ts'

const SEED = 5
const services = variantsCombined(SEED).map((proofCase) => new Set(proofCase.variants))
const decisionOf = new Map(decisions.flatMap(({ name, variants: own }) => own.map(({ id }) => [id, name])))

test('every variant is in some service', () => {
  const tried = new Set(services.flatMap((service) => [...service]))
  expect(variants.map(({ id }) => id).filter((id) => !tried.has(id))).toEqual([])
})

test('no service has two variants of one decision', () => {
  const twice = services.filter((service) => {
    const names = [...service].map((id) => decisionOf.get(id))
    return new Set(names).size < names.length
  })
  expect(twice).toEqual([])
})

test('of three variants of each decision any two of different decisions are together somewhere', () => {
  const together = (one: string, other: string) =>
    services.some((service) => service.has(one) && service.has(other))
  // Those that the array combines are in several services, the others in one.
  const combined = [...decisionOf.keys()].filter(
    (id) => services.filter((service) => service.has(id)).length > 1,
  )
  expect(combined).toHaveLength(3 * decisions.length)
  const apart = combined.flatMap((one) =>
    combined
      .filter((other) => decisionOf.get(one) !== decisionOf.get(other) && !together(one, other))
      .map((other) => `${one} and ${other}`),
  )
  expect(apart).toEqual([])
})

test('another seed combines others', () => {
  const first = variantsCombined(SEED).map(({ variants: ids }) => ids)
  expect(variantsCombined(SEED).map(({ variants: ids }) => ids)).toEqual(first)
  expect(variantsCombined(SEED + 1).map(({ variants: ids }) => ids)).not.toEqual(first)
})
