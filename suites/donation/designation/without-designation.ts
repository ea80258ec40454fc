import type { UpdateBody } from '../../support/bodies.ts'

/** Updates that say nothing of the designation; each is sent as it is, or beside one. */
export const WITHOUT_DESIGNATION: Readonly<Record<string, UpdateBody>> = {
  nothing: {},
  'a donor field': { donor_city: 'Rome' },
  'a memo': { memo: 'thank you' },
  'an advisor': { advisor: { email: 'advisor@example.com' } },
  'a cleared advisor': { advisor: null },
  'several fields': {
    donor_first_name: 'Ada',
    donor_last_name: 'Lovelace',
    donor_country: 'ad',
    memo: 'thank you',
  },
}
