import { expect, test } from 'vitest'
import { LastActs } from '../../../harness/session/last-acts.ts'

/** Runs tests that note what they do, and returns their notes in order. */
async function notesOf(tests: readonly ((note: (what: string) => void, acts: LastActs) => Promise<void>)[]) {
  const acts = new LastActs()
  const notes: string[] = []
  await Promise.all(
    tests.map(async (one) => {
      acts.begin()
      await Promise.resolve()
      await one((what) => notes.push(what), acts)
      acts.end()
    }),
  )
  return notes
}

test('a last act waits for all other tests', async () => {
  const slow = async (note: (what: string) => void) => {
    for (let turn = 0; turn < 5; turn++) await Promise.resolve()
    note('slow')
  }
  const last = async (note: (what: string) => void, acts: LastActs) => {
    await acts.wait()
    note('last')
  }
  expect(await notesOf([last, slow])).toEqual(['slow', 'last'])
})

test('several last acts take turns', async () => {
  const last = (name: string) => async (note: (what: string) => void, acts: LastActs) => {
    await acts.wait()
    note(`${name} begins`)
    await Promise.resolve()
    note(`${name} ends`)
  }
  expect(await notesOf([last('one'), last('other')])).toEqual([
    'one begins',
    'one ends',
    'other begins',
    'other ends',
  ])
})

test('one that waits twice waits for the other each time', async () => {
  const twice = async (note: (what: string) => void, acts: LastActs) => {
    await acts.wait()
    note('first')
    await acts.wait()
    note('second')
  }
  const other = async (note: (what: string) => void, acts: LastActs) => {
    for (let turn = 0; turn < 5; turn++) await Promise.resolve()
    note('other begins')
    await acts.wait()
    note('other goes on')
    await Promise.resolve()
    note('other ends')
  }
  expect(await notesOf([twice, other])).toEqual([
    'other begins',
    'first',
    'other goes on',
    'other ends',
    'second',
  ])
})

test('of a test that does several things at once, each waits for all others', async () => {
  const rows = async (note: (what: string) => void, acts: LastActs) => {
    await acts.branch(
      ['one', 'other', 'third'].map((name) => async () => {
        await acts.wait()
        note(name)
      }),
    )
  }
  const slow = async (note: (what: string) => void) => {
    for (let turn = 0; turn < 5; turn++) await Promise.resolve()
    note('slow')
  }
  expect(await notesOf([rows, slow, slow])).toEqual(['slow', 'slow', 'one', 'other', 'third'])
})
