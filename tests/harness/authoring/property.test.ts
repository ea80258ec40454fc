import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { InconclusiveError } from '../../../contract/verdict.ts'
import { reducibleList, reducibleObject } from '../../../generators/index.ts'
import { property } from '../../../harness/authoring/property.ts'
import { ManyViolationsError, ViolationError } from '../../../harness/model/violation.ts'
import { broken, trial } from '../samples.ts'

type Fields = Readonly<Record<string, unknown>>

const number = fc.integer({ min: 0, max: 1_000_000 })

/** The values that a property sends, in any order. */
async function valuesOf(seed: number, arbitrary = number): Promise<number[]> {
  const values: number[] = []
  await property(arbitrary, async (_context, value) => {
    values.push(value)
  }).run(trial({ seed }))
  return values.toSorted((a, b) => a - b)
}

async function brokenBy(run: Promise<void>): Promise<ViolationError> {
  const error: unknown = await run.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (error instanceof ViolationError) return error
  throw new Error(`no violation: ${String(error)}`)
}

test('the seed alone decides what is tried', async () => {
  const values = await valuesOf(7)
  expect(values).toHaveLength(20)
  expect(await valuesOf(7)).toEqual(values)
  expect(await valuesOf(8)).not.toEqual(values)
})

test('two properties of a run try different values', async () => {
  const drawn = await Promise.all(
    ['UPDATE-4/pledged', 'UPDATE-4/other'].map(async (name) => {
      const values: number[] = []
      await property(number, async (_context, value) => {
        values.push(value)
      }).run(trial({ seed: 7 }, name))
      return values.toSorted((a, b) => a - b)
    }),
  )
  expect(drawn[0]).not.toEqual(drawn[1])
})

test('examples come first, and a share of the runs after them', async () => {
  const mine = trial({ runs: 20 })
  const values: number[] = []
  await property(
    number,
    async (_context, value) => {
      values.push(value)
    },
    { share: 0.25, examples: [-1, -2] },
  ).run(mine)
  expect(values.slice(0, 2)).toEqual([-1, -2])
  expect(values).toHaveLength(7)
  expect(mine.cases).toBe(7)
})

test('what breaks the requirement is shrunk to the smallest, with the command that sends it again', async () => {
  const run = property(number, async (_context, value) => {
    if (value >= 1000) throw broken(`${value}`)
  }).run(trial({ seed: 7 }))
  const { finding } = await brokenBy(run)
  expect(finding).toMatchObject({ received: '1000', counterexample: { value: '1000', seed: 7 } })
  expect(finding.counterexample?.replay).toBe(
    `npx donation-conformance run --target sandbox --replay 'AUTHZ-2:7:${finding.counterexample?.path}'`,
  )
})

test('a replay sends that case alone, and finds it broken again', async () => {
  const body = async (_context: unknown, value: number) => {
    if (value >= 1000) throw broken(`${value}`)
  }
  const { finding } = await brokenBy(property(number, body).run(trial({ seed: 7 })))
  const path = finding.counterexample?.path ?? ''
  const mine = trial({ replay: { test: 'AUTHZ-2', seed: 7, path } })
  const again = await brokenBy(property(number, body).run(mine))
  expect(again.finding.counterexample).toEqual(finding.counterexample)
  expect(mine.cases).toBe(1)
})

test.each(['0', '0:1:2'])(
  'a replay (path %s) that finds the service mended sends one case, too',
  async (path) => {
    const mine = trial({ replay: { test: 'AUTHZ-2', seed: 7, path } })
    await property(number, async () => {}).run(mine)
    expect(mine.cases).toBe(1)
  },
)

test('a replay that could not be decided says so', async () => {
  const mine = trial({ replay: { test: 'AUTHZ-2', seed: 7, path: '0' } })
  const run = property(number, async () => {
    throw new InconclusiveError('no login')
  }).run(mine)
  await expect(run).rejects.toThrow('no login')
})

test('shrinking ends when the time for it is over, with the smallest case by then', async () => {
  const started = performance.now()
  const run = property(fc.string({ minLength: 500, maxLength: 600 }), async (_context, value) => {
    await sleep(1)
    if (value.length >= 500) throw broken(`"${value}"`)
  }).run(trial({ seed: 7, runs: 1, shrinkSeconds: 0.2 }))
  const { finding } = await brokenBy(run)
  expect(finding.counterexample?.path).toMatch(/^0:/)
  expect(performance.now() - started).toBeLessThan(2_000)
})

test('where there is no time for it, what failed is reported as it came', async () => {
  const run = property(number, async (_context, value) => {
    if (value >= 1000) throw broken(`${value}`)
  }).run(trial({ seed: 7, shrinkSeconds: 0 }))
  expect((await brokenBy(run)).finding.counterexample?.path).toMatch(/^\d+$/)
})

test('a smaller case that breaks it only once is not taken', async () => {
  const seen = new Set<number>()
  const run = property(number, async (_context, value) => {
    const isFirst = !seen.has(value)
    seen.add(value)
    if (value >= 1000 || isFirst) throw broken(`${value}`)
  }).run(trial({ seed: 7 }))
  expect((await brokenBy(run)).finding.received).toBe('1000')
})

test('it goes on past the first failure, so that another mistake shows too, each as small as can be', async () => {
  const run = property(number, async (_context, value) => {
    if (value >= 1000) throw broken(`${value}`, 'UPDATE-3')
    if (value >= 10) throw broken(`${value}`, 'UPDATE-4')
    if (value >= 5) throw new TypeError('a mistake of the suite')
  }).run(trial({ seed: 7 }))
  const thrown: unknown = await run.catch((error: unknown) => error)
  const found = thrown instanceof ManyViolationsError ? thrown.cases : []
  expect(found.map(({ violation }) => [violation.requirement, violation.finding.received])).toEqual(
    expect.arrayContaining([
      ['UPDATE-3', '1000'],
      ['UPDATE-4', '10'],
    ]),
  )
})

test('what one mistake breaks is reported once, though many values show it', async () => {
  const mine = trial({ seed: 7 })
  const run = property(number, async (_context, value) => {
    if (value >= 1000) throw broken(`status ${value}`)
  }).run(mine)
  await brokenBy(run)
  expect(mine.decided.filter((one) => one.broken !== undefined).length).toBeGreaterThan(3)
})

test('steps and fields that do not matter are left out', async () => {
  const steps = Array.from({ length: 12 }, (_, index) => ({ [`field${index}`]: index, city: 'Rome' }))
  const run = property(reducibleList<Fields>(steps, reducibleObject), async (_context, list) => {
    if (list.some((one) => 'field3' in one) && list.some((one) => 'field9' in one)) throw broken('lost')
  }).run(trial({ seed: 7, runs: 1 }))
  expect((await brokenBy(run)).finding.counterexample?.value).toBe('[{"field3":3},{"field9":9}]')
})

test('a violation that does not come again when it is shrunk is reported as it was', async () => {
  let failed = false
  const run = property(number, async (_context, value) => {
    if (failed) return
    failed = true
    throw broken(`${value}`)
  }).run(trial({ seed: 7, runs: 1 }))
  const { finding } = await brokenBy(run)
  expect(finding.counterexample).toMatchObject({ value: finding.received, path: '0' })
})

test('an interruption while it is shrunk does not hide a violation', async () => {
  let failed = false
  const run = property(number, async () => {
    if (failed) throw new InconclusiveError('the run was interrupted')
    failed = true
    throw broken('worse')
  }).run(trial({ seed: 7, runs: 1 }))
  expect((await brokenBy(run)).finding).toMatchObject({ received: 'worse' })
})

test('a mistake of the suite is no violation', async () => {
  const run = property(number, async () => {
    throw new TypeError('a mistake of the suite')
  }).run(trial())
  await expect(run).rejects.toThrow(TypeError)
})

/** Tries the first 20 numbers, of which as many cannot be decided as is said. */
const undecidedOf = (open: number) =>
  property(
    number,
    async (_context, value) => {
      if (value < open) throw new InconclusiveError('no login', ['SANDBOX_USERNAME'])
    },
    { share: 0.01, examples: Array.from({ length: 19 }, (_, value) => value) },
  ).run(trial({ seed: 7 }))

test('a property is undecided where most of its values were, and says how many', async () => {
  await expect(undecidedOf(10)).resolves.toBeUndefined()
  await expect(undecidedOf(11)).rejects.toThrow('only 9 of 20 values could be decided: no login')
  await expect(undecidedOf(11)).rejects.toMatchObject({ needs: ['SANDBOX_USERNAME'] })
})

test('a property is undecided with the reason where no value was decided', async () => {
  const none = property(number, async () => {
    throw new InconclusiveError('no login')
  }).run(trial())
  await expect(none).rejects.toThrow(/^no login$/)
})
