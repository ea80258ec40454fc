import { type DonationRecord, recordOf } from '../../../../client/donations/record.ts'
import {
  describeAnswer,
  isAccepted,
  isRefused,
  refusesToken,
  statusOf,
} from '../../../../client/http/answer.ts'
import type { Exchange } from '../../../../client/http/exchange.ts'
import { GATED_FIELDS, type RequirementId, SETTABLE_FIELDS } from '../../../../contract/index.ts'
import { InconclusiveError, NotApplicableError, unlessUndecided } from '../../../../contract/verdict.ts'
import { type Context, ensure, violate } from '../../../../harness/authoring/index.ts'
import { updateRecord } from '../../../../harness/rules/shapes.ts'
import type { Holder } from '../../../axes/holders.ts'
import { sharedTokens } from '../../../axes/tokens.ts'
import { apply } from '../../../support/apply.ts'
import type { UpdateBody } from '../../../support/bodies.ts'
import { expectNotStale, withControl } from '../../../support/control.ts'
import { PLAIN_DONOR } from '../../../support/donors.ts'
import { brokenByEmptyUpdate } from '../../../support/read-back.ts'
import { differences, wrongChanges } from '../../../support/record.ts'
import { isTakenAgain } from '../../pledged/updatable.ts'
import { expectHiddenUnchanged, hiddenAfter } from './hidden-unchanged.ts'
import { expectLinksModelled, type Links, linksOf } from './links.ts'
import type { Move } from './moves.ts'

/** What is known of a donation in the middle of a sequence. */
interface Walk {
  readonly context: Context
  readonly donation: string
  readonly companion: string | undefined
  readonly done: Move[]
  readonly exchanges: Exchange[]
  record: DonationRecord
  links: Links
  /** What was accepted of each field last: a designation that is left out is cleared. */
  sent: UpdateBody
  readonly brokenByEmptyUpdate: RequirementId | undefined
}

/**
 * Judges a sequence of steps on one donation: after each it must look as the model says.
 * @param companion another donation, which some steps update.
 * @throws ViolationError for the requirement that broke; InconclusiveError where a step is not answered as it should
 * be, and would not be by itself either.
 */
export async function expectWalk(
  context: Context,
  [donation, companion]: readonly [string, string | undefined],
  moves: readonly Move[],
): Promise<void> {
  const broken = await brokenByEmptyUpdate(context, donation)
  const walk: Walk = {
    ...{ context, donation, companion, done: [], exchanges: [], brokenByEmptyUpdate: broken },
    ...(await begin(context, donation, moves)),
  }
  await withControl(
    async () => {
      for (const move of moves) await play(walk, move)
      if (walk.done.length === 0)
        throw new NotApplicableError('each of these updates is refused, which is open')
    },
    () => expectNotStale(context, donation),
    'UPDATE-3',
  )
}

const FIRST_ADVISOR = { email: 'first.advisor@example.com', first_name: 'Ada', last_name: 'King' }

/** Gives the donation a known donor, designation and advisor. */
async function begin(
  context: Context,
  donation: string,
  moves: readonly Move[],
): Promise<Pick<Walk, 'record' | 'links' | 'sent'>> {
  const advisor = moves.find(({ body }) => body.advisor)?.body.advisor ?? FIRST_ADVISOR
  const [designation_id = null] = context.target.designationIds
  const sent = { ...PLAIN_DONOR, designation_id, advisor }
  const { record } = await apply(context, donation, sent)
  return { record, links: await linksOf(context, donation, record), sent }
}

async function play(walk: Walk, move: Move): Promise<void> {
  const { context, donation, companion, exchanges } = walk
  if (move.kind === 'another donation') {
    if (companion === undefined) return
    exchanges.push((await apply(context, companion, move.body, move.by)).exchange)
  } else if (move.refusal) await playRefused(walk, move)
  else {
    const exchange = await send(context, donation, move)
    exchanges.push(exchange)
    const record = recordOf(exchange)
    if (!record && move.foreign && isRefused(exchange)) return
    if (!record) throw await notAccepted(walk, move, exchange)
    const misshapen = updateRecord.check(exchange)
    ensure(misshapen === undefined, updateRecord.expected, misshapen ?? '', exchanges, 'UPDATE-2')
    expectRecordModelled(walk, move, record)
    const links = await expectLinksModelled(context, donation, walk.links, record, move, exchanges)
    Object.assign(walk, { record, links, sent: { ...walk.sent, designation_id: null, ...move.body } })
  }
  walk.done.push(move)
}

/** By the token of whoever asks in this move; by the suite's own where there is no such token, or it has ended. */
async function send(
  context: Context,
  donation: string,
  { by, holder, body: own, foreign }: Move,
): Promise<Exchange> {
  const body = { ...foreign, ...own }
  const authorization = holder && (await tokenOf(context, holder))
  if (authorization !== undefined) {
    const exchange = await context.api.update(by, donation, body, { authorization })
    if (!refusesToken(exchange)) return exchange
  }
  return context.api.update(by, donation, body)
}

async function tokenOf(context: Context, holder: Holder): Promise<string | undefined> {
  if (context.grants.oneTestAtATime) return undefined
  const held = await sharedTokens(context, holder).catch(unlessUndecided)
  return held && `Bearer ${held.accessToken}`
}

/** Whether the step before was the same one. */
function isRepeated({ done }: Walk, { kind, by, body }: Move): boolean {
  const last = done.at(-1)
  return last?.kind === kind && last.by === by && JSON.stringify(last.body) === JSON.stringify(body)
}

async function playRefused(walk: Walk, move: Move): Promise<void> {
  const { context, donation, exchanges } = walk
  const { refusal, by, body } = move
  if (!refusal) return
  const position = isRepeated(walk, move) ? 'first' : 'last'
  const before = await hiddenAfter(context, donation, walk.sent)
  const exchange = await refusal.send(context, { donation, by, beside: body, position })
  exchanges.push(exchange)
  if (!isRefused(exchange)) {
    // An update that is refused at first has to be refused at any point of the sequence.
    await apply(context, donation, PLAIN_DONOR)
    const alone = await refusal.send(context, { donation, by, beside: body, position })
    if (!isRefused(alone)) throw new InconclusiveError(`an update was not refused (see ${refusal.see})`)
    violate('a refusal, as by itself', describeAnswer(exchange), [...exchanges, alone, exchange], refusal.see)
  }
  await expectHiddenUnchanged(context, donation, before, [exchange], refusal.breaks)
}

/** Judges that a record shows what was sent, and for the rest what was known before. */
function expectRecordModelled(walk: Walk, move: Move, record: DonationRecord): void {
  const { body } = move
  const isSent = (field: string) => field in body
  const lost = differences(body, record, SETTABLE_FIELDS.filter(isSent))
  const stored: RequirementId = isRepeated(walk, move) ? 'UPDATE-16' : 'UPDATE-3'
  ensure(lost.length === 0, 'the values that were sent', wrongChanges(lost), walk.exchanges, stored)
  const left = SETTABLE_FIELDS.filter((field) => !isSent(field))
  const changed = differences(walk.record, record, left)
  const strange = changed.map(({ field }) => record[field])
  ensure(
    changed.length === 0,
    'what was left out to stay as it was',
    wrongChanges(changed),
    walk.exchanges,
    breaksBy(
      walk,
      move,
      changed.map(({ field }) => field),
      strange,
    ),
  )
}

/** Names the requirement that broke; a value that an earlier step sent tells where it came from. */
function breaksBy(
  walk: Walk,
  move: Move,
  changed: readonly string[],
  strange: readonly unknown[],
): RequirementId {
  const { done, brokenByEmptyUpdate: broken } = walk
  const origin = done.findLast((one) => Object.values(one.body).some((value) => strange.includes(value)))
  if (origin?.kind === 'another donation') return 'UPDATE-15'
  if (origin?.refusal) return origin.refusal.breaks
  const last = done.at(-1)
  if (isRepeated(walk, move)) return 'UPDATE-16'
  if (Object.keys(move.body).length > 0) return 'UPDATE-4'
  if (broken) return broken
  // A harmless empty update only reveals what the step before did.
  if (last?.refusal) return last.refusal.breaks
  if (last?.kind === 'another donation') return 'UPDATE-15'
  return last && changed.some((field) => field in last.body) ? 'UPDATE-3' : 'UPDATE-4'
}

/** Why a valid update was not accepted: for what came before, for the donation's status, or by itself. */
async function notAccepted(walk: Walk, move: Move, exchange: Exchange): Promise<InconclusiveError> {
  const { context, donation, companion, exchanges } = walk
  if (statusOf(exchange) >= 500) return new InconclusiveError('a valid update failed (see ERROR-2)')
  const byItself = await retry(context, donation, move)
  if (byItself && isAccepted(byItself)) {
    const breaks: RequirementId = isRepeated(walk, move) ? 'UPDATE-16' : 'UPDATE-1'
    violate('acceptance, as by itself', describeAnswer(exchange), exchanges, breaks)
  }
  const isOther = context.target.nonPledgedDonationIds.includes(donation)
  if (isOther && companion !== undefined && (await isTakenAgain(context, companion, move.body, move.by)))
    violate(
      'the update to be accepted in any status',
      describeAnswer(exchange),
      [exchange],
      Object.keys(move.body).length > 0 ? 'PLEDGED-4' : 'UPDATE-6',
    )
  if (byItself && isRefused(byItself)) {
    const breaks = await brokenByRefusal(context, donation, move)
    violate('acceptance of a valid update', describeAnswer(byItself), [byItself], breaks)
  }
  return new InconclusiveError(`a valid update was not accepted (see UPDATE-1): ${describeAnswer(exchange)}`)
}

/** Names the requirement that the refusal of a valid update breaks: that of the fields without which it is accepted. */
async function brokenByRefusal(
  { api }: Context,
  donation: string,
  { by, body }: Move,
): Promise<RequirementId> {
  if (Object.keys(body).length === 0) return 'UPDATE-6'
  const disturbing: string[] = []
  for (const field of Object.keys(body)) {
    const { [field]: _without, ...others } = body
    if (isAccepted(await api.update(by, donation, others))) disturbing.push(field)
  }
  if (disturbing.includes('advisor')) return body.advisor === null ? 'ADVISOR-3' : 'ADVISOR-1'
  if (disturbing.includes('designation_id'))
    return body.designation_id === null ? 'DESIGNATION-5' : 'DESIGNATION-1'
  if (GATED_FIELDS.some((field) => disturbing.includes(field))) return 'PLEDGED-1'
  const isOfAddress = ['memo', 'donor_postal_code', 'donor_country'].some((field) =>
    disturbing.includes(field),
  )
  return isOfAddress ? 'UPDATE-8' : 'UPDATE-1'
}

/** The same update of the donation as it was at first. */
async function retry({ api }: Context, donation: string, { by, body }: Move): Promise<Exchange | undefined> {
  const plain = await api.update('PATCH', donation, { ...PLAIN_DONOR, memo: 'plain' })
  return isAccepted(plain) ? api.update(by, donation, body) : undefined
}
