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
  { designation_id: null, memo: 'For whatever needs it' },
]

/** Changes of every kind, for a pledged donation: an application may build the body of each elsewhere. */
export function kindsOfChanges({ designations }: Pick<Account, 'designations'>): readonly Changes[] {
  return [
    { donor_city: 'Lagos', designation_id: designations[0] ?? null },
    { quantity: 2, source: 'gala' },
    { advisor: { email: 'ada@advisors.example', last_name: 'Obi' } },
    { advisor: null },
  ]
}

/** What looks like a country, and is none or is not written as the contract wants it. */
export const countryExamples: readonly Changes[] = [
  'zz',
  'xx',
  'qq',
  'US',
  'USA',
  'usa',
  'uk',
  'Germany',
  '',
].map((donor_country) => ({ donor_country }))

const TEXTS = [...DONOR_FIELDS, 'memo', 'identifier', 'source']

/** Texts that are empty, which some programs take for none, and none: the contract knows no null for them. */
export const emptyTexts: readonly Changes[] = ['', null].flatMap((value) =>
  TEXTS.map((field) => ({ [field]: value })),
)

/** The same in an advisor. */
export const emptyAdvisorTexts: readonly Changes[] = ['', null].flatMap((value) =>
  ADVISOR_FIELDS.map((field) => ({ advisor: { email: 'ada@advisors.example', [field]: value } })),
)

/** No quantity: the contract knows no null for it either. */
export const noQuantity: readonly Changes[] = [{ quantity: null }]
