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
