import { bodyOf } from '../../faults/donation/stored.ts'
import type { HttpRequest } from '../../http.ts'
import type { Donation, Grant } from '../../store.ts'
import { type Condition, type ConditionRow, classes, fine } from '../condition.ts'

/** A call of the API, and by whose token. */
export interface ApiCall {
  readonly request: HttpRequest
  readonly grant?: Grant
  readonly donation?: Donation
}

/** Which update. */
export const CALLS: readonly Condition<ApiCall>[] = classes('call', [
  ['patch', 'it is a PATCH', ({ request }) => request.method === 'PATCH'],
  ['put', 'it is a PUT', ({ request }) => request.method === 'PUT'],
])

/** The call that is none. */
export const GET: readonly Condition<ApiCall>[] = classes('call', [
  ['get', 'the organizations are read', ({ request }) => request.method === 'GET'],
])

/** Whose token. */
export const WHO: readonly Condition<ApiCall>[] = classes('who', [
  ['client-1', 'the token is of the first client', ({ grant }) => grant?.client.id.endsWith('1') ?? false],
  ['client-2', 'the token is of the second client', ({ grant }) => grant?.client.id.endsWith('2') ?? false],
  ['refreshed', 'the token is of a refresh', ({ grant }) => (grant?.refreshes ?? 0) > 0],
  ['fresh', 'the token is of a code', ({ grant }) => grant?.refreshes === 0],
])

/** Of a later refresh. */
export const LATER: readonly Condition<ApiCall>[] = classes('who', [
  ['later', 'the token is of a third refresh', ({ grant }) => (grant?.refreshes ?? 0) >= 3],
])

/** Whether the donation is pledged. */
export const STATUS: readonly Condition<ApiCall>[] = classes('status', [
  ['pledged', 'the donation is pledged', ({ donation }) => donation?.status === 'pledged'],
  [
    'other',
    'the donation is not pledged',
    ({ donation }) => donation !== undefined && donation.status !== 'pledged',
  ],
])

const header = (name: string, value?: string): ConditionRow<ApiCall> => [
  name,
  `the header ${name} is sent`,
  ({ request }) =>
    value === undefined ? request.header(name) !== undefined : request.header(name) === value,
]

const parameter = (name: string): ConditionRow<ApiCall> => [
  `query-${name}`,
  `the query has ${name}`,
  ({ request }) => new URLSearchParams(request.query).has(name),
]

/** What frameworks, gateways and proxies act on. */
export const SURROUNDINGS: readonly Condition<ApiCall>[] = fine('surroundings', [
  header('x-forwarded-for', '127.0.0.1'),
  ...[
    'x-real-ip',
    'forwarded',
    'x-forwarded-host',
    'x-original-url',
    'x-rewrite-url',
    'x-http-method-override',
  ].map((name) => header(name)),
  ...[
    'x-user-id',
    'x-forwarded-user',
    'x-remote-user',
    'cookie',
    'x-internal',
    'x-ssl-client-verify',
    'x-debug',
  ].map((name) => header(name)),
  ...['_method', 'format', 'callback', 'debug', 'access_token', 'token', 'client_id'].map(parameter),
])

const FIELDS = ['memo', 'donor_city', 'donor_email', 'designation_id', 'advisor'] as const

/** What the body holds. */
export const SENT: readonly Condition<ApiCall>[] = fine('sent', [
  ['nothing', 'the body is empty', ({ request }) => Object.keys(bodyOf(request)).length === 0],
  ...FIELDS.map(
    (field): ConditionRow<ApiCall> => [
      field,
      `${field} is sent`,
      ({ request }) => Object.hasOwn(bodyOf(request), field),
    ],
  ),
])

/** Where a call names an organization. */
export const CLAIMS: readonly Condition<ApiCall>[] = fine('claim', [
  [
    'header',
    'a header names an organization',
    ({ request }) => request.header('x-organization-id') !== undefined,
  ],
  ['query', 'the query names an organization', ({ request }) => request.query.includes('organization_id')],
  [
    'body',
    'the body names an organization',
    ({ request }) => Object.hasOwn(bodyOf(request), 'organization_id'),
  ],
])
