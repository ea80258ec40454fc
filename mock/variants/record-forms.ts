import { isObject } from '../policies/rules.ts'
import { showingRecord } from './update-changes.ts'
import type { Variant } from './variant.ts'

const NIL_UUID = '00000000-0000-0000-0000-000000000000'

function nameOfCountry(code: unknown): unknown {
  const names = new Intl.DisplayNames('en', { type: 'region' })
  return typeof code === 'string' && /^[a-z]{2}$/.test(code) ? names.of(code.toUpperCase()) : code
}

/** The variants of the record that show what the contract does not document in forms of their own. */
export const recordFormVariants: readonly Variant[] = [
  {
    id: 'record-advisor-email-masked',
    description: 'The record shows the advisor with all but the first letter of the mailbox masked.',
    apply: showingRecord((record) => ({
      ...record,
      advisor: isObject(record.advisor)
        ? { ...record.advisor, email: `${record.advisor.email}`.replace(/^(.)[^@]*/, '$1***') }
        : null,
    })),
  },
  {
    id: 'record-advisor-id-zero',
    description: 'The record shows the id of the advisor under advisor_id, and 0 where there is none (Go).',
    apply: showingRecord(({ advisor, ...record }) => ({
      ...record,
      advisor_id: isObject(advisor) ? advisor.id : 0,
    })),
  },
  {
    id: 'record-designation-without-hyphens',
    description: 'The record shows the UUID of the designation without hyphens, and zeros for none (.NET).',
    apply: showingRecord((record) => ({
      ...record,
      designation_id: `${record.designation_id || NIL_UUID}`.replaceAll('-', ''),
    })),
  },
  {
    id: 'record-country-by-name',
    description: 'The record shows the country by its name, and the quantity with its unit.',
    apply: showingRecord((record) => ({
      ...record,
      donor_country: nameOfCountry(record.donor_country),
      quantity: `${record.quantity} shares`,
    })),
  },
]
