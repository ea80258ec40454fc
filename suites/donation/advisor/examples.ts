import type { AdvisorField } from '../../../contract/index.ts'

/** An advisor with every field. */
export const FULL_ADVISOR: Readonly<Record<AdvisorField, string>> = {
  email: 'full.advisor@example.com',
  first_name: 'Ada',
  middle_name: 'King',
  last_name: 'Lovelace',
  title: 'Counsellor',
  bio: 'Knows numbers.',
  sec_url: 'https://adviserinfo.example.com/individual/summary/10472583',
  firm_name: 'Engines',
}

/** Its email, which alone is required, and its other fields. */
export const { email: EMAIL, ...WITHOUT_EMAIL } = FULL_ADVISOR

/** Nobody links this one in part: a service may put what is sent in place of all that it knew of an advisor. */
export const LINKED_ADVISOR = { ...FULL_ADVISOR, email: 'linked.advisor@example.com' }
