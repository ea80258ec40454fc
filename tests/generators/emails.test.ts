import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { brokenEmail, exoticEmail, ordinaryEmail } from '../../generators/emails.ts'
import { describeGenerator, samplesOf, seenIn } from './four-properties.ts'

/** A local part as careful forms take it, at a domain that nobody owns. */
const ordinary = /^[a-z0-9]+([._+-][a-z0-9]+)*@example\.(com|org|net)$/

/** Not one filled text on each side of a single `@`, or a blank or an empty label among them. */
const noAddress = (text: string) => {
  const sides = text.split('@')
  return sides.length !== 2 || sides.includes('') || /\s|\.\./.test(text)
}

const validators = {
  'zod by default': z.email(),
  'an HTML form': z.email({ pattern: z.regexes.html5Email }),
  'RFC 5322': z.email({ pattern: z.regexes.rfc5322Email }),
  Unicode: z.email({ pattern: z.regexes.unicodeEmail }),
}

describeGenerator('ordinaryEmail', ordinaryEmail, {
  correct: (email) => ordinary.test(email) && email.length <= 64,
  simple: (email) => email === 'ann@example.com',
})

describe('an ordinary email', () => {
  it.each(Object.entries(validators))('is accepted by %s', (_, validator) => {
    expect(samplesOf(ordinaryEmail()).filter((email) => !validator.safeParse(email).success)).toEqual([])
  })

  it.each([...'._-+0123456789'])('holds %s now and then', (character) => {
    const locals = samplesOf(ordinaryEmail()).map((email) => email.replace(/@.*/, ''))
    expect(locals.some((local) => local.includes(character))).toBe(true)
  })
})

describeGenerator('exoticEmail', exoticEmail, {
  correct: ({ value }) =>
    /^.+@([a-z0-9-]+(\.[a-z0-9-]+)+|\[[0-9.]+\])$/i.test(value) &&
    value.lastIndexOf('@') <= 64 &&
    (!ordinary.test(value) || /^(a|.{64})@/.test(value)),
})

it('gives an exotic email of each kind', () => {
  expect(seenIn(exoticEmail(), ({ kind }) => kind)).toEqual([
    'a local part of 64 characters',
    'a punycode domain',
    'a quoted local part',
    'an IP address',
    'capital letters',
    'letters beyond ASCII',
    'many subdomains',
    'one letter',
    'special characters',
  ])
})

describeGenerator('brokenEmail', brokenEmail, { correct: ({ value }) => noAddress(value) })

describe('a broken email', () => {
  it.each(Object.entries(validators))('is refused by %s', (name, validator) => {
    // The loosest of them looks at nothing but the @.
    const refused = samplesOf(brokenEmail()).filter(
      ({ kind }) => name !== 'Unicode' || !kind.startsWith('an empty'),
    )
    expect(refused.filter(({ value }) => validator.safeParse(value).success)).toEqual([])
  })

  it('is of each kind', () => {
    expect(seenIn(brokenEmail(), ({ kind }) => kind)).toEqual([
      'a blank in the domain',
      'a blank in the local part',
      'a line break',
      'a name around the address',
      'an empty label in the domain',
      'no @',
      'no @ before the domain',
      'nothing after the @',
      'nothing before the @',
      'nothing but @',
      'two @',
      'two addresses',
    ])
  })
})
