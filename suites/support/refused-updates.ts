import type { UpdateBody } from './bodies.ts'
import { UNKNOWN_DESIGNATION } from './unknown.ts'

/** Updates that any donation has to refuse, each for a reason of its own. */
export const REFUSED_UPDATES: Readonly<Record<string, UpdateBody>> = {
  'a bad email': { donor_email: 'no address' },
  'a bad country': { donor_country: 'ZZZ' },
  'a wrong type': { donor_city: 7 },
  'an advisor without email': { advisor: {} },
  'a designation that is malformed': { designation_id: 'none' },
  'a designation that is unknown': { designation_id: UNKNOWN_DESIGNATION },
}
