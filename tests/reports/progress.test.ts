import { expect, test } from 'vitest'
import { Progress } from '../../reports/progress.ts'

function progressOn(terminal: { isTTY?: boolean; columns?: number }) {
  const written: string[] = []
  let now = 0
  const progress = new Progress({ write: (text) => written.push(text), ...terminal }, () => now)
  const at = (time: number, ended: number, open: readonly string[] = []) => {
    now = time
    progress.update({ ended, total: 97, requests: ended * 4, open })
  }
  const passes = (until: number) => {
    for (; now < until; now += 1000) progress.tick()
  }
  return { progress, written, at, passes }
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
  expect(written).toEqual([
    '10/97 tests ended, 40 requests, about 44 s left\n',
    '20/97 tests ended, 80 requests, about 39 s left\n',
  ])
})

test('it says what is open, and how long that may take by what was measured', () => {
  const { written, at } = progressOn({})
  at(6_000, 1, ['TOKEN-1', 'TOKEN-2', 'TOKEN-3', 'TOKEN-4', 'ORG-1', 'ORG-2'])
  at(12_000, 90, ['TOKEN-6', 'BEARER-3'])
  at(18_000, 97)
  expect(written).toEqual([
    '1/97 tests ended, 4 requests, about 10 min left; open: TOKEN-1, TOKEN-2, TOKEN-3, TOKEN-4 and 2 more\n',
    '90/97 tests ended, 360 requests, about 1 s left; open: TOKEN-6, BEARER-3\n',
    '97/97 tests ended, 388 requests\n',
  ])
})

test('what keeps it waiting may do so as long again, and a log hears of it ever less often', () => {
  const { written, at, passes } = progressOn({})
  at(1_000, 96, ['TOKEN-6'])
  passes(3_600_000)
  expect(written[1]).toBe('96/97 tests ended, 384 requests, about 9 s left; open: TOKEN-6\n')
  expect(written.at(-1)).toContain('about 54 min left; open: TOKEN-6')
  expect(written.length).toBeLessThan(60)
})

test('time that passes on purpose is told at once, with what it is for, and counted down', () => {
  const { progress, written, passes } = progressOn({})
  const pause = {
    requirement: 'REFRESH-4',
    seconds: 61,
    why: 'a replaced refresh token may work for a minute',
  }
  progress.update({ ended: 95, total: 97, requests: 380, open: ['REFRESH-4'], pause })
  passes(12_000)
  progress.update({ ended: 95, total: 97, requests: 381, open: ['REFRESH-4'] })
  passes(20_000)
  expect(written).toEqual([
    '95/97 tests ended, 380 requests; REFRESH-4 waits 61 s on purpose: a replaced refresh token may work for a minute\n',
    '95/97 tests ended, 380 requests; REFRESH-4 waits 56 s on purpose: a replaced refresh token may work for a minute\n',
    '95/97 tests ended, 380 requests; REFRESH-4 waits 51 s on purpose: a replaced refresh token may work for a minute\n',
    '95/97 tests ended, 381 requests, about 15 s left; open: REFRESH-4\n',
  ])
})
