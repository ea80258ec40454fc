import type { RejectionKind } from '../../api/rejected.ts'
import { isObject } from '../../policies/rules.ts'
import { type Condition, classes, fine } from '../condition.ts'
import type { UpdateTurn } from './turn.ts'

type Conditions = readonly Condition<UpdateTurn>[]

/** By which method. */
export const METHODS: Conditions = classes('method', [
  ['patch', 'it is a PATCH', ({ request }) => request.method === 'PATCH'],
  ['put', 'it is a PUT', ({ request }) => request.method === 'PUT'],
])

/** Whether the donation is pledged. */
export const STATUS: Conditions = classes('status', [
  ['pledged', 'the donation is pledged', ({ donation }) => donation.status === 'pledged'],
  ['other', 'the donation is not pledged', ({ donation }) => donation.status !== 'pledged'],
])

/** Each status that is not pledged, by its name. */
export const OTHER_STATUSES: Conditions = classes(
  'status',
  ['received', 'processing', 'settled', 'refunded', 'cancelled', 'failed'].map(
    (status) => [status, `the donation is ${status}`, ({ donation }) => donation.status === status] as const,
  ),
)

/** What is linked to the donation already. */
export const LINKED: Conditions = [
  ...classes<UpdateTurn>('designation', [
    ['set', 'a designation is set', ({ donation }) => donation.designation_id !== null],
    ['none', 'no designation is set', ({ donation }) => donation.designation_id === null],
  ]),
  ...classes<UpdateTurn>('advisor', [
    ['set', 'an advisor is linked', ({ donation }) => donation.advisor_id !== null],
    ['none', 'no advisor is linked', ({ donation }) => donation.advisor_id === null],
  ]),
]

/** Whose token: looked at before the fields are, so that nothing depends on both. */
const ASKERS: Conditions = fine('who', [
  ['client-2', 'the second client asks', ({ grant }) => grant?.client.id.endsWith('2') ?? false],
  ['refreshed', 'the token is of a refresh', ({ grant }) => (grant?.refreshes ?? 0) > 0],
])

/** Which try of the donation. */
export const TRIES: Conditions = classes('try', [
  ['second', 'the donation was updated before', ({ updates }) => updates >= 1],
  ['third', 'the donation was updated twice before', ({ updates }) => updates >= 2],
])

const REFUSALS: readonly (readonly [RejectionKind, string])[] = [
  ['no-token', 'a call without a token'],
  ['invalid-token', 'a call with an unknown token'],
  ['malformed-body', 'a body that is no JSON object'],
  ['invalid-field', 'an invalid field'],
]

/** What came just before. */
export const AFTER: Conditions = [
  ...classes<UpdateTurn>('after', [
    ['accepted', 'an update was accepted before it', ({ last }) => last === 'accepted'],
    ['refused', 'an update was refused before it', ({ last }) => (last ?? 'accepted') !== 'accepted'],
  ]),
  ...fine<UpdateTurn>(
    'after',
    REFUSALS.map(([kind, words]) => [kind, `${words} was refused before it`, ({ last }) => last === kind]),
  ),
]

/** How the type of the body is written. */
export const CONTENT_TYPES: Conditions = fine('content-type', [
  ['charset', 'the content type has a charset', ({ request }) => /charset/i.test(typeOf(request))],
  ['quoted', 'the charset is in quotes', ({ request }) => /charset="/i.test(typeOf(request))],
  ['no-blank', 'no blank is before the charset', ({ request }) => /;charset/i.test(typeOf(request))],
  [
    'capitals',
    'the content type has capitals',
    ({ request }) => /[A-Z]/.test(typeOf(request).split(';')[0] ?? ''),
  ],
  ['capital-charset', 'the charset is in capitals', ({ request }) => /charset="?UTF/.test(typeOf(request))],
])

function typeOf({ header }: UpdateTurn['request']): string {
  return header('content-type') ?? ''
}

/** What the body holds beside donor fields. */
export const WITH_LINKS: Conditions = classes('links', [
  ['designation-null', 'the designation is null', ({ body }) => body.designation_id === null],
  ['designation', 'a designation is sent', ({ body }) => typeof body.designation_id === 'string'],
  ['advisor-null', 'the advisor is null', ({ body }) => body.advisor === null],
  ['advisor', 'an advisor is sent', ({ body }) => isObject(body.advisor)],
])

/** All of these that are met somewhere by any update. */
export const ANYWHERE: Conditions = [...METHODS, ...STATUS, ...LINKED, ...ASKERS, ...TRIES, ...AFTER]
