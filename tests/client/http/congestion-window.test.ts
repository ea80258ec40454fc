import { expect, test } from 'vitest'
import { CongestionWindow } from '../../../client/http/congestion-window.ts'

/** The widths after so many answers, each as fast as the others. */
function widthsAfter(window: CongestionWindow, answers: number): number[] {
  return Array.from({ length: answers }, () => window.answered(5))
}

test('it doubles while answers come as fast as before', () => {
  const window = new CongestionWindow(64, 4)
  expect(widthsAfter(window, 4).at(-1)).toBe(8)
  expect(widthsAfter(window, 8).at(-1)).toBe(16)
})

test('where requests were turned away it soon comes near to that width, and seldom back to it', () => {
  const window = new CongestionWindow(64, 8)
  expect(window.refused()).toBe(2)
  const widths = widthsAfter(window, 120)
  expect(widths.indexOf(7)).toBeLessThan(30)
  expect(widths.indexOf(8)).toBeGreaterThan(100)
})

test('what was turned away once and is borne later is forgotten', () => {
  const window = new CongestionWindow(64, 4)
  window.refused()
  widthsAfter(window, 400)
  expect(widthsAfter(window, 400).at(-1)).toBeGreaterThan(15)
})

test('what was narrowed for a large answer is as wide as before after a few small ones', () => {
  const window = new CongestionWindow(64, 64)
  expect(window.narrow(4)).toBe(4)
  expect(widthsAfter(window, 4 + 8 + 16 + 32).at(-1)).toBe(64)
})

test('where answers were lost it grows slowly, large answers or not', () => {
  const window = new CongestionWindow(64, 64)
  window.lost()
  window.narrow(4)
  expect(widthsAfter(window, 4 + 8 + 16 + 32).at(-1)).toBeLessThan(16)
})

/** The widths of a service whose answers take so long, by the width at which they are asked for. */
function widthsOf(
  window: CongestionWindow,
  answers: number,
  takes: (width: number, answer: number) => number,
) {
  return Array.from({ length: answers }, (_, answer) => window.answered(takes(window.width, answer)))
}

test('where answers take longer the more are under way, it is narrowed', () => {
  const window = new CongestionWindow(64, 4)
  const widths = widthsOf(window, 2_000, (width) => 40 * width)
  expect(Math.max(...widths.slice(500))).toBeLessThan(30)
})

test('a service that does one thing at a time is asked for what it does within about a second', () => {
  const window = new CongestionWindow(64, 4)
  const underWay: number[] = []
  const widths: number[] = []
  for (let now = 0; now < 120_000; now += 60) {
    const sentAt = underWay.shift()
    if (sentAt !== undefined) widths.push(window.answered(now - sentAt))
    while (underWay.length < window.width) underWay.push(now)
  }
  expect(Math.max(...widths.slice(200))).toBeLessThan(33)
})

test('answers that take long however few are under way are no reason to narrow it', () => {
  const window = new CongestionWindow(64, 4)
  widthsAfter(window, 4)
  const widths = widthsOf(window, 400, () => 1_200)
  expect(widths.at(-1)).toBe(64)
})

test('nor are they where fast ones come in between', () => {
  const window = new CongestionWindow(64, 4)
  const widths = widthsOf(window, 1_000, (_, answer) => (Math.floor(answer / 50) % 2 === 0 ? 3 : 1_200))
  expect(Math.min(...widths.slice(300))).toBeGreaterThan(30)
})
