import { expect, test } from 'vitest'
import { Progress } from '../../reports/progress.ts'

function progressOn(terminal: { isTTY?: boolean; columns?: number }) {
  const written: string[] = []
  let now = 0
  const progress = new Progress({ write: (text) => written.push(text), ...terminal }, () => now)
  const at = (time: number, decided: number) => {
    now = time
    progress.update({ decided, total: 97, requests: decided * 4 })
  }
  return { progress, written, at }
}

test('a terminal has one line, rewritten, and cleared at the end', () => {
  const { progress, written, at } = progressOn({ isTTY: true, columns: 80 })
  at(0, 0)
  at(10, 1)
  at(200, 25)
  progress.end()
  const second = '25/97 tests ended, 100 requests'
  expect(written).toEqual([
    '\r0/97 tests ended, 0 requests',
    `\r${second}`,
    `\r${' '.repeat(second.length)}`,
    '\r',
  ])
})

test('a log gets a line every five seconds', () => {
  const { progress, written, at } = progressOn({})
  for (let time = 0; time <= 12_000; time += 500) at(time, time / 500)
  progress.end()
  expect(written).toEqual(['10/97 tests ended, 40 requests\n', '20/97 tests ended, 80 requests\n'])
})
