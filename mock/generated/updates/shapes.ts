import type { TextRow } from './texts.ts'

const holds = (value: string, when: string, pattern: RegExp): TextRow => [
  value,
  when,
  (text) => pattern.test(text),
]

/** What people's names and addresses look like. */
export const SHAPES: readonly TextRow[] = [
  holds('capital-inside', 'has a capital inside a word', /\p{Ll}\p{Lu}/u),
  holds('all-capitals', 'is in capitals', /^(?=.*[A-Z]{2})[^a-z]+$/),
  holds('small-first', 'begins with a small letter', /^[a-z]/),
  holds('small-word', 'holds a small word', / (de|van|von|la|of|the|der) /),
  holds('digits-only', 'is all digits', /^\d+$/),
  holds('leading-zero', 'begins with a zero and digits', /^0\d/),
  holds('number-like', 'looks like a number', /^[+-]?\d+(\.\d+)?$/),
  holds('date-like', 'looks like a date', /^\d{4}-\d\d-\d\d$/),
  holds('decimal', 'looks like a decimal number', /^\d+\.\d+$/),
  holds('initials', 'holds initials', /\b[A-Z]\. [A-Z]\./),
  holds('suffix', 'ends with a suffix of names', /\b(Jr|Sr|III|II|PhD)\.?$/),
  holds('apostrophe-inside', 'has an apostrophe between letters', /\p{L}'\p{L}/u),
  holds('hyphen-inside', 'has a hyphen between letters', /\p{L}-\p{L}/u),
  holds('one-word', 'is a single word', /^\p{L}+$/u),
  holds('three-words', 'holds three words', /^\S+ \S+ \S+/),
]

/** What looks like code: it may be refused, but not altered. */
export const CODE_SHAPES: readonly TextRow[] = [
  holds('tag', 'holds what looks like a tag', /<\/?[a-z]+>/i),
  holds('entity', 'holds what looks like an entity', /&[a-z]+;/i),
  holds('numeric-entity', 'holds what looks like a numeric entity', /&#\d+;/),
  holds('percent-escape', 'holds a percent escape', /%[\da-f]{2}/i),
  holds('template', 'holds what looks like a template', /\{\{|\$\{|<%/),
  holds('backslash-escape', 'holds what looks like an escape', /\\[nu'\\]/),
  holds('comment', 'holds what looks like a comment', /--|\/\*|\/\//),
  holds('formula', 'begins as a formula', /^[=@]/),
  holds('json', 'is JSON', /^[[{].*[\]}]$/),
]

/** Letters of the scripts of the world, and marks. */
export const SCRIPTS: readonly TextRow[] = [
  ...[
    'Greek',
    'Cyrillic',
    'Arabic',
    'Hebrew',
    'Han',
    'Hiragana',
    'Katakana',
    'Hangul',
    'Thai',
    'Devanagari',
    'Armenian',
    'Georgian',
    'Ethiopic',
    'Bengali',
    'Tamil',
  ].map((script) =>
    holds(script.toLowerCase(), `is written in ${script} letters`, new RegExp(`\\p{Script=${script}}`, 'u')),
  ),
  holds('accents', 'holds letters with accents', /[àâäáãåçèéêëìíîïñòóôöõøùúûüýÿ]/i),
  holds('sharp-s', 'holds an ß', /ß/),
  holds('dotted-i', 'holds an İ', /İ/),
  holds('dotless-i', 'holds an ı', /ı/),
  holds('ligature', 'holds Œ or Æ', /[œæ]/i),
  holds('combining', 'holds combining marks', /\p{M}/u),
  holds('emoji', 'holds an emoji', /\p{Extended_Pictographic}/u),
  holds('beyond-the-plane', 'holds a character beyond the basic plane', /[\u{10000}-\u{10ffff}]/u),
  holds('other-digits', 'holds digits of another script', /(?![0-9])\p{Nd}/u),
  holds('full-width', 'holds full-width letters', /[\uff01-\uff5e]/),
  holds('typographic', 'holds a typographic quote', /[“”‘’]/),
]
