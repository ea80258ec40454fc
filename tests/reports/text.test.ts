import { expect, test } from 'vitest'
import { clip, duration, oneLine, visible, wrap } from '../../reports/text.ts'

test.each([
  ['\u001b[31mred', '\\x1b[31mred'],
  ['a\u0000b', 'a\\x00b'],
  ['\u009b2J', '\\x9b2J'],
  ['\ud800', '\\ud800'],
  ['\ufffe', '\\ufffe'],
  ['abc\u202ecba', 'abc\\u202ecba'],
  ['\u{1ffff}', '\\u{1ffff}'],
])('%j is shown as %s', (text, shown) => {
  expect(visible(text)).toBe(shown)
})

test('what people write stays as it is', () => {
  const text = 'Zoë\tO’Brien\n李明 👩‍👩‍👧 محمد नमस्ते'
  expect(visible(text)).toBe(text)
})

test('a text is clipped between characters, and says so', () => {
  expect(clip('abc', 3)).toBe('abc')
  expect(clip('abcdef', 3)).toBe('abc … (3 more characters)')
  expect(clip('ab😀d', 3)).toBe('ab … (3 more characters)')
  expect(oneLine('  two\n lines ')).toBe('two lines')
})

test('lines break between words', () => {
  expect(wrap('one two three\nfour', 8)).toEqual(['one two', 'three', 'four'])
  expect(wrap('unbreakable', 4)).toEqual(['unbreakable'])
})

test.each([
  [12.4, '12 ms'],
  [3210, '3.2 s'],
  [125_000, '2 min 5 s'],
])('%d ms is %s', (milliseconds, said) => {
  expect(duration(milliseconds)).toBe(said)
})
