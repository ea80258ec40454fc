import { type PolicyChange, replace } from '../../policies/replace.ts'
import type { Fault } from '../fault.ts'
import { altering, opening, refusing } from './narrow.ts'
import { changeOnRejection, has, storing } from './stored.ts'

const GREATEST_INT = 2_147_483_647

/** Answers as there is no such path, or method, where a header names another. */
const obeying = (header: string, methods: readonly string[]): PolicyChange =>
  replace('transport', ({ around }) => ({
    around: async (request, next, host) =>
      host.role === 'api' && methods.includes(request.method) && request.headers.has(header)
        ? Response.json({ error: 'not_found' }, { status: 404 })
        : around(request, next, host),
  }))

/** Leaves a text as it is where a collation takes the new one for the same. */
const unlessAlike = (field: 'donor_address_line_1' | 'donor_city', folded: (text: string) => string) =>
  altering(field, (text, { donation }) => {
    const present = donation[field] ?? ''
    return folded(present) === folded(text) ? present : text
  })

/** What others who wrote services by the contract alone thought of, and no test saw. */
export const overlookedNarrowFaults: readonly Fault[] = [
  {
    id: 'pledged-2-own-value-by-put',
    requirement: 'PLEDGED-2',
    description: 'By PUT, an identifier that the donation has already passes the gate.',
    apply: opening(
      (field, { body, donation, request }) =>
        request.method === 'PUT' && field === 'identifier' && body.identifier === donation.identifier,
    ),
  },
  {
    id: 'pledged-2-open-beside-charset',
    requirement: 'PLEDGED-2',
    description: 'The gate looks at application/json alone, and not where a charset stands behind it.',
    apply: opening((_field, { request }) => /charset/i.test(request.header('content-type') ?? '')),
  },
  {
    id: 'pledged-4-name-of-gated-field-in-text',
    requirement: 'PLEDGED-4',
    description: 'The gate looks for the word quantity in the whole request, and finds it in a memo.',
    apply: refusing(
      'memo',
      (text, { donation }) => donation.status !== 'pledged' && text.includes('quantity'),
    ),
  },
  {
    id: 'pledged-1-quantity-cut-at-32-bits',
    requirement: 'PLEDGED-1',
    description: 'A quantity that the column cannot hold becomes the greatest that it can.',
    apply: storing(({ body: { quantity } }) =>
      typeof quantity === 'number' && quantity > GREATEST_INT ? { quantity: GREATEST_INT } : {},
    ),
  },
  {
    id: 'update-3-dotless-i-in-address',
    requirement: 'UPDATE-3',
    description: 'Capitals of an address are written small by the rules of Turkish.',
    apply: altering('donor_email', (text) => text.replaceAll('I', 'ı')),
  },
  {
    id: 'update-3-avenue-spelled-out',
    requirement: 'UPDATE-3',
    description: 'An address line that ends with Ave ends with Avenue afterwards.',
    apply: altering('donor_address_line_1', (text) => text.replace(/\bAve\.?$/, 'Avenue')),
  },
  {
    id: 'update-3-sharp-s-taken-for-ss',
    requirement: 'UPDATE-3',
    description:
      'An address line that is the present one but for ss in place of ß, or ß of ss, changes nothing.',
    apply: unlessAlike('donor_address_line_1', (text) => text.replaceAll('ß', 'ss')),
  },
  {
    id: 'update-17-beyond-first-plane-alike',
    requirement: 'UPDATE-17',
    description: 'A city that differs in characters beyond the first plane alone changes nothing.',
    apply: unlessAlike('donor_city', (text) => text.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '?')),
  },
  {
    id: 'update-3-address-of-advisor-not-stored',
    requirement: 'UPDATE-3',
    description: 'An address that the advisor has is not stored as that of the donor.',
    apply: altering('donor_email', (text, { donation, store }) =>
      store.advisors.get(donation.advisor_id ?? '')?.email === text ? (donation.donor_email ?? '') : text,
    ),
  },
  {
    id: 'update-4-memo-emptied-with-advisor',
    requirement: 'UPDATE-4',
    description: 'Whoever clears the advisor clears the memo that is left out.',
    apply: storing(({ body }) => (body.advisor === null && !has(body, 'memo') ? { memo: '' } : {})),
  },
  {
    id: 'pledged-1-identifier-with-exponent-as-number',
    requirement: 'PLEDGED-1',
    description: 'An identifier such as 12E3 is read as a number.',
    apply: altering('identifier', (text) => (/^\d+E\d+$/.test(text) ? `${Number(text)}` : text)),
  },
  {
    id: 'update-1-original-url-obeyed',
    requirement: 'UPDATE-1',
    description: 'A header with another address takes the place of the path.',
    apply: obeying('x-original-url', ['PATCH', 'PUT']),
  },
  {
    id: 'update-1-method-override-obeyed',
    requirement: 'UPDATE-1',
    description: 'A header with another method takes the place of PUT.',
    apply: obeying('x-http-method-override', ['PUT']),
  },
  {
    id: 'update-13-source-stored-beside-bad-advisor-text',
    requirement: 'UPDATE-13',
    description: 'A source is stored before the texts of the advisor beside it are looked at.',
    apply: changeOnRejection(['invalid-field'], ({ body, donation }) =>
      typeof body.source === 'string' && donation.status === 'pledged' && typeof body.advisor === 'object'
        ? { source: body.source }
        : {},
    ),
  },
]
