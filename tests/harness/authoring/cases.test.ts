import { expect, test } from 'vitest'
import { InconclusiveError, NotApplicableError } from '../../../contract/verdict.ts'
import { reducibleList } from '../../../generators/index.ts'
import { cases } from '../../../harness/authoring/cases.ts'
import { ManyViolationsError } from '../../../harness/model/violation.ts'
import { broken, trial } from '../samples.ts'

const table = { 'the first': 1, 'the second': 2, 'the third': 3 }

test('every case is tried, all at once, each in a context of its own', async () => {
  const mine = trial()
  const contexts = new Set()
  let running = 0
  let most = 0
  await cases(table, async (context) => {
    contexts.add(context)
    most = Math.max(most, ++running)
    await Promise.resolve()
    running--
  }).run(mine)
  expect({ tried: mine.cases, contexts: contexts.size, most }).toEqual({ tried: 3, contexts: 3, most: 3 })
})

test('all cases that break the requirement are named', async () => {
  const failed = cases(table, async (_context, one, name) => {
    if (one !== 2) throw broken(`${name} is ${one}`)
  }).run(trial())
  await expect(failed).rejects.toThrow(ManyViolationsError)
  await expect(failed).rejects.toThrow(/^the first: .*\nthe third: .*the third is 3$/)
})

test('a broken case outweighs one that could not be decided', async () => {
  const failed = cases(table, async (_context, one) => {
    throw one === 3 ? broken('worse') : new InconclusiveError('no login')
  }).run(trial())
  await expect(failed).rejects.toThrow(ManyViolationsError)
})

test('where no case is broken, what the first other one threw decides', async () => {
  const failed = cases(table, async (_context, one) => {
    if (one > 1) throw new InconclusiveError(`case ${one}`)
  }).run(trial())
  await expect(failed).rejects.toThrow('case 2')
})

test('a mistake of the suite is not hidden by a case that could not be decided', async () => {
  const failed = cases(table, async (_context, one) => {
    throw one === 3 ? new TypeError('no such field') : new InconclusiveError('no login')
  }).run(trial())
  await expect(failed).rejects.toThrow('no such field')
})

test('a table that is empty for this target decides nothing', async () => {
  await expect(cases({}, async () => {}).run(trial())).rejects.toThrow(NotApplicableError)
})

const SEQUENCES = { short: ['a', 'b'], long: ['x', 'bad', 'y', 'worse', 'z'], other: ['bad', 'q', 'worse'] }

/** A table of sequences that break where two words come together. */
const sequences = cases<readonly string[]>(
  'sequences',
  SEQUENCES,
  async (_context, words) => {
    if (words.includes('bad') && words.includes('worse')) throw broken('lost')
  },
  { reducible: (words) => reducibleList(words) },
)

test('the first of the rows that break alike is made as small as can be', async () => {
  const thrown: unknown = await sequences.run(trial()).catch((error: unknown) => error)
  const found = thrown instanceof ManyViolationsError ? thrown.cases : []
  expect(found.map(({ case: name, violation }) => [name, violation.finding.counterexample?.value])).toEqual([
    ['long', '["bad","worse"]'],
    ['other', undefined],
  ])
})

test('what was made of a row is sent again alone', async () => {
  const thrown: unknown = await sequences.run(trial()).catch((error: unknown) => error)
  const found = thrown instanceof ManyViolationsError ? thrown.cases : []
  const { path = '' } = found[0]?.violation.finding.counterexample ?? {}
  expect(path).toMatch(/^1:/)
  const mine = trial({ replay: { test: 'AUTHZ-2', seed: 42, path } })
  await expect(sequences.run(mine)).rejects.toMatchObject({
    finding: { counterexample: { value: '["bad","worse"]', path } },
  })
  expect(mine.cases).toBe(1)
})

test('what failed and what passed is kept, to be contrasted', async () => {
  const mine = trial()
  await sequences.run(mine).catch(() => {})
  expect(mine.decided.map(({ row, broken: id }) => [row.sequences, id])).toEqual([
    ['short', undefined],
    ['long', 'AUTHZ-2'],
    ['other', 'AUTHZ-2'],
  ])
})
