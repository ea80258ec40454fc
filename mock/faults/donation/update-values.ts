import { SETTABLE_FIELDS } from '../../../contract/fields.ts'
import { combine, replace } from '../../policies/replace.ts'
import type { Fault } from '../fault.ts'
import { donorTexts, has, showing, storing } from './stored.ts'

/** Changes names and addresses before they are stored, but not email and country. */
function rewriting(change: (text: string) => string) {
  return storing(({ body }) => {
    const { donor_email: _email, donor_country: _country, ...texts } = donorTexts(body)
    return Object.fromEntries(Object.entries(texts).map(([field, text]) => [field, change(text)]))
  })
}

/** Changes the email address before it is stored. */
function rewritingEmail(change: (address: string) => string) {
  return storing(({ body }, { donor_email }) =>
    has(body, 'donor_email') ? { donor_email: change(donor_email) } : {},
  )
}

/** The faults that break UPDATE-1 to UPDATE-3 and UPDATE-17. */
export const updateValueFaults: readonly Fault[] = [
  {
    id: 'update-1-key-beside-data',
    requirement: 'UPDATE-1',
    description: 'The answer of an update holds a key meta beside data.',
    apply: replace('update', ({ answer }) => ({
      answer(record, update) {
        const { status, headers, body } = answer(record, update)
        return { status, headers, body: `${body.slice(0, -1)},"meta":{"version":1}}` }
      },
    })),
  },
  {
    id: 'update-1-warnings-when-not-pledged',
    requirement: 'UPDATE-1',
    description: 'The answer of an update holds a key warnings beside data once the donation is not pledged.',
    apply: replace('update', ({ answer }) => ({
      answer(record, update) {
        const { status, headers, body } = answer(record, update)
        return update.donation.status === 'pledged'
          ? { status, headers, body }
          : { status, headers, body: `${body.slice(0, -1)},"warnings":[]}` }
      },
    })),
  },
  {
    id: 'update-2-id-left-out',
    requirement: 'UPDATE-2',
    description: 'The record in the answer has no id.',
    apply: showing(() => ({ id: undefined })),
  },
  {
    id: 'update-2-id-of-campaign',
    requirement: 'UPDATE-2',
    description: 'The id of the record in the answer is that of the campaign, as after a join of two tables.',
    apply: showing(({ donation }) => ({ id: donation.campaign_id })),
  },
  {
    id: 'update-2-id-of-the-designation',
    requirement: 'UPDATE-2',
    description: 'The id of the record in the answer is that of the designation which was just set.',
    apply: showing(({ body: { designation_id } }) =>
      typeof designation_id === 'string' ? { id: designation_id } : {},
    ),
  },
  {
    id: 'update-2-id-nested',
    requirement: 'UPDATE-2',
    description: 'The id of the record in the answer is an object, as a database driver writes it.',
    apply: showing(({ donation }) => ({ id: { $oid: donation.id } })),
  },
  {
    id: 'update-2-short-record-after-country',
    requirement: 'UPDATE-2',
    alsoBreaks: ['UPDATE-4'],
    description: 'The answer to an update of the country alone leaves the donor out.',
    apply: showing(({ body }, record) =>
      Object.keys(body).length === 1 && has(body, 'donor_country')
        ? Object.fromEntries(SETTABLE_FIELDS.map((field) => [field, undefined]))
        : record,
    ),
  },
  {
    id: 'update-3-city-echoed-not-stored',
    requirement: 'UPDATE-3',
    description: 'donor_city comes back in the answer and is not stored.',
    apply: combine(
      storing(({ donation: { donor_city } }) => ({ donor_city })),
      showing(({ body }) => (has(body, 'donor_city') ? { donor_city: body.donor_city } : {})),
    ),
  },
  {
    id: 'update-3-province-stored-not-echoed',
    requirement: 'UPDATE-3',
    description: 'donor_province is stored, and the answer shows the one before.',
    apply: showing(({ donation: { donor_province } }) => ({ donor_province })),
  },
  {
    id: 'update-3-names-swapped',
    requirement: 'UPDATE-3',
    description: 'First and last name change places where both are sent.',
    apply: storing(({ body }, { donor_first_name: first, donor_last_name: last }) =>
      has(body, 'donor_first_name') && has(body, 'donor_last_name')
        ? { donor_first_name: last, donor_last_name: first }
        : {},
    ),
  },
  {
    id: 'update-3-line-2-needs-line-1',
    requirement: 'UPDATE-3',
    description: 'donor_address_line_2 is ignored unless donor_address_line_1 is sent with it.',
    apply: storing(({ body, donation: { donor_address_line_2 } }) =>
      has(body, 'donor_address_line_1') ? {} : { donor_address_line_2 },
    ),
  },
  {
    id: 'update-3-city-lost-beside-postal-code',
    requirement: 'UPDATE-3',
    description: 'donor_city is ignored where donor_postal_code is sent with it.',
    apply: storing(({ body, donation: { donor_city } }) =>
      has(body, 'donor_postal_code') ? { donor_city } : {},
    ),
  },
  {
    id: 'update-3-third-last-name-ignored',
    requirement: 'UPDATE-3',
    description: 'Of the last names that one donation is given, the third is not stored, nor any after it.',
    apply: (policies) => {
      const names = new Map<string, Set<string>>()
      return storing(({ donation }, { donor_last_name: name }) => {
        if (name === donation.donor_last_name) return {}
        const seen = names.get(donation.id) ?? new Set()
        names.set(donation.id, seen.add(name))
        return seen.size > 2 ? { donor_last_name: donation.donor_last_name } : {}
      })(policies)
    },
  },
  {
    id: 'update-3-email-in-lower-case',
    requirement: 'UPDATE-3',
    description: 'donor_email is put into lower case.',
    apply: rewritingEmail((address) => address.toLowerCase()),
  },
  {
    id: 'update-3-email-tag-removed',
    requirement: 'UPDATE-3',
    description: 'What stands between a plus sign and the at sign of donor_email is removed.',
    apply: rewritingEmail((address) => address.replace(/\+[^@]*@/, '@')),
  },
  ...(
    [
      {
        id: 'update-17-cut-at-emoji',
        description: 'Text is cut at the first character beyond sixteen bits, as in a MySQL utf8 column.',
        apply: rewriting((text) => text.replace(/[\u{10000}-\u{10ffff}].*$/su, '')),
      },
      {
        id: 'update-17-beyond-latin-replaced',
        description: 'Characters that Latin-1 does not have become question marks.',
        apply: rewriting((text) => text.replace(/[^\0-\xff]/gu, '?')),
      },
      {
        id: 'update-17-decoded-as-latin',
        description: 'Text in UTF-8 is read as Latin-1: each accented letter becomes two characters.',
        apply: rewriting((text) => Buffer.from(text, 'utf8').toString('latin1')),
      },
      {
        id: 'update-17-accents-taken-apart',
        description: 'Text is stored in decomposed normal form, so that accented letters come back as two.',
        apply: rewriting((text) => text.normalize('NFD')),
      },
      {
        id: 'update-17-accents-dropped',
        description: 'Accents are dropped, as for a bank that knows only plain letters.',
        apply: rewriting((text) =>
          text
            .normalize('NFD')
            .replace(/[\u0300-\u036f]/g, '')
            .normalize('NFC'),
        ),
      },
      {
        id: 'update-17-apostrophe-escaped',
        description: 'Apostrophes come back as an HTML entity.',
        apply: rewriting((text) => text.replaceAll("'", '&#39;')),
      },
    ] as const
  ).map((fault) => ({ ...fault, requirement: 'UPDATE-17', alsoBreaks: ['UPDATE-3'] }) as const),
]
