import { faker as arabic } from '@faker-js/faker/locale/ar'
import { faker as greek } from '@faker-js/faker/locale/el'
import { faker as french } from '@faker-js/faker/locale/fr'
import { faker as hebrew } from '@faker-js/faker/locale/he'
import { faker as japanese } from '@faker-js/faker/locale/ja'
import { faker as korean } from '@faker-js/faker/locale/ko'
import { faker as nepali } from '@faker-js/faker/locale/ne'
import { faker as russian } from '@faker-js/faker/locale/ru'
import { faker as thai } from '@faker-js/faker/locale/th'
import { faker as vietnamese } from '@faker-js/faker/locale/vi'
import { faker as chinese } from '@faker-js/faker/locale/zh_CN'

type Locale = typeof french

/** UTF-16 code units that every service is assumed to store in a name. */
const LONGEST = 40

const frenchAccents = /^(?=.*[à-ÿ])[A-Za-zÀ-ÿ -]+$/
const stackedAccents = /^(?=.*[\u1ea0-\u1ef9])[\p{Script=Latin} ]+$/u

/** Names and places by kind of text. The simplest comes first, since fast-check shrinks to it. */
export const SCRIPTS = {
  'composed accents': [
    'é',
    'José',
    'Zoë',
    'Łukasz',
    'Ærøskøbing',
    'Straße',
    'Ağrı',
    'İzmir',
    ...wordsOf(french, frenchAccents),
    ...wordsOf(vietnamese, stackedAccents),
  ],
  'combining accents': [
    'é',
    'José',
    'Ångström',
    ...wordsOf(french, frenchAccents),
    ...wordsOf(vietnamese, stackedAccents),
  ].map((name) => name.normalize('NFD')),
  'straight apostrophe': [
    "O'B",
    "O'Brien",
    "D'Amico",
    "N'Djamena",
    "L'Anse aux Meadows",
    "Coeur d'Alene",
    "'t Hart",
  ],
  'typographic apostrophe': ['O’B', 'O’Brien', 'D’Angelo', 'Hawaiʻi', 'Côte d’Or', 'M’Bappé'],
  hyphen: ['A-B', 'Anne-Marie', 'Smith-Jones', 'Stratford-upon-Avon', 'Aix-en-Provence', 'Garcia-Lopez'],
  'Han characters': ['李', ...wordsOf(chinese, /^\p{Script=Han}+$/u)],
  'Han beyond 16 bits': ['𠮷', '𠮷野', '𡈽屋', '𩸽'],
  kana: ['あ', 'キ', 'さくら', ...wordsOf(japanese, /^[\p{Script=Hiragana}\p{Script=Katakana}ー]+$/u)],
  Hangul: ['김', ...wordsOf(korean, /^\p{Script=Hangul}+$/u)],
  Arabic: ['علي', ...wordsOf(arabic, /^[\p{Script=Arabic} ]+$/u)],
  Hebrew: ['דן', ...wordsOf(hebrew, /^[\p{Script=Hebrew} ]+$/u)],
  Devanagari: ['राम', ...wordsOf(nepali, /^[\p{Script=Devanagari} ]+$/u)],
  Thai: ['น้ำ', ...wordsOf(thai, /^\p{Script=Thai}+$/u)],
  Cyrillic: ['Ян', ...wordsOf(russian, /^[\p{Script=Cyrillic} -]+$/u)],
  Greek: ['Ζωή', ...wordsOf(greek, /^[\p{Script=Greek} ]+$/u)],
  'right to left beside left to right': ['Ann עם', 'דן Lee', 'شارع 12', 'رقم 7 Oak'],
  emoji: ['😀', 'Ann 😀', 'Lee 🎁', '🌍 Oslo'],
  'joined emoji': ['👨‍👩‍👧', 'Ann 👩‍🚀', 'Lee 🏳️‍🌈'],
  'emoji with a skin tone': ['👍🏽', 'Ann 👋🏿', 'Lee 🙏🏻'],
  'emoji flag': ['🇳🇴', 'Ann 🇧🇷', '🇯🇵 Lee'],
} as const satisfies Readonly<Record<string, readonly string[]>>

/** The names and places of a locale that match the pattern. */
function wordsOf(locale: Locale, pattern: RegExp): string[] {
  const { person, location } = locale.rawDefinitions
  const lists = [
    ...Object.values(person?.first_name ?? {}),
    ...Object.values(person?.last_name ?? {}),
    location?.city_name,
  ]
  return lists
    .flatMap((list) => list ?? [])
    .filter((word) => word.length <= LONGEST && word.trim() === word && pattern.test(word))
}
