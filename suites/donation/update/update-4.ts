import fc from 'fast-check'
import type { UpdateMethod } from '../../../client/donations/api.ts'
import type { TargetConfig } from '../../../client/environment/config.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import { OBSERVABLE_FIELDS } from '../../../contract/index.ts'
import { InconclusiveError } from '../../../contract/verdict.ts'
import { partialUpdate } from '../../../generators/index.ts'
import { type Context, cases, property, requirement, test } from '../../../harness/authoring/index.ts'
import { OTHER_OWNERS } from '../../axes/bearer.ts'
import { FOREIGN_MEMBERS } from '../../axes/foreign-members.ts'
import { methodOf } from '../../axes/in-turn.ts'
import { type StepKind, sequencesOfWords } from '../../axes/steps.ts'
import { apply } from '../../support/apply.ts'
import { ONE_FIELD, PAIRS, type UpdateBody } from '../../support/bodies.ts'
import { expectNotStale, withControl } from '../../support/control.ts'
import { KINDS } from '../../support/donations.ts'
import { expectKept } from '../../support/expect-record.ts'
import { GATED_EXAMPLES } from '../../support/gated.ts'
import { anyMethod } from '../../support/methods.ts'
import { read } from '../../support/read-back.ts'
import { refusalsFor } from '../../support/refused-updates.ts'
import { expectCleared, resetWithDesignation } from '../designation/present.ts'
import { type Move, movesAfterRefusals, movesOf, reducibleMoves } from './model/moves.ts'
import { expectWalk } from './model/walk.ts'
import { sendPair } from './pairs.ts'
import { expectNoneLost } from './together.ts'

/** Sequences that hold every word of three kinds of step, and every one of two. */
const WORDS_OF_THREE = sequencesOfWords(3, 12)
const WORDS_OF_TWO = sequencesOfWords(2, 3)

/** Whose tokens sequences are sent with, in turn; the suite's own first. */
const HOLDERS = [undefined, ...Object.values(OTHER_OWNERS)]

/** Partial update: whatever is sent, observable fields that were left out keep their values. */
export const update4 = requirement(
  'UPDATE-4',
  ...KINDS.map((kind) =>
    property(
      kind,
      fc.tuple(anyMethod, partialUpdate({ pledged: kind === 'pledged' }).filter(isSomething)),
      async (context, [by, body]) =>
        expectLeftOutKept(context, await context.donation(context.known(kind)), body, [by]),
      { share: 0.01 },
    ),
  ),
  cases<UpdateBody>(
    'one field at a time',
    ({ designationIds: [designation_id = null] }) => ({ ...ONE_FIELD, designation: { designation_id } }),
    async (context, body) => expectLeftOutKeptByBoth(context, await context.donation(), body),
  ),
  cases('fields of a pledged donation', GATED_EXAMPLES, async (context, body) =>
    expectLeftOutKeptByBoth(context, await context.donation(context.known('pledged')), body),
  ),
  cases<readonly Move[]>(
    'words of three steps',
    (target) => movesFor(target, WORDS_OF_THREE, 'other'),
    async (context, moves) => expectWalk(context, await walkers(context, 'other'), moves),
    { reducible: reducibleMoves },
  ),
  cases<readonly Move[]>(
    'words of two steps, pledged',
    (target) => movesFor(target, WORDS_OF_TWO, 'pledged'),
    async (context, moves) => expectWalk(context, await walkers(context, 'pledged'), moves),
    { reducible: reducibleMoves },
  ),
  ...KINDS.map((kind) =>
    cases<readonly Move[]>(
      `after each refusal, ${kind}`,
      (target) => afterRefusals(target, kind),
      async (context, moves) => expectWalk(context, await walkers(context, kind), moves),
      { reducible: reducibleMoves },
    ),
  ),
  ...KINDS.map((kind) =>
    cases<readonly Move[]>(
      `beside what is not ours to send, ${kind}`,
      (target) => besideForeign(target, kind),
      async (context, moves) =>
        expectWalk(context, [await context.donation(context.known(kind)), undefined], moves),
      { reducible: reducibleMoves },
    ),
  ),
  test('at the same moment', expectNoneLost),
  cases('two fields at a time', PAIRS, async (context, body, name) => {
    const { before, after } = await sendPair(context, name, body)
    if (!after) throw new InconclusiveError('an update of two fields was not accepted (see UPDATE-3)')
    const { updated, stored } = after
    await withControl(
      async () => {
        expectKept(before.record, updated, leftOutOf(body), [])
        expectKept(before.record, stored, leftOutOf(body), [updated.exchange])
      },
      async () => expectNotStale(context, await context.donation()),
      'UPDATE-3',
    )
  }),
)

/** What an empty update changes is for UPDATE-6 to judge. */
function isSomething(body: UpdateBody): boolean {
  return Object.keys(body).length > 0
}

/** Judges UPDATE-4 for one body by both methods: the second PATCH comes unread behind the first, PUT behind both. */
function expectLeftOutKeptByBoth(context: Context, donation: string, body: UpdateBody): Promise<void> {
  return expectLeftOutKept(context, donation, body, ['PATCH', 'PATCH', 'PUT'])
}

/** Judges UPDATE-4 for one body: what it leaves out stays, in the answers and afterwards, where plain values do. */
async function expectLeftOutKept(
  context: Context,
  donation: string,
  body: UpdateBody,
  methods: readonly UpdateMethod[],
): Promise<void> {
  await withControl(
    async () => {
      const { before, designation } = await resetWithDesignation(context, donation)
      const sent: Exchange[] = []
      for (const by of methods) {
        const updated = await apply(context, donation, body, by)
        if (designation !== undefined && sent.length === 0 && !('designation_id' in body))
          await expectCleared(
            context,
            donation,
            updated.exchange,
            designation,
            'an update that leaves it out',
          )
        expectKept(before.record, updated, leftOutOf(body), sent)
        sent.push(updated.exchange)
      }
      expectKept(before.record, await read(context, donation), leftOutOf(body), sent)
    },
    () => expectNotStale(context, donation),
    'UPDATE-3',
  )
}

function leftOutOf(body: UpdateBody): readonly string[] {
  return OBSERVABLE_FIELDS.filter((field) => !(field in body))
}

/** A donation for a sequence, and another one where two are known. */
async function walkers(
  context: Context,
  kind: (typeof KINDS)[number],
): Promise<readonly [string, string | undefined]> {
  const { pledgedDonationIds: pledged, nonPledgedDonationIds: others } = context.target
  const known = context.known(kind)
  if (pledged.length + others.length < 2) return [await context.donation(known), undefined]
  return context.donations(known, 'any')
}

/** So many steps of one kind are tried on one donation, one after the other. */
const IN_TURN = 4

function inParts<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  return Array.from({ length: Math.ceil(items.length / IN_TURN) }, (_, part) =>
    items.slice(part * IN_TURN, (part + 1) * IN_TURN),
  )
}

/** What comes after each refusal, by a few reasons at a time. */
function afterRefusals(
  target: TargetConfig,
  kind: (typeof KINDS)[number],
): Readonly<Record<string, readonly Move[]>> {
  const isPledged = kind === 'pledged'
  const reasons = Object.entries(refusalsFor(target, isPledged))
  const { designationIds } = target
  return Object.fromEntries(
    inParts(reasons).map((part, index) => {
      const refusals = part.map(([, reason]) => reason)
      const number = index + 1 + (isPledged ? 170 : 120)
      const holder = HOLDERS[index % HOLDERS.length]
      const moves = movesAfterRefusals({ number, isPledged, designationIds, refusals, holder })
      return [part.map(([name]) => name).join(', '), moves]
    }),
  )
}

/** Each member that is not ours beside one that is, a few on one donation: each next update shows what is there. */
function besideForeign(
  target: TargetConfig,
  kind: (typeof KINDS)[number],
): Readonly<Record<string, readonly Move[]>> {
  const [designation_id = null] = target.designationIds
  const members = Object.entries(FOREIGN_MEMBERS).filter((_, index) => kind === 'other' || index % 2 === 0)
  return Object.fromEntries(
    inParts(members).map((part) => [
      part.map(([name]) => name).join(', '),
      [
        ...part.map(
          ([, foreign], index): Move => ({
            ...{ kind: 'one field', by: methodOf(index), foreign },
            body: { memo: `thank you ${index}`, designation_id },
          }),
        ),
        { kind: 'an empty update', by: 'PATCH', body: {} },
      ],
    ]),
  )
}

/** Each sequence with the updates that it consists of, for a donation of this kind. */
function movesFor(
  target: TargetConfig,
  sequences: readonly (readonly StepKind[])[],
  kind: (typeof KINDS)[number],
): Readonly<Record<string, readonly Move[]>> {
  const isPledged = kind === 'pledged'
  const refusals = Object.values(refusalsFor(target, isPledged))
  const { designationIds } = target
  const came = new Map<StepKind, number>()
  return Object.fromEntries(
    sequences.map((kinds, index) => {
      const number = index + 1 + (isPledged ? 50 : 0)
      const holder = HOLDERS[index % HOLDERS.length]
      return [
        `sequence ${index + 1}`,
        movesOf(kinds, { number, isPledged, designationIds, refusals, holder, came }),
      ]
    }),
  )
}
