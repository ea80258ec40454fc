import { setImmediate as turn } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { GIVEN_UP, type Ran, type Selection, Watch } from '../../../cli/watch/watch.ts'

/** A watch over a service that breaks these requirements, where each run ends when the test says so. */
function watching({ whole, keys = true }: { whole?: readonly string[]; keys?: boolean } = {}) {
  const runs: { only: Selection; signal: AbortSignal; end: (ran: Ran) => void }[] = []
  const said: string[] = []
  const answers: (string | undefined)[] = []
  const watch = new Watch(
    {
      run: (only, signal) => new Promise((end) => runs.push({ only, signal, end })),
      say: (line) => said.push(line.trim()),
      holdKeys: () => said.push('held'),
      ask: async () => answers.shift(),
      showReport: () => said.push('shown'),
      hasKeys: keys,
    },
    whole,
  )
  const status = watch.untilEnded()
  onTestFinished(() => watch.end())
  /** Ends the run that began last: what it decided, and what of that failed. */
  const ends = async (decided: readonly string[], failed: readonly string[] = [], isGone = false) => {
    runs.at(-1)?.end({ status: isGone ? 3 : failed.length > 0 ? 1 : 0, decided, failed, isGone })
    await turn()
  }
  /** What was run so far. */
  const selections = () => runs.map(({ only }) => only?.join(' ') ?? 'all')
  return { watch, runs, said, answers, status, ends, selections }
}

test('all is run first; after a change what failed, and the rest once nothing of it fails', async () => {
  const { watch, ends, selections, said } = watching()
  await ends(['ORG-1', 'TOKEN-3', 'UPDATE-1'], ['TOKEN-3'])
  watch.changed('src/token.js')
  await turn()
  await ends(['TOKEN-3'], ['TOKEN-3'])
  expect(selections()).toEqual(['all', 'TOKEN-3'])
  watch.changed('src/token.js')
  await turn()
  await ends(['TOKEN-3'])
  expect(selections()).toEqual(['all', 'TOKEN-3', 'TOKEN-3', 'all'])
  expect(said[0]).toBe(
    'Keys: f runs 1 requirement that failed, a or Enter all, o what you choose; r opens the report, q quits.',
  )
  expect(said[1]).toBe('src/token.js changed')
})

test('where nothing is left that the failed ones were not, the rest is not run', async () => {
  const { watch, ends, selections } = watching({ whole: ['TOKEN-3'] })
  await ends(['TOKEN-3'], ['TOKEN-3'])
  watch.changed('a')
  await turn()
  await ends(['TOKEN-3'])
  expect(selections()).toEqual(['TOKEN-3', 'TOKEN-3'])
})

test('what a run left undecided failed still', async () => {
  const { watch, ends } = watching()
  await ends(['TOKEN-3', 'ORG-1'], ['TOKEN-3', 'ORG-1'])
  watch.press('f')
  await turn()
  await ends(['ORG-1'])
  expect(watch.failed).toEqual(['TOKEN-3'])
})

test('a change during a run gives that up, and counts once', async () => {
  const { watch, runs, ends, selections, status } = watching({ whole: ['ORG-1'] })
  await turn()
  watch.changed('a')
  watch.changed('b')
  expect(runs[0]?.signal.reason).toBe(GIVEN_UP)
  await ends(['ORG-1'], ['ORG-1'])
  expect(selections()).toEqual(['ORG-1', 'ORG-1'])
  await ends(['ORG-1'])
  watch.press('q')
  expect(await status).toBe(0)
})

test('keys: what failed, all, by name, the report', async () => {
  const { watch, answers, ends, selections, said } = watching()
  await ends(['ORG-1'])
  for (const key of ['f', 'x', 'r']) watch.press(key)
  expect(said.slice(1)).toEqual(['Nothing has failed.', 'shown'])
  answers.push('org-2 TOKEN-1,token-3')
  watch.press('o')
  await turn()
  await ends(['ORG-2', 'TOKEN-1', 'TOKEN-3'], ['TOKEN-3'])
  watch.press('f')
  await turn()
  await ends(['TOKEN-3'])
  // What was chosen stays so, until all is asked for.
  watch.changed('a')
  await turn()
  await ends(['ORG-2', 'TOKEN-1', 'TOKEN-3'])
  watch.press('return')
  await turn()
  expect(selections()).toEqual(['all', 'TOKEN-1 TOKEN-3 ORG-2', 'TOKEN-3', 'TOKEN-1 TOKEN-3 ORG-2', 'all'])
})

test('a name that nobody knows, and a question that was left, run nothing', async () => {
  const { watch, answers, ends, selections, said } = watching()
  await ends(['ORG-1'])
  answers.push('TOKN-3', undefined)
  for (const _ of answers.slice()) {
    watch.press('o')
    await turn()
  }
  expect(said).toContain('unknown requirement "TOKN-3": did you mean TOKEN-3?')
  expect(selections()).toEqual(['all'])
})

test('a question comes once the run under way has ended; what changed meanwhile waits for the answer', async () => {
  const { watch, answers, runs, ends, selections, said } = watching({ whole: ['ORG-1'] })
  watch.press('o')
  expect(said).toEqual(['held'])
  expect(runs[0]?.signal.reason).toBe(GIVEN_UP)
  watch.changed('a')
  answers.push(undefined)
  await ends([])
  expect(selections()).toEqual(['ORG-1', 'ORG-1'])
  watch.press('o')
  watch.changed('b')
  answers.push('TOKEN-3')
  await ends([])
  expect(selections()).toEqual(['ORG-1', 'ORG-1', 'TOKEN-3'])
})

test('a run that the service did not live through is repeated, once', async () => {
  const { ends, selections } = watching()
  for (const _ of [1, 2, 3]) await ends([], [], true)
  expect(selections()).toEqual(['all', 'all'])
})

test('the status is that of the last run, also of one that was ended early', async () => {
  const { watch, runs, ends, status } = watching()
  await ends(['ORG-1'])
  watch.press('a')
  await turn()
  watch.end()
  expect(runs.at(-1)?.signal).toMatchObject({ aborted: true })
  await ends(['ORG-1'], ['ORG-1'])
  expect(await status).toBe(1)
})

test('who gave up the only run has tested nothing', async () => {
  const { watch, ends, status } = watching()
  watch.press('a')
  watch.press('q')
  await ends(['ORG-1'])
  expect(await status).toBe(3)
})

test('without a terminal it names no keys', async () => {
  const { ends, said } = watching({ keys: false })
  await ends(['ORG-1'])
  expect(said).toEqual(['Waiting for a change.'])
})
