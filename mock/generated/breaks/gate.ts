import { GATED_FIELDS, UPDATE_FIELDS } from '../../../contract/fields.ts'
import { storing } from '../../faults/donation/stored.ts'
import { replace } from '../../policies/replace.ts'
import { type Breakage, breakage, type Condition, classes, fine } from '../condition.ts'
import { besides } from '../updates/beside.ts'
import { knowingThePast, type UpdateTurn } from '../updates/turn.ts'
import { CONTENT_TYPES, LINKED, METHODS, OTHER_STATUSES, TRIES, WITH_LINKS } from '../updates/where.ts'
import { refusingUpdates } from './refusing.ts'

type Conditions = readonly Condition<UpdateTurn>[]
type Gated = (typeof GATED_FIELDS)[number]

const has =
  (field: string) =>
  ({ body }: UpdateTurn) =>
    Object.hasOwn(body, field)
const OPEN_FIELDS = UPDATE_FIELDS.filter((field) => !GATED_FIELDS.some((gated) => gated === field))

/** What a gated field that has to be refused is sent beside, and what value it has. */
function gatedIn(field: Gated): Conditions {
  const others = GATED_FIELDS.filter((other) => other !== field)
  const isAlone = ({ body }: UpdateTurn) => others.every((other) => !Object.hasOwn(body, other))
  return [
    ...METHODS,
    ...OTHER_STATUSES,
    ...LINKED,
    ...TRIES,
    ...WITH_LINKS,
    ...besides(field).filter(({ axis }) => axis === 'place'),
    ...besides(field)
      .filter(({ isClass }) => isClass)
      .filter(({ axis }) => axis === 'beside'),
    ...fine(
      'beside',
      OPEN_FIELDS.map((other) => [other, `${other} is sent beside it`, has(other)] as const),
    ),
    ...classes<UpdateTurn>('gated', [
      ['alone', 'no other gated field is sent', isAlone],
      ['another', 'another gated field is sent', (turn) => !isAlone(turn)],
      ['all', 'all gated fields are sent', (turn) => others.every((other) => has(other)(turn))],
    ]),
    ...classes<UpdateTurn>('value', [
      ['same', 'it has the value that is there', ({ body, donation }) => body[field] === donation[field]],
      ['other', 'it has another value', ({ body, donation }) => body[field] !== donation[field]],
    ]),
  ]
}

const slipsThrough = GATED_FIELDS.flatMap((field) =>
  (['stored', 'ignored'] as const).map((what) =>
    breakage<UpdateTurn>({
      requirement: 'PLEDGED-2',
      name: `${field}-${what}`,
      description: `${field} is accepted and ${what} for a donation that is not pledged`,
      conditions: gatedIn(field),
      except: (values) =>
        values.includes('beside=nothing') &&
        values.some((value) => /^(gated=a(ll|nother)|links=)/.test(value)),
      apply: (when) =>
        knowingThePast((turnOf) =>
          replace('update', ({ forbiddenFields, mergeFields }) => {
            const opens = (turn: UpdateTurn) =>
              has(field)(turn) && turn.donation.status !== 'pledged' && when(turn)
            return {
              // Whoever looks at one field only lets the others pass, too.
              forbiddenFields: (update) => (opens(turnOf(update)) ? [] : forbiddenFields(update)),
              mergeFields(update) {
                const next = mergeFields(update)
                if (what === 'stored' || !opens(turnOf(update))) return next
                const { quantity, identifier, source } = update.donation
                return { ...next, quantity, identifier, source }
              },
            }
          }),
        ),
    }),
  ),
)

const storedAlthoughRefused = GATED_FIELDS.map((field) =>
  breakage<UpdateTurn>({
    requirement: 'PLEDGED-3',
    name: `${field}-stored`,
    description: `${field} is refused for a donation that is not pledged, and stored all the same`,
    conditions: [
      ...METHODS,
      ...gatedIn(field).filter(({ axis }) => axis === 'gated'),
      ...OTHER_STATUSES.filter(({ value }) => value === 'received' || value === 'settled'),
    ],
    apply: (when) =>
      knowingThePast((turnOf) =>
        replace('update', ({ forbiddenFields }) => ({
          forbiddenFields(update) {
            const turn = turnOf(update)
            const refused = forbiddenFields(update)
            const value = turn.body[field]
            if (refused.length > 0 && typeof value === typeof turn.donation[field] && when(turn))
              turn.store.donations.set(turn.donation.id, { ...turn.donation, [field]: value })
            return refused
          },
        })),
      ),
  }),
)

const lockedBeyond = OPEN_FIELDS.map((field) =>
  breakage<UpdateTurn>({
    requirement: 'PLEDGED-4',
    name: `${field}-locked`,
    description: `${field} is refused for a donation that is not pledged`,
    conditions: [
      ...METHODS,
      ...OTHER_STATUSES,
      ...LINKED,
      ...besides(field).filter(({ isClass }) => isClass),
    ],
    apply: (when) =>
      refusingUpdates((turn) => has(field)(turn) && turn.donation.status !== 'pledged' && when(turn)),
  }),
)

const NUMBERS = [1, 2, 9, 10, 11, 99, 100, 127, 128, 255, 256, 999, 1000]

const quantities: Conditions = fine('number', [
  ...NUMBERS.map(
    (number) =>
      [`is-${number}`, `it is ${number}`, ({ body }: UpdateTurn) => body.quantity === number] as const,
  ),
  ...[99, 100, 127, 255].map(
    (most) =>
      [
        `over-${most}`,
        `it is more than ${most}`,
        ({ body }: UpdateTurn) => Number(body.quantity) > most,
      ] as const,
  ),
])

const kept = GATED_FIELDS.flatMap((field) => [
  breakage<UpdateTurn>({
    requirement: 'PLEDGED-1',
    name: `${field}-combination-refused`,
    description: `${field} is refused for a pledged donation`,
    conditions: [
      ...METHODS,
      ...LINKED,
      ...besides(field).filter(({ axis }) => axis === 'beside'),
      ...(field === 'quantity' ? quantities : []),
    ],
    apply: (when) =>
      refusingUpdates((turn) => has(field)(turn) && turn.donation.status === 'pledged' && when(turn)),
  }),
  breakage<UpdateTurn>({
    requirement: 'PLEDGED-1',
    name: `${field}-not-kept`,
    description: `${field} is accepted and not kept`,
    conditions: [
      ...METHODS,
      ...besides(field).filter(({ axis }) => axis === 'beside'),
      ...(field === 'quantity' ? quantities : []),
    ],
    apply: (when) =>
      knowingThePast((turnOf) =>
        storing((update) =>
          has(field)(turnOf(update)) && when(turnOf(update)) ? { [field]: update.donation[field] } : {},
        ),
      ),
  }),
])

/** Updates at all: whether something well-formed is refused. */
const refusedUpdates = breakage<UpdateTurn>({
  requirement: 'UPDATE-1',
  name: 'refused',
  description: 'an update is refused',
  alsoBreaks: ['PLEDGED-4', 'UPDATE-5'],
  conditions: [...METHODS, ...LINKED, ...CONTENT_TYPES],
  apply: refusingUpdates,
})

/** Faults at the gate of pledged donations. */
export const gateBreaks: readonly Breakage[] = [
  ...slipsThrough,
  ...storedAlthoughRefused,
  ...lockedBeyond,
  ...kept,
  refusedUpdates,
]
