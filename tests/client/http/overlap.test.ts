import { expect, test } from 'vitest'
import { mostAtOnce } from '../../../client/http/overlap.ts'
import { updateAnswer } from '../../harness/samples.ts'

const from = (startedAt: number, durationMs: number) => ({ ...updateAnswer({}), startedAt, durationMs })

test.each([
  ['nothing', [], 0],
  ['one after the other', [from(0, 5), from(5, 5), from(10, 5)], 1],
  ['two of three', [from(0, 5), from(4, 5), from(9, 5)], 2],
  ['all', [from(0, 5), from(1, 5), from(2, 5)], 3],
])('%s', (_name, exchanges, most) => {
  expect(mostAtOnce(exchanges)).toBe(most)
})
