import { expect, test } from 'vitest'
import { InconclusiveError, NotApplicableError } from '../../../contract/verdict.ts'
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

test('a table that is empty for this target decides nothing', async () => {
  await expect(cases({}, async () => {}).run(trial())).rejects.toThrow(NotApplicableError)
})
