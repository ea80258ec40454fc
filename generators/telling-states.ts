/** The longest state that has to come back, in characters. */
const LONGEST_STATE = 512

/** Lengths of columns, keys and cookies, and beside them. */
const LENGTHS = [
  ...[2, 3, 8, 16, 21, 24, 31, 32, 33, 36, 40, 48, 50, 63, 64, 65, 100],
  ...[120, 127, 128, 129, 254, 255, 256, 257, 500, 511, LONGEST_STATE],
] as const

/** Space to tilde (RFC 6749, A.5). */
const PRINTABLE = Array.from({ length: 95 }, (_, index) => String.fromCharCode(0x20 + index))

/** Without those that nothing reads as a sign of its own at an edge. */
const PUNCTUATION = PRINTABLE.filter((character) => !/[a-z0-9_^~!|]/i.test(character))

/** Both cases and all digits, with no word in it. */
const FILLER = 'Qz7xW3vK9jR1mB5tN8gH2fL6dP4cS0yTqXwZ'

/** So far from the first is the last character, of those that are neither letter nor digit. */
const OTHER_END = 10

/** Each of these characters first in one state and last in another, and states of each length between. */
const EDGES: readonly (readonly [string, string])[] = LENGTHS.map((length, index) => {
  const first = PUNCTUATION[index % PUNCTUATION.length] ?? ''
  const last = PUNCTUATION[(index + OTHER_END) % PUNCTUATION.length] ?? ''
  const between = FILLER.repeat(LONGEST_STATE / FILLER.length + 1).slice(0, length - 2)
  return [`${length} characters, from ${first} to ${last}`, `${first}${between}${last}`]
})

/** Each printable character doubled, and each beside its neighbours. */
const DOUBLED = PRINTABLE.map((character) => character.repeat(2)).join('')

/** Each character three times, since whoever escapes by pairs keeps an even number. */
const TRIPLED = PUNCTUATION.map((character) => character.repeat(3)).join('a')

/** What must come back whole: a part of the words would not show what a word alone shows. */
const WORDS = [
  // What a programming language may take for a value, or for none.
  ...['0', '1', '-1', '007', '1.0', '1e3', '0x10', '9007199254740993', 'NaN', 'Infinity', '2026-01-31'],
  ...['null', 'NULL', 'nil', 'None', 'undefined', 'true', 'false', 'True', 'yes', 'no', 'on', 'off'],
  ...['[]', '{}', '[object Object]', 'constructor', '__proto__'],
  // What stands for itself alone, or is trimmed.
  ...[
    ' ',
    '   ',
    '+',
    '++',
    '%',
    '.',
    '..',
    '-',
    '=',
    '==',
    '&',
    '#',
    '?',
    '/',
    '\\',
    ' leading and trailing ',
  ],
  // What looks encoded must be neither decoded once more nor written another way.
  ...['%20', '%2520', '%2B', '%26%3B%3D', '%c3%A9', '%0D%0A', 'a%00b', 'a%', '&amp;&lt;', '\\u0041', '\\n'],
  // Delimiters of a query and of a URI, and our own parameters.
  'a=b&c=d&code=x',
  // Quotes, brackets and placeholders, which templates and databases escape or fill in.
  ...[`"'<>\\^\`{|}~`, `{{7*7}}\${7*7}$1$&%s`, "' OR '1'='1' -- "],
  // What partners put into a state: JSON, base64, a hash, a token, an id, a URL, a path, a date.
  '{ "json" : [1.0, "\\u0074wo"],  "json": 2 }',
  ...[
    'q+/7Zk3x9PbQ0s+R/1uYw8VtGhJ2LmN4oXcE6dKfAzI=',
    'YWJjZGVmZ2hpag==',
    '"a-state"',
    'A3F0'.repeat(16),
    'eyJhbGciOiJub25lIn0.eyJzdWIiOiJub2JvZHkifQ.',
  ],
  ...[
    '3E1F6A52-9B0C-4D7E-8F21-5A6B7C8D9E0F',
    'https://elsewhere.example/?state=1',
    'https://Elsewhere.Example',
    '/a/../b?tab=2&x=%2F#top',
  ],
  // More words that some language or library takes for a number, a time, a text or an id.
  ...['-0', '+49', '1,000', '1_000', '12:30', '2026-01-31T23:59:59+02:00', '"1"'],
  ...['{3e1f6a52-9b0c-4d7e-8f21-5a6b7c8d9e0f}', 'eyJzdGF0ZSI6InRlbGxpbmcifQ', 'a3f0'.repeat(20)],
  // What filters take out, and what templates, shells and decoders fill in, together: no part of it has to stand alone.
  '<script src=x onerror=y>javascript:z</script><!-- a --><%= 7*7 %>/* b */ 1 UNION SELECT INSERT; DROP TABLE c --',
  '~/:id/{0}/{id}/$HOME/%d/%5.2f/%u0041%2b%2f&nbsp;&#65;&#x41;&copy=1&lt x\\/y\\x41 " " [a](b) @c /./d?lang=xx;sid=1',
  // A query that is not in order, a number beyond 64 bits, and names and numbers of characters.
  ...['b=2&a=1', '98765432109876543210', ':+1: \\101 a//b %09'],
  // Signs that no other state begins with.
  ...'!_^~|',
  // What editors of text make prettier, and filters of paths and hosts resolve.
  ...['!!', '...', '--', '(c)', ':smile:', '1/2', 'a  b', 'a//b', './a', '../../etc/passwd'],
  ...['Ada@B.Example', '127.0.0.1', 'c:\\a', 'javascript:1', '.5', '5.', '00', '[1.0, "a" ]', 'en-US'],
  // Encoded, it takes three times its length.
  '%'.repeat(LONGEST_STATE),
  'aB3-'.repeat(LONGEST_STATE / 4),
]

/** States that have to come back (AUTHZ-2), by what is special about them. The same each time. */
export const STATES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(EDGES),
  'each character twice': DOUBLED,
  'each sign three times': TRIPLED,
  'each character before each of its neighbours': PRINTABLE.toReversed().join(''),
  ...Object.fromEntries(WORDS.map((word) => [JSON.stringify(word), word])),
}

/** One that shows most of what services do to states: blanks, plus, percent, delimiters, quotes, both cases, digits. */
export const TELLING_STATE = ' 0a+B %2B&c=d;"e\'\\<f>#g?h/&lt;i\\u003e%252B '

/** The same at both ends of the longest state, for whoever cuts long ones off. */
export const LONG_TELLING_STATE = `${TELLING_STATE}${FILLER.repeat(LONGEST_STATE / FILLER.length)}`
  .slice(0, LONGEST_STATE - TELLING_STATE.length)
  .concat(TELLING_STATE)
