import type { Table } from '../../harness/authoring/index.ts'
import { named } from './texts.ts'

/** Letters whose case, form or place is special, beside those of the scripts of the world: they have to survive. */
export const SCRIPT_TEXTS: Table<string> = named([
  ...[
    'İzmir',
    'Iğdır',
    'ışık',
    'Straße',
    'STRAẞE',
    'ŉ',
    'ǅemal',
    'Ǉubo',
    'ſmith',
    'Σίσυφος',
    'ΟΔΟΣ',
    'Œuvre ÿ',
    'cœur æon',
    'Galați Iași',
  ],
  ...[
    'Ñandú',
    'Ñandú'.normalize('NFD'),
    'Ångström',
    'Ångström'.normalize('NFD'),
    '\u212bngström',
    '\u212aelvin',
  ],
  ...[
    'Nguyễn',
    'Nguyễn'.normalize('NFD'),
    'q̃',
    'ạ̈',
    'Erdős Szűcs Łódź',
    'Đặng',
    'Þór Alþingið',
    'Ærø',
    'Høyer',
    'Jürgen',
    'Ðuro Ħal',
    '\ufa10本 \uf9d1 髙橋 國立',
  ],
  ...[
    'Բարև',
    'ქართული ენა '.repeat(6).slice(0, 63).concat('ა'),
    'Ქართული',
    'አዲስ',
    'বাংলা \u09dc',
    'தமிழ்',
    'తెలుగు',
    'ಕನ್ನಡ',
    'മലയാളം',
    'සිංහල',
    'ខ្មែរ',
    'မြန်မာ',
    'ລາວ',
  ],
  ...[
    'ᏣᎳᎩ',
    'ᠮᠣᠩᠭᠣᠯ',
    'བོད',
    'ދިވެހި',
    'ܐܪܡܝܐ',
    'שָׁלוֹם',
    'ياسمـين كمال يحيى فاطمة أحمد إسراء آمال رؤى',
    'کیان',
    'Їжак',
    'Ёлка Фёдор',
    'ガ',
    '李',
    'が'.normalize('NFD'),
    '각',
    '각'.normalize('NFD'),
  ],
  ...[
    '𠮷野',
    '𐐀𐐨',
    '٣',
    'हिन्दी \u0958लम ३',
    'กรุงเทพฯ น้ำ ๓',
    '１２',
    'ＡＢＣ',
    'ﬁn ĳs',
    '2ª 3º',
    'Hawaiʻi Hanʼguk',
    'ﾊﾝｶｸ',
  ],
])

/** A column that is measured in bytes is too short for them: three bytes a character. */
export const SCRIPT_LINES: Table<string> = {
  '100 characters of three bytes': '東京都渋谷区神宮前一'.repeat(10),
}

/** The same of a memo, a biography or a source: two bytes a character. */
export const SCRIPT_MEMOS: Table<string> = {
  '200 characters of two bytes': 'Благодарим за ваш дар на добрые дела '.repeat(6).slice(0, 199).concat('я'),
}

/** Texts with marks that guide writing and are not seen: a service may refuse them, but not drop them. */
export const MARKED_TEXTS: Table<string> = named([
  ...[
    'علی\u200cرضا',
    'क्\u200dष',
    'Ann\u200f',
    '\u200eAnn',
    '\u202bعلي\u202c Lee',
    '\u2067דן\u2069',
    'A\u00adnn',
    'Ann\u00a0Lee',
  ],
  ...[
    'O’Brien',
    '佐藤\u3000健',
    'A\u200bnn',
    'A\ufeffnn',
    'Ann\u2028Lee',
    '❤\ufe0f 5\ufe0f\u20e3',
    '葛\u{e0100}城',
    // Longer than a column of 64 where it is measured in units of UTF-16.
    '👩‍👩‍👧‍👦'.repeat(6),
    '🏴\u{e0067}\u{e0062}\u{e007f}',
    '½·2',
    '№ 5',
    'Ⅷ',
    '™ € £ ¥ ¢ 20°',
  ],
])
