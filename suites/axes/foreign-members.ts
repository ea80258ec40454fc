import type { Table } from '../../harness/authoring/index.ts'
import type { UpdateBody } from '../support/bodies.ts'
import { BESIDE_ADVISOR_ID } from '../support/hidden.ts'

const ELSEWHERE = { donor_city: 'Elsewhere', donor_first_name: 'Mallory', memo: 'elsewhere' }

/** The same under names that leave out whose they are, or hold two of them. */
const SHORT = {
  ...{ first_name: 'Mallory', name: 'Mallory Else', full_name: 'Mallory Else', donor_name: 'Mallory Else' },
  ...{ city: 'Elsewhere', donor_address: 'Elsewhere 1', last_name: 'Else', email: 'mallory@example.com' },
}

/** A status that opens or closes the gate, under the names that services give it. */
export const STATUS_MEMBERS: Table<UpdateBody> = {
  'a status': { status: 'pledged' },
  'a state': { state: 'pledged', donation_status: 'pledged' },
  'a flag': { pledged: true, is_pledged: true, isPledged: true },
  'a status inside': { data: { status: 'pledged' }, donation: { status: 'pledged' } },
}

/**
 * Members of a body that are not for a partner to send: a service may ignore or refuse them, and applies none. Other values
 * for what a donation holds stand where a careless service takes them from.
 */
export const FOREIGN_MEMBERS: Table<UpdateBody> = {
  ...STATUS_MEMBERS,
  'another status': { status: 'cancelled' },
  'an id': { id: '3e1f6a52-9b0c-4d7e-8f21-5a6b7c8d9e0f' },
  'the id null': { id: null },
  'an organization': { organization_id: 'an-organization-of-nobody' },
  'a campaign': { campaign_id: '3e1f6a52-9b0c-4d7e-8f21-5a6b7c8d9e0f' },
  'an advisor’s id': { advisor_id: '3e1f6a52-9b0c-4d7e-8f21-5a6b7c8d9e0f', [BESIDE_ADVISOR_ID]: [] },
  'the advisor’s id null': { advisor_id: null, [BESIDE_ADVISOR_ID]: [] },
  'values under data': {
    data: { ...ELSEWHERE, attributes: ELSEWHERE },
    attributes: ELSEWHERE,
    fields: ELSEWHERE,
  },
  'values under donor, and under other names': {
    ...{ donor: { ...SHORT, ...ELSEWHERE }, donation: ELSEWHERE, address: SHORT },
    ...SHORT,
  },
  'values of an operator': { $set: ELSEWHERE, $unset: { donor_city: 1 } },
  'values of a prototype': { constructor: { prototype: ELSEWHERE } },
  times: { created_at: '2020-01-01T00:00:00Z', updated_at: null },
  'a version': { version: 0, _rev: '0', lock_version: 0 },
  'a token': { access_token: 'made-up', token: 'made-up' },
}
