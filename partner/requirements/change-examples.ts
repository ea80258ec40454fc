import { ADVISOR_FIELDS, DONOR_FIELDS } from '../../contract/index.ts'
import type { Account } from '../service/account.ts'

/** Fields of an update, by name, as a user asks for them. */
export type Changes = Readonly<Record<string, unknown>>

/**
 * Names and addresses of real people, beyond ASCII and with characters that programs take for markup; and null, where
 * it removes something.
 */
export const validExamples: readonly Changes[] = [
  { donor_first_name: 'Łukasz', donor_city: 'Łódź' },
  { donor_last_name: '山田', donor_province: '東京都', memo: 'ありがとう 🎁' },
  { donor_first_name: 'Зоя', donor_address_line_1: 'ул. Ленина, д. 5' },
  { donor_last_name: "O'Brien", memo: '5 < 6 & "so" on' },
  { donor_address_line_2: 'Apt 4 / 100 %', memo: 'a+b=c \\ d' },
  { advisor: { email: 'ada@advisors.example', first_name: 'Zoë', firm_name: 'Müller & Söhne' } },
  { advisor: null },
  { advisor: { email: 'ada@advisors.example' } },
  // Codes that are not the first that comes to mind, those that took the place of others, and words of other languages.
  ...['gb', 'gr', 'ch', 'cd', 'tl', 'na', 'no'].map((donor_country) => ({ donor_country })),
  // Alone, a value that is dropped leaves nothing to send, which may be refused.
  { donor_country: 'na', donor_city: 'Windhoek' },
  { designation_id: null, memo: 'For whatever needs it' },
  {},
  // An application that takes the first one knows the field: then 0 does not mean that there is none.
  ...[1_000, 0, 2 ** 31].map((quantity) => ({ quantity })),
]

const TEXTS = [...DONOR_FIELDS, 'memo', 'identifier', 'source']

/** What programs take for something else than a text, or unescape and clean though nobody asked for it. */
const TELLING_TEXTS = [
  '0071',
  'null',
  'true',
  '50 %41 off',
  'a <b>c</b> d',
  'Tom &amp; Ann',
  `it's "so" \\ so`,
  'x -- y; z',
  'Zoë Ångström',
  '1e3',
  '2026-02-29',
  'None',
  'N/A',
  'undefined',
  'Straße',
  '=1+1',
]
/** Longer than the columns and form fields that programs have for it. */
const LONG_TEXT = 'Thank you all for it. '.repeat(60).trim()
const OTHER_TEXTS = ['donor_email', 'donor_country']

/**
 * Every telling text in every field that takes any: as many changes as there are texts, each with all fields. What an
 * application may refuse stands apart.
 */
export const tellingExamples: readonly Changes[] = [
  ...TELLING_TEXTS.map((_, shift) =>
    textsOf((index) => TELLING_TEXTS[(index + shift) % TELLING_TEXTS.length] ?? ''),
  ),
  textsOf(() => LONG_TEXT),
  { memo: 'Two\nlines' },
]

function textsOf(textAt: (index: number) => string): Changes {
  const donor = TEXTS.filter((field) => !OTHER_TEXTS.includes(field))
  const advisor = ADVISOR_FIELDS.filter((field) => field !== 'email' && field !== 'sec_url')
  const filled = (fields: readonly string[], from: number) =>
    Object.fromEntries(fields.map((field, index) => [field, textAt(from + index)]))
  return {
    ...filled(donor, 0),
    advisor: { email: 'ada@advisors.example', ...filled(advisor, donor.length) },
  }
}

/** Changes of every kind, for a pledged donation: an application may build the body of each elsewhere. */
export function kindsOfChanges({ designations }: Pick<Account, 'designations'>): readonly Changes[] {
  return [
    {},
    { donor_city: 'Łódź', designation_id: designations[0] ?? null },
    { quantity: 2, source: 'gala' },
    { advisor: { email: 'ada@advisors.example', last_name: 'Obi' } },
    { advisor: null },
    { donor_email: 'grace@donors.example', donor_country: 'ng', donor_postal_code: '101241', memo: '' },
  ]
}

/**
 * A text with line ends around it, and after another line: to patterns with `$`, and to those that look at each line, it
 * is the text itself in some languages.
 */
function withLineEnds(text: string): readonly string[] {
  return [`${text}\n`, `\n${text}`, `no\n${text}`]
}

/** What looks like a country, and is none or is not written as the contract wants it. */
export const countryExamples: readonly Changes[] = [
  'zz',
  'xx',
  'qq',
  'US',
  // Some languages have a small letter of their own for this I.
  'IT',
  'USA',
  'usa',
  'uk',
  'Germany',
  '',
  ...withLineEnds('us'),
].map((donor_country) => ({ donor_country }))

const NO_ADDRESSES = withLineEnds('ada@advisors.example')

export const emailExamples: readonly Changes[] = NO_ADDRESSES.map((donor_email) => ({ donor_email }))

export const advisorEmailExamples: readonly Changes[] = NO_ADDRESSES.map((email) => ({ advisor: { email } }))

/** A UUID as programs write it that parse any of its forms. That of a URN is left out: JSON Schema validators take it. */
export function designationExamples({
  designations: [id = ''],
}: Pick<Account, 'designations'>): readonly Changes[] {
  return [`{${id}}`, id.replaceAll('-', ''), ...withLineEnds(id)].map((designation_id) => ({
    designation_id,
  }))
}

/** Texts that are empty, which some programs take for none, and none: the contract knows no null for them. */
export const emptyTexts: readonly Changes[] = ['', null].flatMap((value) =>
  TEXTS.map((field) => ({ [field]: value })),
)

/** The same in an advisor. */
export const emptyAdvisorTexts: readonly Changes[] = ['', null].flatMap((value) =>
  ADVISOR_FIELDS.map((field) => ({ advisor: { email: 'ada@advisors.example', [field]: value } })),
)

/** No texts: an application may check some fields by their names alone. */
const NO_TEXTS = [71, true, ['Ann'], { value: 'Ann' }]

/** Every text field with what is none. */
export const wrongTexts: readonly Changes[] = NO_TEXTS.flatMap((value) =>
  TEXTS.map((field) => ({ [field]: value })),
)

/** The same in an advisor. */
export const wrongAdvisorTexts: readonly Changes[] = NO_TEXTS.flatMap((value) =>
  ADVISOR_FIELDS.map((field) => ({ advisor: { email: 'ada@advisors.example', [field]: value } })),
)

/** No quantity: the contract knows no null for it either. */
export const noQuantity: readonly Changes[] = [{ quantity: null }]
