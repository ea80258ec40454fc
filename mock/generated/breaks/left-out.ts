import { OBSERVABLE_FIELDS, UPDATE_FIELDS } from '../../../contract/fields.ts'
import { Rejected } from '../../api/rejected.ts'
import { storing } from '../../faults/donation/stored.ts'
import { json } from '../../http.ts'
import { replace } from '../../policies/replace.ts'
import type { Donation } from '../../store.ts'
import { type Breakage, breakage, type Condition, classes, fine } from '../condition.ts'
import { knowingThePast, type UpdateTurn } from '../updates/turn.ts'
import { AFTER, ANYWHERE, LINKED, METHODS, STATUS, TRIES, WITH_LINKS } from '../updates/where.ts'

const SHOWN = OBSERVABLE_FIELDS.filter((field) => field !== 'id')
type ShownField = Exclude<(typeof OBSERVABLE_FIELDS)[number], 'id'>

const sizeOf = ({ body }: UpdateTurn) => Object.keys(body).length

/** What is sent while a field is left out. */
function sent(except: string): readonly Condition<UpdateTurn>[] {
  return [
    ...classes<UpdateTurn>('sent', [
      ['one', 'one field is sent', (turn) => sizeOf(turn) === 1],
      ['two', 'two fields are sent', (turn) => sizeOf(turn) === 2],
      ['several', 'three fields or more are sent', (turn) => sizeOf(turn) >= 3],
    ]),
    ...fine<UpdateTurn>(
      'sent',
      UPDATE_FIELDS.filter((field) => field !== except).map((field) => [
        field,
        `${field} is sent`,
        ({ body }) => Object.hasOwn(body, field),
      ]),
    ),
  ]
}

/** What becomes of a field that was left out. */
const LOSSES: Readonly<Record<string, readonly [string, (turn: UpdateTurn, field: ShownField) => string]>> = {
  emptied: ['is emptied', () => ''],
  cut: ['loses its last character', ({ donation }, field) => donation[field].slice(0, -1)],
  'of-another': [
    'becomes that of another donation',
    ({ store, donation }, field) =>
      [...store.donations.values()].find((other) => other[field] !== donation[field])?.[field] ?? '',
  ],
}

const leftOut = SHOWN.flatMap((field) =>
  Object.entries(LOSSES).map(([name, [words, lose]]) =>
    breakage<UpdateTurn>({
      requirement: 'UPDATE-4',
      name: `${field}-${name}`,
      description: `${field}, left out of an update, ${words}`,
      conditions: [...ANYWHERE, ...sent(field), ...WITH_LINKS],
      apply: (when) =>
        knowingThePast((turnOf) =>
          storing((update) => {
            const turn = turnOf(update)
            const breaks = sizeOf(turn) > 0 && !Object.hasOwn(turn.body, field) && when(turn)
            return breaks ? { [field]: lose(turn, field) } : {}
          }),
        ),
    }),
  ),
)

const emptied = SHOWN.map((field) =>
  breakage<UpdateTurn>({
    requirement: 'UPDATE-6',
    name: `${field}-emptied`,
    description: `an empty update empties ${field}`,
    alsoBreaks: ['UPDATE-4'],
    conditions: [...METHODS, ...STATUS, ...LINKED],
    apply: (when) =>
      knowingThePast((turnOf) =>
        storing((update) => (sizeOf(turnOf(update)) === 0 && when(turnOf(update)) ? { [field]: '' } : {})),
      ),
  }),
)

/** Refuses an update for no reason. */
export function refusing(breaks: (turn: UpdateTurn) => boolean) {
  return knowingThePast((turnOf) =>
    replace('update', ({ forbiddenFields }) => ({
      forbiddenFields(update) {
        if (breaks(turnOf(update))) throw new Rejected('invalid-field', 'This update is not possible.')
        return forbiddenFields(update)
      },
    })),
  )
}

const refusedAlone = [
  breakage<UpdateTurn>({
    requirement: 'UPDATE-6',
    name: 'refused',
    description: 'an empty update is refused',
    conditions: [...METHODS, ...STATUS, ...LINKED],
    apply: (when) => refusing((turn) => sizeOf(turn) === 0 && when(turn)),
  }),
  ...UPDATE_FIELDS.filter((field) => !['quantity', 'identifier', 'source'].includes(field)).map((field) =>
    breakage<UpdateTurn>({
      requirement: 'UPDATE-6',
      name: `${field}-alone-refused`,
      description: `${field} is refused by itself`,
      conditions: METHODS,
      apply: (when) =>
        refusing((turn) => sizeOf(turn) === 1 && Object.hasOwn(turn.body, field) && when(turn)),
    }),
  ),
]

/** What PUT does otherwise than PATCH. */
const isPut = ({ request }: UpdateTurn) => request.method === 'PUT'
const byPut = [...STATUS, ...LINKED, ...TRIES, ...sent(''), ...WITH_LINKS]
const putBreaks = [
  breakage<UpdateTurn>({
    requirement: 'UPDATE-5',
    name: 'status',
    description: 'PUT answers with 201',
    conditions: byPut,
    apply: (when) =>
      knowingThePast((turnOf) =>
        replace('update', ({ answer }) => ({
          answer: (record, update) =>
            isPut(turnOf(update)) && when(turnOf(update))
              ? json(201, { data: record })
              : answer(record, update),
        })),
      ),
  }),
  breakage<UpdateTurn>({
    requirement: 'UPDATE-5',
    name: 'refused',
    description: 'PUT is refused',
    alsoBreaks: ['UPDATE-1', 'PLEDGED-4'],
    conditions: byPut,
    apply: (when) => refusing((turn) => isPut(turn) && when(turn)),
  }),
  ...SHOWN.map((field) =>
    breakage<UpdateTurn>({
      requirement: 'UPDATE-5',
      name: `${field}-cleared`,
      description: `PUT clears ${field}, which was left out,`,
      alsoBreaks: ['UPDATE-4'],
      conditions: byPut.filter(({ value }) => value !== field),
      apply: (when) =>
        knowingThePast((turnOf) =>
          storing((update) => {
            const turn = turnOf(update)
            return isPut(turn) && !Object.hasOwn(turn.body, field) && when(turn) ? { [field]: '' } : {}
          }),
        ),
    }),
  ),
]

/** What happens when the same update comes again. */
const again = SHOWN.filter((field) => field !== 'donor_email').flatMap((field) =>
  (
    [
      ['appended', (donation: Donation) => `${donation[field]} again`],
      ['toggled', () => ''],
    ] as const
  ).map(([name, change]) =>
    breakage<UpdateTurn>({
      requirement: 'UPDATE-16',
      name: `${field}-${name}`,
      description: `${field}, sent with the value that is there, is ${name}`,
      conditions: [...METHODS, ...STATUS, ...LINKED, ...AFTER.filter(({ value }) => value === 'accepted')],
      apply: (when) =>
        knowingThePast((turnOf) =>
          storing((update) => {
            const turn = turnOf(update)
            const isSame = turn.body[field] === turn.donation[field] && turn.donation[field] !== ''
            return isSame && when(turn) ? { [field]: change(turn.donation) } : {}
          }),
        ),
    }),
  ),
)

/** What an update writes into another donation. */
const elsewhere = ([...SHOWN, 'memo', 'donor_postal_code'] as const).map((field) =>
  breakage<UpdateTurn>({
    requirement: 'UPDATE-15',
    name: `${field}-elsewhere`,
    description: `${field} is stored in every donation with the same email too`,
    conditions: [...METHODS, ...STATUS, ...sent(field)],
    except: (values) => field === 'donor_email' && values.length > 0,
    apply: (when) =>
      knowingThePast((turnOf) =>
        replace('update', ({ save }) => ({
          save(next, update) {
            const turn = turnOf(update)
            const value = turn.body[field]
            if (typeof value === 'string' && when(turn))
              for (const other of turn.store.donations.values())
                if (other.donor_email === turn.donation.donor_email && other.id !== next.id)
                  turn.store.donations.set(other.id, { ...other, [field]: value })
            return save(next, update)
          },
        })),
      ),
  }),
)

/** Faults of what an update leaves out, and of what comes twice. */
export const leftOutBreaks: readonly Breakage[] = [
  ...leftOut,
  ...emptied,
  ...refusedAlone,
  ...putBreaks,
  ...again,
  ...elsewhere,
]
