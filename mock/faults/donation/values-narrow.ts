import type { Fault } from '../fault.ts'
import { rulingAdvisor } from './advisor.ts'
import { altering, refusing } from './narrow.ts'
import { alsoRefusing, complaint } from './rules.ts'
import { ruling, storing } from './stored.ts'

/** Faults that show with one value of one field: how the value is stored, or that it is refused. */
export const valueNarrowFaults: readonly Fault[] = [
  {
    id: 'update-3-city-without-parentheses',
    requirement: 'UPDATE-3',
    description: 'What stands in parentheses at the end of donor_city is dropped.',
    apply: altering('donor_city', (text) => text.replace(/ \([^)]*\)$/, '')),
  },
  {
    id: 'update-17-one-han-letter-refused',
    requirement: 'UPDATE-17',
    description: 'A donor_last_name of one Chinese character is refused as too short.',
    apply: refusing('donor_last_name', (text) => /^\p{Script=Han}$/u.test(text)),
  },
  {
    id: 'update-17-line-cut-at-255-bytes',
    requirement: 'UPDATE-17',
    description: 'donor_address_line_1 is cut after 255 bytes.',
    apply: altering('donor_address_line_1', (text) =>
      Buffer.from(text)
        .subarray(0, 255)
        .toString()
        .replace(/\ufffd$/, ''),
    ),
  },
  {
    id: 'update-8-postal-code-parted',
    requirement: 'UPDATE-8',
    description: 'A Canadian postal code without blank is stored with one.',
    apply: altering('donor_postal_code', (text) => text.replace(/^([A-Z]\d[A-Z])(\d[A-Z]\d)$/, '$1 $2')),
  },
  {
    id: 'update-3-province-cut-at-50',
    requirement: 'UPDATE-3',
    description: 'donor_province is cut after 50 characters (varchar(50) of a lenient MySQL).',
    apply: altering('donor_province', (text) => text.slice(0, 50)),
  },
  {
    id: 'update-3-line-2-cut-at-80',
    requirement: 'UPDATE-3',
    description: 'donor_address_line_2 is cut after 80 characters.',
    apply: altering('donor_address_line_2', (text) => text.slice(0, 80)),
  },
  {
    id: 'update-3-city-over-63-refused',
    requirement: 'UPDATE-3',
    description: 'A donor_city of 64 characters is refused: the limit is off by one.',
    apply: refusing('donor_city', (text) => text.length === 64),
  },
  {
    id: 'update-3-one-letter-name-refused',
    requirement: 'UPDATE-3',
    description: 'A donor_last_name of one letter is refused.',
    apply: refusing('donor_last_name', (text) => text.length === 1),
  },
  {
    id: 'update-3-ampersand-escaped-in-city',
    requirement: 'UPDATE-3',
    description: 'An ampersand in donor_city is stored as an entity.',
    apply: altering('donor_city', (text) => text.replaceAll('&', '&amp;')),
  },
  {
    id: 'update-3-last-dot-dropped',
    requirement: 'UPDATE-3',
    description: 'A dot at the end of donor_last_name is dropped, as of “Jr.”.',
    apply: altering('donor_last_name', (text) => text.replace(/\.$/, '')),
  },
  {
    id: 'update-3-null-is-no-first-name',
    requirement: 'UPDATE-3',
    description: 'The donor_first_name null is taken for none, and the name stays.',
    apply: altering('donor_first_name', (text, { donation }) =>
      text === 'null' ? donation.donor_first_name : text,
    ),
  },
  {
    id: 'update-3-zeros-dropped-by-put',
    requirement: 'UPDATE-3',
    alsoBreaks: ['UPDATE-5'],
    description: 'PUT drops the leading zeros of a donor_address_line_1 of digits.',
    apply: altering('donor_address_line_1', (text, { request }) =>
      request.method === 'PUT' && /^\d+$/.test(text) ? `${Number(text)}` : text,
    ),
  },
  {
    id: 'update-3-capitals-inside-lowered',
    requirement: 'UPDATE-3',
    description: 'donor_last_name is put into title case: McDonald becomes Mcdonald.',
    apply: altering('donor_last_name', (text) =>
      text.replace(/\b(\p{Lu})(\p{L}*\p{Lu}\p{L}*)/gu, (_all, first: string, rest: string) =>
        /\p{Ll}/u.test(rest) ? first + rest.toLowerCase() : first + rest,
      ),
    ),
  },
  {
    id: 'update-3-tags-stripped',
    requirement: 'UPDATE-3',
    description: 'What looks like markup is stripped from donor_address_line_2.',
    apply: altering('donor_address_line_2', (text) => text.replace(/<[^>]*>/g, '')),
  },
  {
    id: 'update-3-percent-decoded',
    requirement: 'UPDATE-3',
    description: 'A percent escape in donor_province is decoded once more.',
    apply: altering('donor_province', (text) => text.replaceAll('%20', ' ')),
  },
  {
    id: 'update-3-apostrophe-in-address-refused',
    requirement: 'UPDATE-3',
    description: 'A donor_email with an apostrophe is refused.',
    apply: refusing('donor_email', (text) => text.includes("'")),
  },
  {
    id: 'update-3-long-domain-ending-refused',
    requirement: 'UPDATE-3',
    description: 'A donor_email whose top-level domain has more than six letters is refused.',
    apply: refusing('donor_email', (text) => /\.[a-z]{7,}$/i.test(text)),
  },
  {
    id: 'update-3-dots-of-address-dropped',
    requirement: 'UPDATE-3',
    description: 'The dots before the @ of donor_email are dropped where it holds a plus sign.',
    apply: altering('donor_email', (text) => (text.includes('+') ? text.replace(/\.(?=[^@]*@)/g, '') : text)),
  },
  {
    id: 'update-8-memo-cut-at-128',
    requirement: 'UPDATE-8',
    description: 'A memo is cut after 128 characters.',
    apply: altering('memo', (text) => text.slice(0, 128)),
  },
  {
    id: 'update-8-postal-code-in-capitals',
    requirement: 'UPDATE-8',
    description: 'donor_postal_code is put into capitals.',
    apply: altering('donor_postal_code', (text) => text.toUpperCase()),
  },
  {
    id: 'update-17-dotted-capital-i-lowered',
    requirement: 'UPDATE-17',
    alsoBreaks: ['UPDATE-3'],
    description: 'The capital İ of donor_city is stored as an I and a combining dot.',
    apply: altering('donor_city', (text) => text.normalize('NFD').replace('I\u0307', 'I').normalize('NFC')),
  },
  {
    id: 'update-17-invisible-joiner-dropped',
    requirement: 'UPDATE-17',
    alsoBreaks: ['UPDATE-3'],
    description: 'The zero-width non-joiner of Persian names is dropped.',
    apply: altering('donor_first_name', (text) => text.replaceAll('\u200c', '')),
  },
  {
    id: 'pledged-1-quantity-of-eight-bits',
    requirement: 'PLEDGED-1',
    description: 'A quantity is stored in eight bits: 256 becomes 0.',
    apply: storing(({ body: { quantity } }) =>
      typeof quantity === 'number' ? { quantity: quantity & 0xff } : {},
    ),
  },
  {
    id: 'pledged-1-quantity-of-a-sign-and-15-bits-refused',
    requirement: 'PLEDGED-1',
    description: 'A quantity of 32,768 to 65,535 is refused, and a greater one is not.',
    apply: ruling(
      'quantity',
      alsoRefusing((value) =>
        complaint(Number(value) >= 0x8000 && Number(value) <= 0xffff, 'is too great a number'),
      ),
    ),
  },
  {
    id: 'pledged-1-identifier-without-blanks',
    requirement: 'PLEDGED-1',
    description: 'Blanks in an identifier are dropped.',
    apply: altering('identifier', (text) => text.replaceAll(' ', '')),
  },
  {
    id: 'advisor-1-capital-title-refused',
    requirement: 'ADVISOR-1',
    description: 'An advisor whose title holds a slash is refused.',
    apply: rulingAdvisor(
      'title',
      alsoRefusing((value) => complaint(String(value).includes('/'), 'is not acceptable')),
    ),
  },
  {
    id: 'advisor-1-hyphen-in-domain-refused',
    requirement: 'ADVISOR-1',
    description: 'An advisor whose email has a hyphen in its domain is refused.',
    apply: rulingAdvisor(
      'email',
      alsoRefusing((value) => complaint(/@.*-/.test(String(value)), 'is no address')),
    ),
  },
]
