import type { UpdateMethod } from '../../../../client/donations/api.ts'
import { describeAnswer, isAccepted, isRefused } from '../../../../client/http/answer.ts'
import type { Exchange } from '../../../../client/http/exchange.ts'
import { SETTABLE_FIELDS } from '../../../../contract/index.ts'
import { NotApplicableError } from '../../../../contract/verdict.ts'
import {
  type Context,
  describeFields,
  ensure,
  violate,
  wrongFields,
} from '../../../../harness/authoring/index.ts'
import { FIRST_HOLDER, ownerOf } from '../../../axes/holders.ts'
import { actAs } from '../../../axes/tokens.ts'
import { apply } from '../../../support/apply.ts'
import type { UpdateBody } from '../../../support/bodies.ts'
import { expectPlainStored, withControl } from '../../../support/control.ts'
import { NOTHING_LINKED } from '../../../support/donations.ts'
import { PLAIN_DONOR } from '../../../support/donors.ts'
import type { HiddenField } from '../../../support/hidden.ts'
import { readBack } from '../../../support/read-back.ts'
import { differences, type Shown, wrongChanges } from '../../../support/record.ts'
import { type Position, PRESENT_EMAIL, type Refusal } from '../../../support/refused-updates.ts'
import { BREAKS, HIDDEN_FIELDS, type Hidden, hiddenAfter, hiddenJson, hiddenOf } from './hidden-unchanged.ts'

/** What a donation holds before updates of it are refused. */
const PRESENT_ADVISOR = {
  email: PRESENT_EMAIL,
  first_name: 'Ada',
  last_name: 'King',
  bio: 'Knows numbers.',
}

/** Values that only refused updates send: wherever one is found, a part of such an update was applied. */
const REFUSED_DONOR: UpdateBody = {
  donor_first_name: 'Refused',
  donor_last_name: 'Never',
  donor_email: 'refused.donor@example.org',
  donor_address_line_1: '7 Refused Road',
  donor_address_line_2: 'Flat Refused',
  donor_city: 'Refusedville',
  donor_province: 'Refusedshire',
  donor_postal_code: '99999',
  donor_country: 'ai',
  memo: 'refused',
}

/** What refused updates say of the advisor who is linked. */
const REFUSED_MEMBERS: UpdateBody = {
  first_name: 'Refused',
  middle_name: 'Never',
  last_name: 'Refused',
  title: 'Refused',
  bio: 'Refused.',
  sec_url: 'https://example.com/refused',
  firm_name: 'Refused',
}

/** A hidden field that an update which was refused changed. */
interface HiddenChange {
  readonly field: HiddenField
  readonly was: unknown
  readonly is: unknown
  /** The update, or all of those that may have done it. */
  readonly refused: readonly Exchange[]
}

/** What became of a donation, and of its neighbour, when updates of it were refused for one reason. */
interface Refused {
  /** Whether all of them were refused. */
  readonly isRefused: boolean
  readonly before: Shown
  /** What could be seen before of the fields that no answer has to show. */
  readonly hidden: Hidden
  readonly after: Shown | undefined
  readonly neighbour: Shown | undefined
  readonly changes: readonly HiddenChange[]
  /** The same update by PATCH and by PUT, the last of them. */
  readonly alike: readonly [patch: Exchange, put: Exchange] | undefined
  readonly exchanges: readonly Exchange[]
}

/** How what is refused is sent. */
type Way = readonly [UpdateMethod, Position, UpdateBody]

/** Ways to send what is refused: the bad field first and last, beside other values for everything, beside null, alone. */
function waysOf({ target }: Context): readonly Way[] {
  const [, another = null] = target.designationIds
  const cleared = { ...REFUSED_DONOR, ...NOTHING_LINKED }
  const others = {
    ...REFUSED_DONOR,
    designation_id: another,
    advisor: { email: 'refused.advisor@example.com' },
  }
  const renamed = { ...others, advisor: { ...REFUSED_MEMBERS, email: PRESENT_ADVISOR.email } }
  return [
    // First: what is applied of it would undo what is applied of the others.
    ['PUT', 'last', renamed],
    ['PATCH', 'last', others],
    ['PUT', 'last', cleared],
    ['PATCH', 'first', cleared],
    ['PUT', 'first', others],
    // Alike, with one value and one token: both methods have one answer to them.
    ['PATCH', 'last', {}],
    ['PUT', 'last', {}],
  ]
}

/** The turn of the last two ways. */
const ALIKE = 5

/** Has updates of a donation refused for one reason, once for all requirements that judge what became of it. */
export function refuse(context: Context, name: string, reason: Refusal): Promise<Refused> {
  return context.sharedEvidence(`refused for ${name}`, async () => {
    const { pledgedDonationIds, nonPledgedDonationIds } = context.target
    const kind = context.requireKind('other')
    const isAlone = pledgedDonationIds.length + nonPledgedDonationIds.length === 1
    const [donation, neighbour] = isAlone
      ? [await context.donation(kind), undefined]
      : await context.donations(kind, 'any')
    const ways = [...waysOf(context).entries()]
    // What it shows afterwards of what is refused here, it has from here.
    if (neighbour !== undefined) await apply(context, neighbour, PLAIN_DONOR)
    const whole = await refuseIn(context, donation, reason, ways)
    if (!whole.isRefused || whole.changes.length === 0)
      return withReadings(context, donation, neighbour, whole)
    // One way after the other shows which did it.
    for (const way of ways) {
      const alone = await refuseIn(context, donation, reason, [way])
      if (alone.changes.length > 0) return withReadings(context, donation, neighbour, alone)
    }
    return withReadings(context, donation, neighbour, whole)
  })
}

type Unread = Omit<Refused, 'after' | 'neighbour'>

async function refuseIn(
  context: Context,
  donation: string,
  { send }: Refusal,
  ways: readonly (readonly [turn: number, way: Way])[],
): Promise<Unread> {
  const [designation_id = null] = context.target.designationIds
  const present = { ...PLAIN_DONOR, memo: 'present', designation_id, advisor: PRESENT_ADVISOR }
  const before = await apply(context, donation, present)
  const hidden = await hiddenAfter(context, donation, present)
  const refused: Exchange[] = []
  for (const [way, [by, position, beside]] of ways) {
    const turn = Math.min(way, ALIKE)
    await actAs(context, ownerOf(turn))
    refused.push(await send(context, { donation, by, position, beside, turn }))
  }
  await actAs(context, FIRST_HOLDER)
  const after = await hiddenOf(context, donation, hidden)
  const changes = HIDDEN_FIELDS.flatMap((field) => {
    const [one, now] = [hidden[field], after[field]]
    if (!one?.seen || !now?.seen || hiddenJson(one) === hiddenJson(now)) return []
    return [{ field, was: one.value ?? null, is: now.value ?? null, refused }]
  })
  const [patch, put] = refused.slice(ALIKE)
  return {
    isRefused: refused.every(isRefused),
    alike: patch && put && [patch, put],
    ...{ before, hidden, changes, exchanges: refused },
  }
}

async function withReadings(
  context: Context,
  donation: string,
  neighbour: string | undefined,
  unread: Unread,
): Promise<Refused> {
  if (!unread.isRefused) return { ...unread, after: undefined, neighbour: undefined }
  const after = await readBack(context, donation)
  const beside = neighbour === undefined ? undefined : await readBack(context, neighbour)
  const exchanges = [...unread.exchanges, after.exchange, ...(beside ? [beside.exchange] : [])]
  return { ...unread, after, neighbour: beside, exchanges }
}

/** @throws NotApplicableError where an update was not refused: the requirement of the reason judges that. */
export function requireRefused<Given extends Refused>(refused: Given): Given & { readonly after: Shown } {
  if (refused.isRefused && refused.after) return { ...refused, after: refused.after }
  throw new NotApplicableError('such an update is not refused here: the other reasons decide')
}

/**
 * Judges that the updates were refused, for the requirement of the reason: an advisor and a designation are set here, and
 * some services look at what is sent only where there is none.
 */
function expectRefused({ target }: Context, { isRefused, exchanges }: Refused, { see }: Refusal): void {
  const taken = isRefused ? undefined : exchanges.find(isAccepted)
  const isGated = see !== 'PLEDGED-2' || target.nonPledgedDonationIds.length > 0
  if (taken && isGated) violate('a refusal (any 4xx status)', describeAnswer(taken), [taken], see)
}

/** Judges that refused updates changed none of these hidden fields, as far as they can be seen. */
export function expectHiddenUnchangedByRefused(
  { changes, exchanges }: Refused,
  fields: readonly HiddenField[],
): void {
  const [change] = changes.filter(({ field }) => fields.includes(field))
  const changed = change ? [change.field] : []
  const expected = `${describeFields(changed, { ...(change && { [change.field]: change.was }) })}, as before`
  const received = wrongFields(changed, { ...(change && { [change.field]: change.is }) })
  ensure(!change, expected, received, change?.refused ?? exchanges, change && BREAKS[change.field])
}

/**
 * Judges that nothing of a donation changes, nor of its neighbour, when updates of it are refused for one reason.
 * @throws ViolationError for the requirement of what changed; NotApplicableError where an update was not refused.
 */
export async function expectAllUnchanged(context: Context, name: string, reason: Refusal): Promise<void> {
  const shared = await refuse(context, name, reason)
  expectRefused(context, shared, reason)
  const { before, after, neighbour, exchanges } = requireRefused(shared)
  expectHiddenUnchangedByRefused(
    shared,
    HIDDEN_FIELDS.filter((field) => field !== 'designation_id' && field !== 'advisor'),
  )
  await withControl(
    async () => {
      const changes = differences(before.record, after.record)
      ensure(changes.length === 0, 'nothing to change', wrongChanges(changes), exchanges, reason.breaks)
    },
    async () => {
      context.giveBack()
      await expectPlainStored(context, await context.donation(context.requireKind('other')))
    },
    'UPDATE-3',
  )
  if (neighbour) expectNothingOfIt(neighbour, exchanges)
}

/** Judges that nothing that refused updates of another donation sent is found in this one. */
function expectNothingOfIt({ record }: Shown, refused: readonly Exchange[]): void {
  const strange = SETTABLE_FIELDS.filter((field) => record[field] === REFUSED_DONOR[field])
  ensure(
    strange.length === 0,
    'nothing of what another donation was sent',
    wrongFields(strange, record),
    refused,
    'UPDATE-15',
  )
}
