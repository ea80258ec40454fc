import { GATED_FIELDS, UPDATE_FIELDS, type UpdateField } from '../../../contract/fields.ts'
import { type Condition, classes, fine } from '../condition.ts'
import type { UpdateTurn } from './turn.ts'

type Conditions = readonly Condition<UpdateTurn>[]

const isGated = (field: string) => GATED_FIELDS.some((one) => one === field)

/** Beside which other fields, and in which place, a field is sent. */
export function besides(field: UpdateField): Conditions {
  return [
    ...classes<UpdateTurn>('beside', [
      ['nothing', 'it is sent alone', ({ body }) => Object.keys(body).length === 1],
      ['something', 'another field is sent beside it', ({ body }) => Object.keys(body).length > 1],
      ['much', 'six fields or more are sent', ({ body }) => Object.keys(body).length >= 6],
    ]),
    ...fine<UpdateTurn>(
      'beside',
      UPDATE_FIELDS.filter((other) => other !== field && (isGated(field) || !isGated(other))).map((other) => [
        other,
        `${other} is sent beside it`,
        ({ body }) => Object.hasOwn(body, other),
      ]),
    ),
    ...classes<UpdateTurn>('place', [
      ['first', 'it is the first of several members', ({ body }) => placeOf(body, field) === 'first'],
      ['last', 'it is the last of several members', ({ body }) => placeOf(body, field) === 'last'],
      ['middle', 'it stands in the middle of the body', ({ body }) => placeOf(body, field) === 'middle'],
    ]),
  ]
}

function placeOf(body: UpdateTurn['body'], field: UpdateField): string | undefined {
  const names = Object.keys(body)
  const index = names.indexOf(field)
  if (index < 0 || names.length < 2) return undefined
  if (index === 0) return 'first'
  return index === names.length - 1 ? 'last' : 'middle'
}

/** Fields of a donation that hold text. */
export type TextField = Exclude<UpdateField, 'quantity' | 'advisor' | 'designation_id'>

/** How a text that is sent differs from the one that is there. */
export function transitions(field: TextField): Conditions {
  const differs = (holds: (now: string, next: string, turn: UpdateTurn) => boolean) => (turn: UpdateTurn) => {
    const [now, next] = [turn.donation[field] ?? '', turn.body[field]]
    return typeof next === 'string' && holds(now, next, turn)
  }
  const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '')
  return classes('transition', [
    ['longer', 'it is longer than what is there', differs((now, next) => next.length > now.length)],
    ['shorter', 'it is shorter than what is there', differs((now, next) => next.length < now.length)],
    [
      'case',
      'it differs from what is there only in letter case',
      differs((now, next) => now !== next && now.toLowerCase() === next.toLowerCase()),
    ],
    [
      'accents',
      'it differs from what is there only in accents',
      differs((now, next) => now !== next && folded(now) === folded(next)),
    ],
    [
      'blanks',
      'it differs from what is there only in blanks',
      differs((now, next) => now !== next && now.replaceAll(' ', '') === next.replaceAll(' ', '')),
    ],
    [
      'of-another-field',
      'it is what another field of the donation holds',
      differs((now, next, { donation }) => now !== next && Object.values(donation).includes(next)),
    ],
    [
      'of-another-donation',
      'another donation holds the same value',
      differs((now, next, { store, donation }) =>
        now === next
          ? false
          : [...store.donations.values()].some((other) => other.id !== donation.id && other[field] === next),
      ),
    ],
    [
      'begins-alike',
      'it begins as what is there',
      differs((now, next) => now !== next && now !== '' && next.startsWith(now)),
    ],
  ])
}
