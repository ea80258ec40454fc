import { randomUUID } from 'node:crypto'
import { ADVISOR_FIELDS } from '../../../contract/fields.ts'
import { addAdvisor } from '../../policies/advisors.ts'
import { replace } from '../../policies/replace.ts'
import { isObject } from '../../policies/rules.ts'
import { type Breakage, breakage, classes, fine } from '../condition.ts'
import { ADDRESS_SHAPES } from '../updates/addresses.ts'
import { besides } from '../updates/beside.ts'
import { SHAPES } from '../updates/shapes.ts'
import type { TextRow } from '../updates/texts.ts'
import { knowingThePast, type UpdateTurn } from '../updates/turn.ts'
import { ANYWHERE, LINKED, METHODS, STATUS } from '../updates/where.ts'
import { isSent, sentWithout, staying, type UpdateConditions, without } from './linked.ts'
import { refusingUpdates } from './refusing.ts'

const advisorOf = ({ body }: UpdateTurn): Readonly<Record<string, unknown>> =>
  isObject(body.advisor) ? body.advisor : {}

/** Which of its fields an advisor has. */
const ADVISOR_HAS: UpdateConditions = [
  ...classes<UpdateTurn>('advisor-fields', [
    ['one', 'it has an email alone', (turn) => Object.keys(advisorOf(turn)).length === 1],
    ['two', 'it has an email and one field more', (turn) => Object.keys(advisorOf(turn)).length === 2],
    ['all', 'it has all fields', (turn) => Object.keys(advisorOf(turn)).length >= 8],
  ]),
  ...fine<UpdateTurn>(
    'advisor-fields',
    ADVISOR_FIELDS.slice(1).map((field) => [
      field,
      `it has ${field}`,
      (turn) => Object.hasOwn(advisorOf(turn), field),
    ]),
  ),
]

function advisorText(axis: string, field: string, rows: readonly TextRow[]): UpdateConditions {
  return fine<UpdateTurn>(
    axis,
    rows.map(([value, when, isOne]) => [
      `${field}.${value}`,
      `${field} ${when}`,
      (turn) => {
        const text = advisorOf(turn)[field]
        return typeof text === 'string' && isOne(text)
      },
    ]),
  )
}

const ADVISOR_TEXTS: UpdateConditions = [
  ...advisorText('address', 'email', ADDRESS_SHAPES),
  ...['first_name', 'middle_name', 'last_name', 'title', 'firm_name', 'bio'].flatMap((field) =>
    advisorText('shape', field, SHAPES),
  ),
]

const isLinked = (turn: UpdateTurn) => isObject(turn.body.advisor)
const besideAdvisor = [...METHODS, ...STATUS, ...LINKED, ...besides('advisor').filter(without('place'))]

/** Faults of advisors. */
export const advisorBreaks: readonly Breakage[] = [
  breakage<UpdateTurn>({
    requirement: 'ADVISOR-1',
    name: 'refused',
    description: 'an advisor is refused',
    conditions: [...besideAdvisor, ...ADVISOR_HAS, ...ADVISOR_TEXTS],
    apply: (when) => refusingUpdates((turn) => isLinked(turn) && when(turn)),
  }),
  breakage<UpdateTurn>({
    requirement: 'ADVISOR-1',
    name: 'not-linked',
    description: 'an advisor is accepted and not linked',
    conditions: [...besideAdvisor, ...ADVISOR_HAS, ...advisorText('address', 'email', ADDRESS_SHAPES)],
    apply: (when) => staying('advisor', (turn) => isLinked(turn) && when(turn)),
  }),
  breakage<UpdateTurn>({
    requirement: 'ADVISOR-2',
    name: 'accepted',
    description: 'an advisor without an email is accepted',
    conditions: [
      ...besideAdvisor,
      ...classes<UpdateTurn>('advisor-fields', [
        ['none', 'it is empty', (turn) => Object.keys(advisorOf(turn)).length === 0],
        ['one', 'it has one field', (turn) => Object.keys(advisorOf(turn)).length === 1],
        ['two', 'it has two fields', (turn) => Object.keys(advisorOf(turn)).length === 2],
      ]),
      ...ADVISOR_HAS.filter(({ isClass }) => !isClass),
    ],
    apply: (when) =>
      knowingThePast((turnOf) =>
        replace('update', ({ requiredAdvisorFields, advisorAfter }) => {
          const isFree = (turn: UpdateTurn) =>
            isLinked(turn) && !Object.hasOwn(advisorOf(turn), 'email') && when(turn)
          return {
            requiredAdvisorFields: (update) => (isFree(turnOf(update)) ? [] : requiredAdvisorFields(update)),
            advisorAfter: (update) =>
              isFree(turnOf(update)) ? update.donation.advisor_id : advisorAfter(update),
          }
        }),
      ),
  }),
  breakage<UpdateTurn>({
    requirement: 'ADVISOR-3',
    name: 'refused',
    description: 'the advisor null is refused',
    conditions: besideAdvisor,
    apply: (when) => refusingUpdates((turn) => turn.body.advisor === null && when(turn)),
  }),
  breakage<UpdateTurn>({
    requirement: 'ADVISOR-3',
    name: 'stays',
    description: 'the advisor null leaves the advisor linked',
    conditions: besideAdvisor.filter(({ axis }) => axis !== 'advisor'),
    apply: (when) => staying('advisor', (turn) => turn.body.advisor === null && when(turn)),
  }),
  breakage<UpdateTurn>({
    requirement: 'ADVISOR-4',
    name: 'lost',
    description: 'an advisor that is left out is lost',
    conditions: [...ANYWHERE.filter(without('advisor')), ...sentWithout('advisor')],
    apply: (when) =>
      knowingThePast((turnOf) =>
        replace('update', ({ advisorAfter }) => ({
          advisorAfter: (update) =>
            !isSent('advisor')(turnOf(update)) && when(turnOf(update)) ? null : advisorAfter(update),
        })),
      ),
  }),
  breakage<UpdateTurn>({
    requirement: 'ADVISOR-7',
    name: 'another',
    description: 'a known email creates another advisor',
    conditions: [
      ...METHODS,
      ...STATUS,
      ...LINKED.filter(({ axis }) => axis === 'advisor'),
      ...ADVISOR_HAS.filter(({ value }) => value === 'last_name' || value === 'first_name'),
    ],
    apply: (when) =>
      knowingThePast((turnOf) =>
        replace('update', ({ advisorAfter }) => ({
          advisorAfter(update) {
            const id = advisorAfter(update)
            const advisor = update.store.advisors.get(id ?? '')
            if (!advisor || !isLinked(turnOf(update)) || !when(turnOf(update))) return id
            const twin = { ...advisor, id: randomUUID() }
            addAdvisor(update.store, twin)
            return twin.id
          },
        })),
      ),
  }),
]
