import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const SEEDS = [1, 2, 3, 4, 5]

interface Expectation<T> {
  /** Whether a value is one that the generator may give, judged without the generator's own means. */
  readonly correct: (value: T) => boolean
  /** Whether a value is as simple as it should get; by default nothing more than correct is asked. */
  readonly simple?: (value: T) => boolean
}

/** The four properties that every generator has. `make` builds it anew, as another process would. */
export function describeGenerator<T>(
  name: string,
  make: () => fc.Arbitrary<T>,
  { correct, simple = correct }: Expectation<T>,
): void {
  describe(name, () => {
    it('gives the same values for the same seed', () => {
      for (const seed of SEEDS) {
        expect(samplesOf(make(), 20, seed)).toEqual(samplesOf(make(), 20, seed))
      }
    })

    it('gives only correct values', () => {
      expect(
        samplesOf(make(), 500)
          .filter((value) => !correct(value))
          .slice(0, 3),
      ).toEqual([])
    })

    it('shrinks to what is simple', () => {
      const shrunk = SEEDS.map((seed) => shrink(make(), seed))
      expect(shrunk.map(({ steps }) => steps).some((steps) => steps > 0)).toBe(true)
      expect(
        shrunk
          .map(({ last }) => last)
          .filter((value) => !simple(value))
          .slice(0, 3),
      ).toEqual([])
    })

    it('stays correct while it shrinks', () => {
      const tried = SEEDS.flatMap((seed) => shrink(make(), seed).tried)
      expect(tried.filter((value) => !correct(value)).slice(0, 3)).toEqual([])
    })
  })
}

/** Values of a fixed seed: enough of them to see what a generator gives. */
export function samplesOf<T>(arbitrary: fc.Arbitrary<T>, count = 2000, seed = 1): T[] {
  return fc.sample(arbitrary, { numRuns: count, seed })
}

/** The distinct texts that a look at each of 2,000 values gives, sorted. */
export function seenIn<T>(arbitrary: fc.Arbitrary<T>, look: (value: T) => string): string[] {
  return [...new Set(samplesOf(arbitrary).map(look))].sort()
}

/** The simplest value with a property, as a test that fails for just these would report it. */
export function simplestOf<T>(arbitrary: fc.Arbitrary<T>, holds: (value: T) => boolean): T | undefined {
  const { counterexample } = fc.check(
    fc.property(arbitrary, (value) => !holds(value)),
    { seed: 1, numRuns: 2000 },
  )
  return counterexample?.[0]
}

function shrink<T>(arbitrary: fc.Arbitrary<T>, seed: number): { last: T; tried: T[]; steps: number } {
  const tried: T[] = []
  const refuse = fc.property(arbitrary, (value) => {
    tried.push(value)
    return false
  })
  const { counterexample, numShrinks } = fc.check(refuse, { seed })
  if (counterexample === null) throw new Error('a property that refuses everything cannot hold')
  return { last: counterexample[0], tried, steps: numShrinks }
}
