import { expect, onTestFinished, test, vi } from 'vitest'
import { InconclusiveError } from '../../../contract/verdict.ts'
import { axis, packed, type Shared } from '../../../harness/authoring/index.ts'
import { ManyViolationsError } from '../../../harness/model/violation.ts'
import { broken, trial } from '../samples.ts'

/** More than one pack holds; all but what is told otherwise are refused as they should be. */
const VALUES = axis(
  'value',
  Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`${index}`, index])),
)

function tried(part: Partial<Shared<object, number>>) {
  const shared: Shared<object, number> = {
    begin: async () => ({}),
    attempt: async () => {},
    isAlive: async () => true,
    ...part,
  }
  return packed('values', VALUES, shared).run(trial())
}

/** The first value breaks the requirement. */
async function attempt(_context: unknown, _item: object, one: number) {
  if (one === 0) throw broken('taken')
}

test('a violation is told though another pack met a mistake of the suite', async () => {
  const failed = tried({
    async attempt(context, item, one) {
      if (one === 39) throw new TypeError('no such field')
      return attempt(context, item, one)
    },
  })
  await expect(failed).rejects.toThrow(ManyViolationsError)
})

test('and though nobody could find out whether what is shared still works', async () => {
  const failed = tried({
    attempt,
    isAlive: async () => {
      throw new InconclusiveError('the run was interrupted')
    },
  })
  await expect(failed).rejects.toThrow(ManyViolationsError)
})

test('a mistake of the suite is told where nothing is broken', async () => {
  const failed = tried({
    begin: async () => {
      throw new TypeError('no such field')
    },
  })
  await expect(failed).rejects.toThrow('no such field')
})

test.each([
  ['one of its own each, where it was soon', 1, 2 + 36],
  ['one for a few, where the pack was too slow for it', 100, 2 + 4],
])('what dies under a pack of 36 is tried with %s', async (_, milliseconds, expected) => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  let begun = 0
  const shared: Shared<{ attempts: number }, number> = {
    async begin() {
      begun++
      return { attempts: 0 }
    },
    async attempt(_context, item) {
      item.attempts++
      vi.advanceTimersByTime(milliseconds)
    },
    isAlive: async (_context, { attempts }) => attempts <= 9,
  }
  await packed('values', VALUES, shared)
    .run(trial())
    .catch(() => {})
  expect(begun).toBe(expected)
})
