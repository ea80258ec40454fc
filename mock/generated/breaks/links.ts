import { randomUUID } from 'node:crypto'
import { ADVISOR_FIELDS, UPDATE_FIELDS } from '../../../contract/fields.ts'
import { addAdvisor } from '../../policies/advisors.ts'
import { replace } from '../../policies/replace.ts'
import { isObject } from '../../policies/rules.ts'
import { type Breakage, breakage, type Condition, classes, fine } from '../condition.ts'
import { ADDRESS_SHAPES } from '../updates/addresses.ts'
import { besides } from '../updates/beside.ts'
import { SHAPES, type TextRow } from '../updates/texts.ts'
import { knowingThePast, type UpdateTurn } from '../updates/turn.ts'
import { AFTER, ANYWHERE, LINKED, METHODS, STATUS, TRIES } from '../updates/where.ts'
import { refusing } from './left-out.ts'

type Conditions = readonly Condition<UpdateTurn>[]
type Linked = 'designation_id' | 'advisor'

const isSent =
  (field: Linked) =>
  ({ body }: UpdateTurn) =>
    Object.hasOwn(body, field)

/** What is sent while a link is left out. */
function sentWithout(field: Linked): Conditions {
  return fine(
    'sent',
    UPDATE_FIELDS.filter((other) => other !== field).map((other) => [
      other,
      `${other} is sent`,
      ({ body }: UpdateTurn) => Object.hasOwn(body, other),
    ]),
  )
}

/** Leaves the link as it is, whatever the update says. */
function staying(field: Linked, breaks: (turn: UpdateTurn) => boolean) {
  return knowingThePast((turnOf) =>
    replace('update', ({ designationAfter, advisorAfter }) =>
      field === 'designation_id'
        ? {
            designationAfter: (update) =>
              breaks(turnOf(update)) ? update.donation.designation_id : designationAfter(update),
          }
        : {
            advisorAfter: (update) =>
              breaks(turnOf(update)) ? update.donation.advisor_id : advisorAfter(update),
          },
    ),
  )
}

const without = (axis: string) => (one: { readonly axis: string; readonly value: string }) =>
  one.axis !== axis

const designations = [
  breakage<UpdateTurn>({
    requirement: 'DESIGNATION-1',
    name: 'refused',
    description: "a designation of the donation's campaign is refused",
    conditions: [...METHODS, ...STATUS, ...LINKED, ...besides('designation_id').filter(without('place'))],
    apply: (when) => refusing((turn) => typeof turn.body.designation_id === 'string' && when(turn)),
  }),
  breakage<UpdateTurn>({
    requirement: 'DESIGNATION-1',
    name: 'not-set',
    description: "a designation of the donation's campaign is accepted and not set",
    conditions: [...METHODS, ...STATUS, ...LINKED, ...besides('designation_id')],
    apply: (when) =>
      staying('designation_id', (turn) => typeof turn.body.designation_id === 'string' && when(turn)),
  }),
  breakage<UpdateTurn>({
    requirement: 'DESIGNATION-2',
    name: 'accepted',
    description: 'a designation of another campaign is accepted',
    conditions: [...METHODS, ...STATUS, ...LINKED, ...TRIES, ...AFTER, ...besides('designation_id')],
    apply: (when) =>
      knowingThePast((turnOf) =>
        replace('update', ({ designationAllowed }) => ({
          designationAllowed: (id, update) =>
            designationAllowed(id, update) ||
            (when(turnOf(update)) &&
              [...update.store.campaigns.values()].some(({ designationIds }) => designationIds.includes(id))),
        })),
      ),
  }),
  breakage<UpdateTurn>({
    requirement: 'DESIGNATION-5',
    name: 'refused',
    description: 'the designation null is refused',
    conditions: [...METHODS, ...STATUS, ...LINKED, ...besides('designation_id').filter(without('place'))],
    apply: (when) => refusing((turn) => turn.body.designation_id === null && when(turn)),
  }),
  breakage<UpdateTurn>({
    requirement: 'DESIGNATION-5',
    name: 'stays',
    description: 'the designation null leaves the designation in place',
    conditions: [
      ...METHODS,
      ...STATUS,
      ...LINKED.filter(without('designation')),
      ...besides('designation_id'),
    ],
    apply: (when) => staying('designation_id', (turn) => turn.body.designation_id === null && when(turn)),
  }),
  breakage<UpdateTurn>({
    requirement: 'DESIGNATION-6',
    name: 'stays',
    description: 'a designation that is left out stays',
    conditions: [
      ...METHODS,
      ...STATUS,
      ...LINKED.filter(without('designation')),
      ...TRIES,
      ...sentWithout('designation_id'),
    ],
    apply: (when) => staying('designation_id', (turn) => !isSent('designation_id')(turn) && when(turn)),
  }),
]

const advisorOf = ({ body }: UpdateTurn): Readonly<Record<string, unknown>> =>
  isObject(body.advisor) ? body.advisor : {}

/** Which of its fields an advisor has. */
const ADVISOR_HAS: Conditions = [
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

function advisorText(axis: string, field: string, rows: readonly TextRow[]): Conditions {
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

const ADVISOR_TEXTS: Conditions = [
  ...advisorText('address', 'email', ADDRESS_SHAPES),
  ...['first_name', 'middle_name', 'last_name', 'title', 'firm_name', 'bio'].flatMap((field) =>
    advisorText('shape', field, SHAPES),
  ),
]

const isLinked = (turn: UpdateTurn) => isObject(turn.body.advisor)
const besideAdvisor = [...METHODS, ...STATUS, ...LINKED, ...besides('advisor').filter(without('place'))]

const advisors = [
  breakage<UpdateTurn>({
    requirement: 'ADVISOR-1',
    name: 'refused',
    description: 'an advisor is refused',
    conditions: [...besideAdvisor, ...ADVISOR_HAS, ...ADVISOR_TEXTS],
    apply: (when) => refusing((turn) => isLinked(turn) && when(turn)),
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
    apply: (when) => refusing((turn) => turn.body.advisor === null && when(turn)),
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

/** Faults of what is linked to a donation. */
export const linkBreaks: readonly Breakage[] = [...designations, ...advisors]
