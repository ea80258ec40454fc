import fc from 'fast-check'
import type { UpdateMethod } from '../../../client/donations/api.ts'
import type { TargetConfig } from '../../../client/environment/config.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import { SETTABLE_FIELDS } from '../../../contract/index.ts'
import { InconclusiveError } from '../../../contract/verdict.ts'
import { partialUpdate } from '../../../generators/index.ts'
import {
  type Context,
  cases,
  property,
  type RequirementTest,
  requirement,
  test,
} from '../../../harness/authoring/index.ts'
import { anyMethod } from '../../axes/methods.ts'
import { apply } from '../../support/apply.ts'
import { ONE_FIELD, PAIRS, type UpdateBody } from '../../support/bodies.ts'
import { expectNotStale, withControl } from '../../support/control.ts'
import { KINDS } from '../../support/donations.ts'
import { PLAIN_DONOR } from '../../support/donors.ts'
import { expectUnchanged } from '../../support/expect-record.ts'
import { GATED_EXAMPLES } from '../../support/gated.ts'
import { readBack } from '../../support/read-back.ts'
import { expectCleared, resetWithDesignation } from '../designation/present.ts'
import { expectHiddenLeftOutUnchanged } from './hidden-left-out.ts'
import { reducibleMoves } from './model/moves.ts'
import {
  afterRefusals,
  besideForeign,
  type SequenceDonations,
  type Sequences,
  sequenceDonations,
  wordsOfThree,
  wordsOfTwoPledged,
} from './model/sequences.ts'
import { expectWalk } from './model/walk.ts'
import { sendPair } from './pairs.ts'
import { expectNoneLost } from './together.ts'

/** An advisor who has the donor's address, and is called otherwise: two people to whoever knows people by address. */
const DONOR_AS_ADVISOR: UpdateBody = {
  advisor: { email: PLAIN_DONOR.donor_email, first_name: 'Augusta', last_name: 'King' },
}

/** Partial update: whatever is sent, observable fields that were left out keep their values. */
export const update4 = requirement(
  'UPDATE-4',
  ...KINDS.map((kind) =>
    property(
      kind,
      fc.tuple(anyMethod, partialUpdate({ pledged: kind === 'pledged' }).filter(isSomething)),
      async (context, [by, body]) =>
        expectLeftOutUnchanged(context, await context.donation(context.requireKind(kind)), body, [by]),
      { share: 0.01 },
    ),
  ),
  cases<UpdateBody>(
    'one field at a time',
    ({ designationIds: [designation_id = null] }) => ({
      ...ONE_FIELD,
      advisor: DONOR_AS_ADVISOR,
      designation: { designation_id },
    }),
    async (context, body) => expectLeftOutUnchangedByBoth(context, await context.donation(), body),
  ),
  cases('fields of a pledged donation', GATED_EXAMPLES, async (context, body) =>
    expectLeftOutUnchangedByBoth(context, await context.donation(context.requireKind('pledged')), body),
  ),
  sequenceTest('words of three steps', wordsOfThree, (context) => sequenceDonations(context, 'other')),
  sequenceTest('words of two steps, pledged', wordsOfTwoPledged, (context) =>
    sequenceDonations(context, 'pledged'),
  ),
  ...KINDS.map((kind) =>
    sequenceTest(
      `after each refusal, ${kind}`,
      (target) => afterRefusals(target, kind),
      (context) => sequenceDonations(context, kind),
    ),
  ),
  ...KINDS.map((kind) =>
    sequenceTest(
      `beside what is not ours to send, ${kind}`,
      (target) => besideForeign(target, kind),
      async (context) => [await context.donation(context.requireKind(kind)), undefined],
    ),
  ),
  ...KINDS.map((kind) =>
    test(`what answers need not show, ${kind}`, (context) => expectHiddenLeftOutUnchanged(context, kind)),
  ),
  test('at the same moment', expectNoneLost),
  cases('two fields at a time', PAIRS, async (context, body, name) => {
    const { before, after } = await sendPair(context, name, body)
    if (!after) throw new InconclusiveError('an update of two fields was not accepted (see UPDATE-3)')
    const { updated, stored } = after
    await withControl(
      async () => {
        expectUnchanged(before.record, updated, leftOutOf(body), [])
        expectUnchanged(before.record, stored, leftOutOf(body), [updated.exchange])
      },
      async () => expectNotStale(context, await context.donation()),
      'UPDATE-3',
    )
  }),
)

/** A test of sequences of updates: after each, the donation is as a model of it says. */
function sequenceTest(
  label: string,
  table: (target: TargetConfig) => Sequences,
  donationsFor: (context: Context) => Promise<SequenceDonations>,
): RequirementTest {
  return cases(
    label,
    table,
    async (context, moves) => expectWalk(context, await donationsFor(context), moves),
    { reducible: reducibleMoves },
  )
}

/** What an empty update changes is for UPDATE-6 to judge. */
function isSomething(body: UpdateBody): boolean {
  return Object.keys(body).length > 0
}

/** Judges UPDATE-4 for one body by both methods: the second PATCH comes unread behind the first, PUT behind both. */
function expectLeftOutUnchangedByBoth(context: Context, donation: string, body: UpdateBody): Promise<void> {
  return expectLeftOutUnchanged(context, donation, body, ['PATCH', 'PATCH', 'PUT'])
}

/** Judges UPDATE-4 for one body: what it leaves out stays, in the answers and afterwards, where plain values do. */
async function expectLeftOutUnchanged(
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
        expectUnchanged(before.record, updated, leftOutOf(body), sent)
        sent.push(updated.exchange)
      }
      expectUnchanged(before.record, await readBack(context, donation), leftOutOf(body), sent)
    },
    () => expectNotStale(context, donation),
    'UPDATE-3',
  )
}

function leftOutOf(body: UpdateBody): readonly string[] {
  return SETTABLE_FIELDS.filter((field) => !(field in body))
}
