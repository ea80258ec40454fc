import { expect, test } from 'vitest'
import { inMarkdown } from '../../reports/markdown.ts'

test.each([
  'no frame-ancestors, neither X-Frame-Options (RFC 9700, 4.16)',
  'grant_type: authorization_code',
  '400 and invalid_grant; 3 of 40 cases.',
])('%s can be read as it is', (text) => {
  expect(inMarkdown(text, 200)).toBe(text)
})

test.each([
  ['a link', '[here](https://x.example)', '&#91;here&#93;(https&#58;//x.example)'],
  ['an address', 'see www.x.example or http://x.example', 'see www&#46;x.example or http&#58;//x.example'],
  ['a mention', '@all of a#1, !2 and ~bug', '&#64;all of a&#35;1, &#33;2 and &#126;bug'],
  ['emphasis', '*a* _b_ `c`', '&#42;a&#42; &#95;b&#95; &#96;c&#96;'],
  ['a tag, an entity', '<b>&lt;', '&#60;b&#62;&#38;lt;'],
  ['a list', '- a', '&#45; a'],
  ['a cell', 'a | b', 'a &#124; b'],
  ['a sign, a formula', ':tada: $x$', '&#58;tada: &#36;x&#36;'],
])('%s does not become one', (_, text, shown) => {
  expect(inMarkdown(text, 200)).toBe(shown)
})
