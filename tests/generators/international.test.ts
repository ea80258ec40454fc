import { describe, expect, it } from 'vitest'
import { internationalDonor, internationalText, type Script } from '../../generators/international.ts'
import { describeGenerator, samplesOf, seenIn } from './four-properties.ts'

/** What tells a text of each kind from plain English. */
const signs: Record<Script, RegExp> = {
  'composed accents': /[À-ɏ\u1e00-\u1eff]/,
  'combining accents': /\p{Script=Latin}\p{Mark}/u,
  'straight apostrophe': /'/,
  'typographic apostrophe': /[’ʻ]/,
  hyphen: /-/,
  'Han characters': /\p{Script=Han}/u,
  'Han beyond 16 bits': /[\u{20000}-\u{2fa1f}]/u,
  kana: /[\p{Script=Hiragana}\p{Script=Katakana}]/u,
  Hangul: /\p{Script=Hangul}/u,
  Arabic: /\p{Script=Arabic}/u,
  Hebrew: /\p{Script=Hebrew}/u,
  Devanagari: /\p{Script=Devanagari}/u,
  Thai: /\p{Script=Thai}/u,
  Cyrillic: /\p{Script=Cyrillic}/u,
  Greek: /\p{Script=Greek}/u,
  'right to left beside left to right': /[A-Za-z0-9].*[\u0590-\u06ff]|[\u0590-\u06ff].*[A-Za-z0-9]/,
  emoji: /\p{Emoji_Presentation}/u,
  'joined emoji': /\p{Emoji}\ufe0f?\u200d\p{Emoji}/u,
  'emoji with a skin tone': /\p{Emoji_Modifier_Base}\p{Emoji_Modifier}/u,
  'emoji flag': /\p{Regional_Indicator}{2}/u,
}

const scripts = Object.keys(signs).sort()

const wellKept = (text: string) =>
  text.length >= 1 && text.length <= 40 && text.trim() === text && !/[\p{Cc}\p{Cs}]/u.test(text)

describeGenerator('internationalText', internationalText, {
  correct: ({ kind, value }) => signs[kind].test(value) && wellKept(value),
  simple: ({ value }) => value.length <= 12,
})

describeGenerator('internationalDonor', internationalDonor, {
  correct: ({ kind, value }) => {
    const texts = Object.values(value)
    return texts.length > 0 && texts.every((text) => signs[kind].test(text) && wellKept(text))
  },
  simple: ({ value }) => Object.keys(value).length === 1,
})

describe('international text', () => {
  it('is of each kind', () => {
    expect(seenIn(internationalText(), ({ kind }) => kind)).toEqual(scripts)
    expect(seenIn(internationalDonor(), ({ kind }) => kind)).toEqual(scripts)
  })

  it('fills each of the donor’s names and places', () => {
    const filled = samplesOf(internationalDonor()).flatMap(({ value }) => Object.keys(value))
    expect([...new Set(filled)].sort()).toEqual([
      'donor_address_line_1',
      'donor_address_line_2',
      'donor_city',
      'donor_first_name',
      'donor_last_name',
      'donor_province',
    ])
  })

  it('keeps accents apart from their letters where it says so, and together where it does not', () => {
    const normal = (kind: Script, form: 'NFC' | 'NFD') =>
      samplesOf(internationalText()).filter(
        (text) => text.kind === kind && text.value.normalize(form) !== text.value,
      )
    expect(normal('composed accents', 'NFC')).toEqual([])
    expect(normal('combining accents', 'NFD')).toEqual([])
  })
})
