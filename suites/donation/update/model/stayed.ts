import { isRefused } from '../../../../client/http/answer.ts'
import type { Exchange } from '../../../../client/http/exchange.ts'
import { GATED_FIELDS, type RequirementId } from '../../../../contract/index.ts'
import { NotApplicableError } from '../../../../contract/verdict.ts'
import { type Context, ensure } from '../../../../harness/authoring/index.ts'
import { apply } from '../../../support/apply.ts'
import type { UpdateBody } from '../../../support/bodies.ts'
import { expectPlainStored, withControl } from '../../../support/control.ts'
import { PLAIN_DONOR, SETTABLE_FIELDS } from '../../../support/donors.ts'
import type { HiddenField, HiddenValue } from '../../../support/hidden.ts'
import { read } from '../../../support/read-back.ts'
import { describeChanges, differences, type Shown } from '../../../support/record.ts'
import type { Position, Refusal } from '../../../support/refused-updates.ts'

/** What a donation holds before updates of it are refused. */
const PRESENT_ADVISOR = {
  email: 'present.advisor@example.com',
  first_name: 'Ada',
  last_name: 'King',
  bio: 'Knows numbers.',
}

/** Values that only refused updates send: wherever one is found, a part of such an update was applied. */
export const REFUSED_DONOR: UpdateBody = {
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

/** The requirement that a refused update breaks where it changes a field that no answer has to show. */
const BREAKS: Readonly<Partial<Record<HiddenField, RequirementId>>> = {
  designation_id: 'DESIGNATION-7',
  advisor: 'ADVISOR-8',
  quantity: 'PLEDGED-3',
  identifier: 'PLEDGED-3',
  source: 'PLEDGED-3',
}

const HIDDEN: readonly HiddenField[] = [
  'designation_id',
  'advisor',
  ...GATED_FIELDS,
  'memo',
  'donor_postal_code',
  'donor_country',
]

/** Fields that no answer has to show, as far as they can be seen. */
export type Hidden = Readonly<Partial<Record<HiddenField, HiddenValue>>>

/**
 * Judges that nothing of a donation changes, nor of its neighbour, when updates of it are refused for one reason: by
 * both methods, with the bad field first and last, beside other values for everything and beside null.
 * @throws ViolationError for the requirement of what changed; NotApplicableError where an update was not refused.
 */
export async function expectAllStays(context: Context, { send, breaks }: Refusal): Promise<void> {
  const { pledgedDonationIds, nonPledgedDonationIds } = context.target
  const kind = context.known('other')
  const isAlone = pledgedDonationIds.length + nonPledgedDonationIds.length === 1
  const [donation, neighbour] = isAlone
    ? [await context.donation(kind), undefined]
    : await context.donations(kind, 'any')
  const [designation_id = null, another = null] = context.target.designationIds
  const present = { ...PLAIN_DONOR, memo: 'present', designation_id, advisor: PRESENT_ADVISOR }
  const before = await apply(context, donation, present)
  const hidden = await hiddenOf(context, donation, {})
  const cleared = { ...REFUSED_DONOR, designation_id: null, advisor: null }
  const others = {
    ...REFUSED_DONOR,
    designation_id: another,
    advisor: { email: 'refused.advisor@example.com' },
  }
  const renamed = { ...others, advisor: { email: PRESENT_ADVISOR.email, first_name: 'Refused' } }
  const refused: Exchange[] = []
  for (const [by, position, beside] of [
    ['PATCH', 'last', others],
    ['PUT', 'last', cleared],
    ['PATCH', 'first', cleared],
    ['PUT', 'first', others],
    ['PUT', 'last', renamed],
    ['PATCH', 'last', {}],
    ['PUT', 'last', {}],
  ] as const satisfies readonly (readonly ['PATCH' | 'PUT', Position, UpdateBody])[]) {
    const exchange = await send(context, { donation, by, position, beside })
    if (!isRefused(exchange))
      throw new NotApplicableError('such an update is not refused here: the other reasons decide')
    refused.push(exchange)
    await expectHiddenStayed(context, donation, hidden, exchange)
  }
  await withControl(
    async () => {
      const after = await read(context, donation)
      const changes = differences(before.record, after.record)
      const evidence = [...refused, after.exchange]
      ensure(changes.length === 0, 'nothing to change', describeChanges(changes), evidence, breaks)
    },
    () => expectPlainStored(context, donation),
    'UPDATE-3',
  )
  if (neighbour !== undefined) expectNothingOfIt(await read(context, neighbour), refused)
}

/**
 * Judges that fields which no answer has to show are as before, as far as they can be seen.
 * @param before what {@link hiddenOf} showed.
 * @throws ViolationError for the requirement of what changed.
 */
export async function expectHiddenStayed(
  context: Context,
  donation: string,
  before: Hidden,
  refused: Exchange,
): Promise<void> {
  const after = await hiddenOf(context, donation, before)
  for (const field of HIDDEN) {
    const [was, is] = [jsonOf(before[field]), jsonOf(after[field])]
    if (was === undefined || is === undefined) continue
    ensure(was === is, `${field} ${was}, as before`, `${field} ${is}`, [refused], BREAKS[field])
  }
}

/**
 * What can be seen of the hidden fields without an update; nothing where only updates show something.
 * @param expected what should be seen: what is read may lag behind.
 */
export async function hiddenOf(context: Context, donation: string, expected: Hidden): Promise<Hidden> {
  const inspected = await context.inspectorIfAny?.donation(donation)
  if (inspected) return seenIn({ ...inspected })
  const reading = await context.reader?.read(donation, (shown) => isAsExpected(seenIn(shown), expected))
  return reading ? seenIn(reading) : {}
}

function seenIn(shown: Readonly<Record<string, unknown>>): Hidden {
  const fields = HIDDEN.filter((field) => field in shown)
  return Object.fromEntries(fields.map((field) => [field, { seen: true, value: shown[field] ?? undefined }]))
}

function isAsExpected(now: Hidden, expected: Hidden): boolean {
  return HIDDEN.every((field) => jsonOf(now[field]) === jsonOf(expected[field] ?? now[field]))
}

/** Undefined where the field is not seen. */
function jsonOf(one: HiddenValue | undefined): string | undefined {
  return one?.seen ? JSON.stringify(one.value ?? null) : undefined
}

/** Judges that nothing that refused updates of another donation sent is found in this one. */
function expectNothingOfIt({ record, exchange }: Shown, refused: readonly Exchange[]): void {
  const strange = SETTABLE_FIELDS.filter((field) => record[field] === REFUSED_DONOR[field])
  ensure(
    strange.length === 0,
    'nothing of what another donation was sent',
    strange.map((field) => `${field} ${JSON.stringify(record[field])}`).join(', '),
    [...refused, exchange],
    'UPDATE-15',
  )
}
