import { expect, test } from 'vitest'
import { STATES, TELLING_STATE } from '../../generators/index.ts'

test.each(Object.entries(STATES))('%s is printable ASCII of 1 to 512 characters', (_, state) => {
  expect(state).toMatch(/^[\x20-\x7e]{1,512}$/)
})

test('each state is there once, and every printable character in one of them', () => {
  const states = Object.values(STATES)
  expect(new Set(states).size).toBe(states.length)
  const all = states.join('')
  for (let code = 0x20; code <= 0x7e; code++) expect(all).toContain(String.fromCharCode(code))
})

test('the telling one shows what trimming, decoding and folding do to it', () => {
  const spoilt = [
    TELLING_STATE.trim(),
    decodeURIComponent(TELLING_STATE),
    TELLING_STATE.toLowerCase(),
    TELLING_STATE.replaceAll('+', ' '),
  ]
  for (const one of spoilt) expect(one).not.toBe(TELLING_STATE)
})
