import { RawBody, type UpdateMethod } from '../../client/donations/api.ts'
import type { TargetConfig } from '../../client/environment/config.ts'
import type { Exchange } from '../../client/http/exchange.ts'
import type { RequirementId } from '../../contract/index.ts'
import type { Context, Table } from '../../harness/authoring/index.ts'
import type { UpdateBody } from './bodies.ts'
import { UNKNOWN_ACCESS_TOKEN, UNKNOWN_DESIGNATION } from './unknown.ts'

/** Where in the body the field stands for which an update is refused. */
export type Position = 'first' | 'last'

/** An update that is to be refused, but for the reason. */
interface RefusedUpdate {
  readonly donation: string
  readonly by: UpdateMethod
  /** The valid fields of the body; what is refused takes the place of its own. */
  readonly beside: UpdateBody
  readonly position: Position
  /** Which of the values that are refused for this reason is sent; the first unless told otherwise. */
  readonly turn?: number
}

/** A reason to refuse an update. */
export interface Refusal {
  /** The requirement by which it is refused. */
  readonly see: RequirementId
  /** The requirement that a refused update breaks where an observable field changes all the same. */
  readonly breaks: RequirementId
  send(context: Context, update: RefusedUpdate): Promise<Exchange>
}

/** A bad field, the requirement by which it is refused, and other values for it that are sent in turn with the first. */
type BadUpdate = readonly [see: RequirementId, bad: UpdateBody, ...more: UpdateBody[]]

/** Of the advisor who is linked while updates are refused. */
export const PRESENT_EMAIL = 'present.advisor@example.com'

/** Updates that any donation has to refuse, each for a reason of its own. */
const BAD_UPDATES: Readonly<Record<string, BadUpdate>> = {
  'a bad email': [
    'UPDATE-11',
    { donor_email: 'no address' },
    { donor_email: 'ada@@example.com' },
    { donor_email: 'Ada <ada@example.com>' },
  ],
  'a bad country': [
    'UPDATE-10',
    { donor_country: 'ZZZ' },
    { donor_country: 'usa' },
    { donor_country: 'US' },
    { donor_country: 'zz' },
  ],
  'a wrong type': [
    'UPDATE-12',
    { memo: 7 },
    { donor_postal_code: 90_210 },
    { memo: false },
    { donor_country: 7 },
    { memo: {} },
  ],
  'a wrong type of a shown field': [
    'UPDATE-12',
    { donor_city: 7 },
    { donor_city: ['Rome'] },
    { donor_city: false, donor_province: false },
    { donor_city: {} },
  ],
  'an empty advisor': ['ADVISOR-2', { advisor: {} }],
  'an advisor without email': [
    'ADVISOR-2',
    { advisor: { first_name: 'Grace', last_name: 'Hopper' } },
    {
      advisor: {
        title: 'Refused',
        bio: 'Refused.',
        firm_name: 'None',
        sec_url: 'https://example.com/refused',
      },
    },
  ],
  'an advisor with a bad email': [
    'ADVISOR-5',
    { advisor: { email: 'no address', first_name: 'Grace', bio: 'Refused.' } },
    { advisor: { email: null, first_name: 'Grace' } },
    { advisor: { email: '' } },
  ],
  'an advisor with a member of a wrong type': [
    'ADVISOR-5',
    { advisor: { email: 'refused.advisor@example.com', first_name: 7 } },
    {
      advisor: { email: PRESENT_EMAIL, first_name: 'Refused', bio: 'Refused.', firm_name: 'None', title: 7 },
    },
    { advisor: { email: 'refused.advisor@example.com', bio: false } },
    { advisor: { email: 'refused.advisor@example.com', firm_name: ['Refused'] } },
    { advisor: { email: 'refused.advisor@example.com', sec_url: 7 } },
    { advisor: { email: 'refused.advisor@example.com', last_name: {} } },
  ],
  'an advisor that is no object': [
    'ADVISOR-6',
    { advisor: 7 },
    { advisor: false },
    { advisor: [{ email: 'refused.advisor@example.com' }] },
    { advisor: '' },
    { advisor: true },
  ],
  'a designation that is malformed': ['DESIGNATION-4', { designation_id: 'none' }, { designation_id: '' }],
  'a designation that is unknown': ['DESIGNATION-3', { designation_id: UNKNOWN_DESIGNATION }],
  'a designation of a wrong type': [
    'DESIGNATION-4',
    { designation_id: 7 },
    { designation_id: false },
    { designation_id: {} },
  ],
  'two bad fields': ['UPDATE-11', { donor_email: 'no address', donor_country: 'ZZZ' }],
}

/** The bodies of these updates. */
export const REFUSED_UPDATES: Table<UpdateBody> = Object.fromEntries(
  Object.entries(BAD_UPDATES).map(([name, [, bad]]) => [name, bad]),
)

/** Updates that a donation which is not pledged has to refuse. */
const GATED_UPDATES: Readonly<Record<string, BadUpdate>> = {
  'a gated quantity': ['PLEDGED-2', { quantity: 2 }],
  'a gated identifier': ['PLEDGED-2', { identifier: 'A-17' }],
  'a gated source': ['PLEDGED-2', { source: 'newsletter' }],
  'all gated fields': ['PLEDGED-2', { quantity: 2, identifier: 'A-17', source: 'newsletter' }],
  'a gated field of a wrong type': ['PLEDGED-2', { quantity: 'two' }],
  'a gated field and a bad email': ['PLEDGED-2', { identifier: 'A-17', donor_email: 'no address' }],
}

/** What is refused whatever the fields are. */
const REFUSED_WHOLE: Readonly<Record<string, Refusal>> = {
  'a body that is cut off': spoiled((json) => json.slice(0, -1)),
  'a body with something behind it': spoiled((json) => `${json} and more`),
  'an array around the body': spoiled((json) => `[${json}]`),
  'an empty body': spoiled((_json, turn) => (turn % 2 === 0 ? '' : ' \n')),
  'no token': withToken('BEARER-1', null),
  'an unknown token': withToken('BEARER-2', `Bearer ${UNKNOWN_ACCESS_TOKEN}`),
}

/** Every reason for which a donation refuses an update: one that is not pledged, unless told otherwise. */
export function refusalsFor(
  { otherCampaignDesignationId }: TargetConfig,
  isPledged = false,
): Readonly<Record<string, Refusal>> {
  const foreign: Readonly<Record<string, BadUpdate>> =
    otherCampaignDesignationId === undefined
      ? {}
      : {
          'a designation of another campaign': [
            'DESIGNATION-2',
            { designation_id: otherCampaignDesignationId },
          ],
        }
  const fields = { ...BAD_UPDATES, ...foreign, ...(isPledged ? {} : GATED_UPDATES) }
  return {
    ...Object.fromEntries(Object.entries(fields).map(([name, bad]) => [name, badField(bad)])),
    ...REFUSED_WHOLE,
  }
}

function badField([see, first, ...more]: BadUpdate): Refusal {
  const values = [first, ...more]
  return {
    see,
    breaks: 'UPDATE-13',
    send: ({ api }, { donation, by, beside, position, turn = 0 }) => {
      const bad = values[turn % values.length] ?? first
      const valid = Object.entries(beside).filter(([field]) => !(field in bad))
      const others = Object.fromEntries(valid)
      return api.update(by, donation, position === 'last' ? { ...others, ...bad } : { ...bad, ...others })
    },
  }
}

function spoiled(spoil: (json: string, turn: number) => string): Refusal {
  return {
    see: 'UPDATE-7',
    breaks: 'UPDATE-7',
    send: ({ api }, { donation, by, beside, turn = 0 }) =>
      api.update(by, donation, new RawBody(spoil(JSON.stringify(beside), turn))),
  }
}

function withToken(see: RequirementId, authorization: string | null): Refusal {
  return {
    see,
    breaks: 'BEARER-6',
    send: ({ api }, { donation, by, beside }) => api.update(by, donation, beside, { authorization }),
  }
}

/** By which method, where the bad field stands, and beside what else: nothing, other values, null. */
export const BESIDE_REFUSED: readonly (readonly [UpdateMethod, Position, UpdateBody])[] = [
  ['PATCH', 'last', { designation_id: null, advisor: null }],
  ['PUT', 'last', { advisor: { email: 'refused.advisor@example.com' }, memo: 'refused' }],
]
