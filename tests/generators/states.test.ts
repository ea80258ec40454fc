import { describe, expect, it } from 'vitest'
import { state, stateBeyondAscii } from '../../generators/states.ts'
import { describeGenerator, samplesOf, simplestOf } from './four-properties.ts'

describeGenerator('state', state, {
  correct: (text) => /^[\x20-\x7e]{1,512}$/.test(text),
  simple: (text) => text.length <= 31,
})

describeGenerator('stateBeyondAscii', stateBeyondAscii, {
  correct: (text) => /[^\x20-\x7e]/.test(text) && text.length <= 512 && !/\p{Cs}/u.test(text),
  simple: (text) => text.length <= 12,
})

describe('a state', () => {
  const states = samplesOf(state())

  it.each([...Array(95).keys()].map((index) => String.fromCharCode(0x20 + index)))(
    'may hold %j',
    (character) => {
      expect(states.some((text) => text.includes(character))).toBe(true)
    },
  )

  it.each([...'%+ &=#'])('may start, go on and end with %j', (character) => {
    expect(states.some((text) => text.startsWith(character))).toBe(true)
    expect(states.some((text) => text.indexOf(character, 1) > 0)).toBe(true)
    expect(states.some((text) => text.endsWith(character))).toBe(true)
  })

  it.each(['0', 'null', 'undefined', 'true', 'false', '[]', '{}', '007'])('may be %s', (word) => {
    expect(states).toContain(word)
  })

  it('often has a blank at an end', () => {
    expect(states.filter((text) => text.startsWith(' ') || text.endsWith(' ')).length).toBeGreaterThan(50)
  })

  it('has from one to 512 characters', () => {
    const lengths = states.map((text) => text.length)
    expect(Math.min(...lengths)).toBe(1)
    expect(Math.max(...lengths)).toBe(512)
    expect(lengths.filter((length) => length > 256).length).toBeGreaterThan(200)
  })

  it('may look encoded already, once or twice', () => {
    expect(states.some((text) => /^(%[0-9A-F]{2}|[\w.~!*'()-])+$/.test(text) && text.includes('%2'))).toBe(
      true,
    )
    expect(states.some((text) => /%25[0-9A-F]{2}/.test(text))).toBe(true)
    expect(states.some((text) => /^[A-Za-z0-9+/]+==$/.test(text))).toBe(true)
  })

  it('shrinks to the characters that matter', () => {
    expect(simplestOf(state(), (text) => text.includes('+'))).toMatch(/^.?\+.?$/)
    expect(simplestOf(state(), (text) => text.includes('%2B'))).toMatch(/^.?%2B.?$/)
  })

  it('shrinks to the first length that is too long', () => {
    expect(simplestOf(state(), (text) => text.length > 255)).toBe('a'.repeat(256))
  })
})

it.each([
  ['control characters', /\p{Cc}/u],
  ['accents', /[À-ɏ]/],
  ['other scripts', /[\p{Script=Han}\p{Script=Arabic}]/u],
  ['emoji', /\p{Emoji_Presentation}/u],
])('a state beyond ASCII may hold %s', (_, sign) => {
  expect(samplesOf(stateBeyondAscii()).some((text) => sign.test(text))).toBe(true)
})
