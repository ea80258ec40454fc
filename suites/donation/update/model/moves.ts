import fc from 'fast-check'
import { UPDATE_METHODS, type UpdateMethod } from '../../../../client/donations/api.ts'
import { SETTABLE_FIELDS } from '../../../../contract/index.ts'
import { reducibleList, reducibleObject } from '../../../../generators/index.ts'
import type { Holder } from '../../../axes/holders.ts'
import { methodOf } from '../../../axes/methods.ts'
import type { StepKind } from '../../../axes/steps.ts'
import { rotated, type UpdateBody } from '../../../support/bodies.ts'
import { PLAIN_DONOR } from '../../../support/donors.ts'
import type { Refusal } from '../../../support/refused-updates.ts'
import { CHANGES, type Change, changeOf } from './transitions.ts'

/** One step in a donation's life, as it is sent. */
export interface Move {
  readonly kind: StepKind | 'every field'
  /** Whose token it is sent with; the suite's own where it is left out. */
  readonly holder?: Holder | undefined
  readonly by: UpdateMethod
  readonly body: UpdateBody
  /** Members that are not for a partner to send: with them it may be refused, and they change nothing. */
  readonly foreign?: UpdateBody
  /** Why it has to be refused, with the body beside; absent where it has to be accepted. */
  readonly refusal?: Refusal
}

/** The same steps, to be made fewer, with fewer fields. */
export function reducibleMoves(moves: readonly Move[]): fc.Arbitrary<readonly Move[]> {
  return reducibleList(moves, (move) => reducibleObject(move.body).map((body): Move => ({ ...move, body })))
}

/** What decides the values of moves. */
interface MoveOptions {
  /** Tells the values of one sequence from those of another. */
  readonly number: number
  readonly isPledged: boolean
  readonly designationIds: readonly string[]
  readonly refusals: readonly Refusal[]
  readonly holder?: Holder | undefined
  /** How often each kind came in the sequences before: what a step holds is decided by how many of its kind there were. */
  readonly came: Map<StepKind, number>
}

/** Every field that an update of one field sends in turn: all but the gated ones and the advisor. */
const FIELDS = [...SETTABLE_FIELDS, 'donor_postal_code', 'donor_country', 'memo', 'designation_id'] as const

/**
 * The steps of a sequence with their bodies: each names values of its own, so that a value tells where it came from. A
 * kind that comes twice in a row is the same update once more.
 */
export function movesOf(kinds: readonly StepKind[], options: MoveOptions): readonly Move[] {
  const { number, isPledged, designationIds, refusals, holder, came } = options
  const present: Record<string, unknown> = { ...PLAIN_DONOR }
  const moves: Move[] = []
  for (const [index, kind] of kinds.entries()) {
    const last = moves.at(-1)
    if (last?.kind === kind) {
      moves.push(last)
      continue
    }
    const count = came.get(kind) ?? 0
    came.set(kind, count + 1)
    // There are more fields, and changes of them, than there are steps: each step has another pair.
    const turn = kind === 'one field' ? count : Math.floor(count / UPDATE_METHODS.length)
    const fresh = freshFor(number, index, designationIds)
    const refusal = printable(refusals[count % refusals.length])
    const change = CHANGES[turn % CHANGES.length] ?? 'a new value'
    const by = methodOf(kind === 'one field' ? count + Math.floor(count / FIELDS.length) : count)
    const move = {
      kind,
      by,
      ...(holder && { holder }),
      ...moveOf(kind, { fresh, present, turn, change, isPledged, refusal }),
    }
    if (move.refusal === undefined && kind !== 'another donation') Object.assign(present, move.body)
    moves.push(move)
  }
  return moves
}

interface Drawn {
  readonly fresh: UpdateBody
  readonly present: UpdateBody
  /** Goes on by one when both methods had their turn. */
  readonly turn: number
  readonly change: Change
  readonly isPledged: boolean
  readonly refusal: Refusal | undefined
}

function moveOf(kind: StepKind, drawn: Drawn): Pick<Move, 'body' | 'refusal'> {
  const { fresh, present, turn, change, isPledged, refusal } = drawn
  const { designation_id, advisor, quantity, identifier, source, ...donor } = fresh
  const gated = [{ quantity }, { identifier }, { source }, { quantity, identifier, source }][turn % 4] ?? {}
  switch (kind) {
    case 'one field': {
      const field = FIELDS[turn % FIELDS.length] ?? 'memo'
      return { body: { [field]: changeOf(present, field, fresh[field], change) } }
    }
    case 'several fields': {
      const members = Object.entries(donor)
      const half = Math.floor(turn / 2)
      // In turn two of three, and all but one.
      const sent = members.filter((_, index) =>
        turn % 2 === 0 ? (index + half) % 3 > 0 : index !== half % members.length,
      )
      const changed = sent.map(([field, value]) => [field, changeOf(present, field, value, change)] as const)
      const linked = Math.floor(turn / 3) % 2 === 0 ? { designation_id } : {}
      return { body: rotated({ ...Object.fromEntries(changed), ...linked }, turn) }
    }
    case 'an empty update':
      return { body: {} }
    case 'a null designation':
      return { body: { designation_id: null, ...(turn % 3 === 0 ? { advisor: null } : {}) } }
    case 'an advisor set':
      return { body: { advisor, ...(turn % 2 === 0 ? { designation_id } : {}) } }
    case 'a gated update':
      if (!isPledged) return { body: { ...fresh, ...gated }, refusal: GATE }
      return { body: turn % 3 === 0 ? rotated({ ...donor, ...gated }, turn) : gated }
    case 'a refused update':
      return refusal ? { body: withoutGated(fresh), refusal } : { body: {} }
    case 'another donation':
      return { body: withoutGated(fresh) }
  }
}

/**
 * An update that is refused for each reason, and after it one of every field of a pledged donation, or of a single one of
 * another: whatever a refusal leaves behind shows in what is sent next, and in what is left out.
 */
export function movesAfterRefusals(options: Omit<MoveOptions, 'came'>): readonly Move[] {
  const { number, isPledged, designationIds, refusals, holder } = options
  const held = holder && { holder }
  return refusals.flatMap((reason, index): Move[] => {
    const [by = 'PATCH', other = 'PUT'] =
      (number + index) % 2 === 0 ? UPDATE_METHODS : UPDATE_METHODS.toReversed()
    const body = withoutGated(freshFor(number, 2 * index, designationIds))
    const next = freshFor(number, 2 * index + 1, designationIds)
    const field = FIELDS[(number + index) % FIELDS.length] ?? 'memo'
    return [
      { kind: 'a refused update', by, body, refusal: printable(reason) },
      isPledged
        ? { kind: 'every field', by: other, body: rotated(next, number + index), ...held }
        : { kind: 'one field', by: other, body: { [field]: next[field] }, ...held },
    ]
  })
}

/** A refusal that a counterexample shows by its requirement, not by the code that sends it. */
function printable<Given extends Refusal | undefined>(refusal: Given): Given {
  return refusal && { ...refusal, [fc.toStringMethod]: () => `"for ${refusal.see}"` }
}

/** A gated field is in the body already. */
const GATE: Refusal = printable({
  see: 'PLEDGED-2',
  breaks: 'UPDATE-13',
  send: ({ api }, { donation, by, beside }) => api.update(by, donation, beside),
})

function withoutGated({ quantity: _q, identifier: _i, source: _s, ...others }: UpdateBody): UpdateBody {
  return others
}

const COUNTRIES = ['ad', 'ae', 'af', 'ag', 'ai']

/** A value for every field that no other step of any sequence sends. */
function freshFor(number: number, index: number, designationIds: readonly string[]): UpdateBody {
  const mark = `${number} ${index}`
  const name = `s${number}.n${index}`
  return {
    donor_first_name: `Mary ${mark}`,
    donor_last_name: `Smith ${mark}`,
    donor_email: `${name}@example.org`,
    donor_address_line_1: `${mark} Hill Road`,
    donor_address_line_2: `Suite ${mark}`,
    donor_city: `Newtown ${mark}`,
    donor_province: `Province ${mark}`,
    donor_postal_code: `K${number}a ${index}B`,
    donor_country: COUNTRIES[index % COUNTRIES.length],
    memo: `memo ${mark}`,
    designation_id: designationIds[index % Math.max(designationIds.length, 1)] ?? null,
    advisor: { email: `${name}.advisor@example.com`, first_name: 'Ada', last_name: `King ${mark}` },
    quantity: 1 + index,
    identifier: `ID-${number}-${index}`,
    source: `source ${mark}`,
  }
}
