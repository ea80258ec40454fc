import { SETTABLE_FIELDS } from '../../../contract/fields.ts'
import { storing } from '../../faults/donation/stored.ts'
import { json } from '../../http.ts'
import { replace } from '../../policies/replace.ts'
import type { Donation } from '../../store.ts'
import { type Breakage, breakage } from '../condition.ts'
import { knowingThePast, type UpdateTurn } from '../updates/turn.ts'
import { AFTER, LINKED, METHODS, STATUS, TRIES, WITH_LINKS } from '../updates/where.ts'
import { refusingUpdates } from './refusing.ts'
import { sent } from './sent.ts'

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
    apply: (when) => refusingUpdates((turn) => isPut(turn) && when(turn)),
  }),
  ...SETTABLE_FIELDS.map((field) =>
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
const again = SETTABLE_FIELDS.filter((field) => field !== 'donor_email').flatMap((field) =>
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
const elsewhere = ([...SETTABLE_FIELDS, 'memo', 'donor_postal_code'] as const).map((field) =>
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

/** Faults of PUT, of what comes twice, and of what is written into another donation. */
export const differingBreaks: readonly Breakage[] = [...putBreaks, ...again, ...elsewhere]
