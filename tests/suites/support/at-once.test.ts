import { expect, test } from 'vitest'
import { untilOverlap } from '../../../suites/support/at-once.ts'
import { updateAnswer } from '../../harness/samples.ts'

const from = (startedAt: number) => ({ ...updateAnswer({}), startedAt, durationMs: 5 })
const apart = [from(0), from(10)]
const together = [from(0), from(1)]

/** Gives one of these rounds after the other. */
function rounds(...given: (typeof apart)[]) {
  let sent = 0
  return { send: async () => given[sent++] ?? [], sent: () => sent }
}

test('what did not overlap is sent again', async () => {
  const { send, sent } = rounds(apart, together, apart)
  expect(await untilOverlap({ canLogIn: true }, send)).toBe(together)
  expect(sent()).toBe(2)
})

test('what never overlaps shows nothing', async () => {
  const { send, sent } = rounds(apart, apart, apart, together)
  await expect(untilOverlap({ canLogIn: true }, send)).rejects.toThrow('did not overlap')
  expect(sent()).toBe(3)
})

test('where a login costs somebody time it is sent once', async () => {
  const { send, sent } = rounds(apart, together)
  await expect(untilOverlap({ canLogIn: false }, send)).rejects.toThrow('did not overlap')
  expect(sent()).toBe(1)
})
