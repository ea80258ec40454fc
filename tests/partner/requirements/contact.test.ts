import { expect, test } from 'vitest'
import { readPage } from '../../../client/login/page.ts'
import { findContact } from '../../../partner/requirements/contact.ts'
import { updateAnswer } from '../../harness/samples.ts'

/** Whom a page tells the user to contact. */
function contactOn(html: string): string | undefined {
  const url = new URL('https://partner.example/callback')
  return findContact({ kind: 'answer', url, exchange: updateAnswer({}), page: readPage(html, url) })
}

test.each([
  [
    'a link to write by',
    '<a href="mailto:help@partner.example">Write to us</a>',
    'mailto:help@partner.example',
  ],
  ['an address', '<p>Write to help@partner.example.</p>', 'help@partner.example'],
  ['a number', '<p>We are at +44 20 7946 0958.</p>', '+44 20 7946 0958'],
  ['a word', '<p>Please contact your platform.</p>', 'contact'],
])('%s tells whom to contact', (_, html, contact) => {
  expect(contactOn(html)).toBe(contact)
})

test('a page that only says that there is no organization tells nobody', () => {
  expect(contactOn('<p>You own no organization: 0 of 12 are yours since 2026-01-02.</p>')).toBeUndefined()
})
