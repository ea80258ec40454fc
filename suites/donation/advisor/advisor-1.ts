import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { UPDATE_METHODS, type UpdateMethod } from '../../../client/donations/api.ts'
import { isJsonObject } from '../../../client/http/answer.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import { ADVISOR_FIELDS } from '../../../contract/index.ts'
import { NotApplicableError } from '../../../contract/verdict.ts'
import { advisor } from '../../../generators/index.ts'
import {
  type Context,
  cases,
  ensure,
  property,
  requirement,
  test,
  violate,
} from '../../../harness/authoring/index.ts'
import { ownerOf } from '../../axes/holders.ts'
import { anyMethod, BY_BOTH } from '../../axes/methods.ts'
import { actAs } from '../../axes/tokens.ts'
import { PLAIN_UPDATE, type UpdateBody } from '../../support/bodies.ts'
import { donationsByMethod, KINDS } from '../../support/donations.ts'
import { PLAIN_DONOR } from '../../support/donors.ts'
import { expectAccepted } from '../../support/expect-answer.ts'
import { hiddenValue } from '../../support/hidden.ts'
import { shownIfAny } from '../../support/record.ts'
import { OPEN_ROWS, ORDINARY_ROWS } from '../values/value-rows.ts'
import { valueTest } from '../values/value-test.ts'
import { EMAIL, FULL_ADVISOR, WITHOUT_EMAIL } from './examples.ts'

const MEMBERS = ADVISOR_FIELDS.map((field) => `advisor.${field}`)

/** Half of the members, by one bit of their numbers: over the three bits, each member is once sent without each other one. */
function half(bit: 0 | 1 | 2, value: 0 | 1): UpdateBody {
  return Object.fromEntries(
    Object.entries(WITHOUT_EMAIL).filter((_, index) => (((index + 1) >> bit) & 1) === value),
  )
}

/** Where an advisor is linked: by which method, on which of two donations, and beside what. */
const PLACES: readonly {
  readonly by: UpdateMethod
  readonly on: UpdateMethod
  readonly members: UpdateBody
  readonly others?: UpdateBody
}[] = [
  { by: 'PATCH', on: 'PATCH', members: WITHOUT_EMAIL },
  { by: 'PUT', on: 'PUT', members: WITHOUT_EMAIL },
  { by: 'PATCH', on: 'PUT', members: WITHOUT_EMAIL },
  { by: 'PUT', on: 'PATCH', members: half(0, 0), others: PLAIN_UPDATE },
  { by: 'PATCH', on: 'PATCH', members: half(0, 1), others: PLAIN_UPDATE },
  { by: 'PUT', on: 'PUT', members: half(1, 0) },
  { by: 'PATCH', on: 'PUT', members: half(1, 1) },
  { by: 'PUT', on: 'PATCH', members: half(2, 0) },
  { by: 'PATCH', on: 'PATCH', members: half(2, 1) },
]

/** An advisor with an email, with or without each of the seven other fields, is accepted, and linked where the target shows it. */
export const advisor1 = requirement(
  'ADVISOR-1',
  property(
    fc.tuple(anyMethod, advisor()),
    async (context, [by, value]) => {
      await expectLinked(context, await context.donation(), value, by)
    },
    { share: 0.01 },
  ),
  cases<UpdateBody>(
    'each field',
    {
      'email alone': { email: EMAIL },
      'all fields': FULL_ADVISOR,
      ...Object.fromEntries(
        Object.entries(WITHOUT_EMAIL).map(([field, value]) => [field, { email: EMAIL, [field]: value }]),
      ),
    },
    async (context, value) => {
      const donations = await donationsByMethod(context)
      for (const by of UPDATE_METHODS) await expectLinked(context, donations[by], value, by)
    },
  ),
  ...KINDS.map((kind) =>
    cases(`beside everything, ${kind}`, BY_BOTH, async (context, by) => {
      const donation = await context.donation(context.requireKind(kind))
      const [designation_id = null] = context.target.designationIds
      await expectLinked(context, donation, FULL_ADVISOR, by, { ...PLAIN_UPDATE, designation_id })
      const another = { email: 'another.advisor@example.com', title: 'Dr.' }
      await expectLinked(context, donation, another, by, { ...PLAIN_UPDATE, designation_id: null })
      // The donor may be their own advisor.
      await expectLinked(context, donation, { ...another, email: PLAIN_DONOR.donor_email }, by)
    }),
  ),
  test('each member, wherever another place keeps it', async (context) => {
    const donations = await donationsByMethod(context)
    const linkings: Linking[] = []
    for (const [turn, place] of PLACES.entries()) {
      await actAs(context, ownerOf(turn))
      linkings.push(await linkNew(context, donations[place.on], turn, place))
    }
    const stored = linkings.flatMap(({ sent, lost }) => sent.filter((member) => !lost.includes(member)))
    expectNoneLost(linkings, stored)
    expectNoneInherited(linkings)
    if (stored.length === 0) throw new NotApplicableError('nothing of an advisor is shown but the address')
  }),
  valueTest('texts and addresses', ORDINARY_ROWS, { fields: MEMBERS, together: 'ADVISOR-1' }),
  valueTest('texts that may be refused', OPEN_ROWS, { fields: MEMBERS }),
)

/** A new advisor that was linked: which members were sent beside the email, and which of them are not shown. */
interface Linking {
  readonly exchange: Exchange
  readonly sent: readonly string[]
  readonly lost: readonly string[]
  /** Those of the lost ones that are shown as empty: the target knows them, and has not stored them. */
  readonly emptied: readonly string[]
  /** Those that were not sent and are shown as of the advisor who was linked before. */
  readonly inherited: readonly string[]
}

/** Judges that no place loses a member that another one keeps, or shows one as empty beside others that it keeps. */
function expectNoneLost(linkings: readonly Linking[], stored: readonly string[]): void {
  for (const { exchange, sent, lost, emptied } of linkings) {
    for (const member of lost)
      ensure(!stored.includes(member), `advisor.${member}, which is stored elsewhere`, 'none', [exchange])
    const isPartKept = sent.some((member) => !lost.includes(member))
    for (const member of isPartKept ? emptied : [])
      violate(`advisor.${member}, as it was sent with the others`, 'none', [exchange])
  }
}

function expectNoneInherited(linkings: readonly Linking[]): void {
  for (const { exchange, inherited } of linkings)
    ensure(
      inherited.length === 0,
      'nothing of the advisor who was linked before in one who is new',
      inherited.map((member) => `advisor.${member}`).join(', '),
      [exchange],
    )
}

/**
 * Links an advisor who is new: what becomes of the members of a known one is open. The address comes last in every
 * second body and first in the others: a service might read only what stands before it, or only what stands behind it.
 */
async function linkNew(
  context: Context,
  donation: string,
  turn: number,
  { members, by, others = {} }: (typeof PLACES)[number],
): Promise<Linking> {
  const email = `advisor-${randomUUID().slice(0, 8)}@example.com`
  const advisor = turn % 2 === 0 ? { ...members, email } : { email, ...members }
  const exchange = await expectAccepted(context, donation, { ...others, advisor }, by, others)
  const isIt = (value: unknown) => isJsonObject(value) && value.email === email
  const record = shownIfAny(exchange)
  const now = await hiddenValue(context, donation, record, 'advisor', isIt)
  const shown = now.seen && isJsonObject(now.value) && isIt(now.value) ? now.value : {}
  const sent = Object.keys(members)
  return {
    exchange,
    sent,
    lost: sent.filter((member) => shown[member] !== members[member]),
    emptied: sent.filter((member) => member in shown && (shown[member] ?? '') === ''),
    inherited: Object.entries(WITHOUT_EMAIL).flatMap(([member, value]) =>
      !sent.includes(member) && shown[member] === value ? [member] : [],
    ),
  }
}

/** Judges that an advisor is accepted, and linked as far as the target shows it: by its email, or by any id at all. */
async function expectLinked(
  context: Context,
  donation: string,
  advisor: UpdateBody,
  by: UpdateMethod,
  others: UpdateBody = {},
): Promise<void> {
  const exchange = await expectAccepted(context, donation, { ...others, advisor }, by, others)
  const email = String(advisor.email).toLowerCase()
  const isIt = (value: unknown) =>
    isJsonObject(value) && (typeof value.email !== 'string' || value.email.toLowerCase() === email)
  const shown = shownIfAny(exchange)
  const now = await hiddenValue(context, donation, shown, 'advisor', isIt)
  // What is neither nothing nor an object has a form of its own.
  if (!now.seen || (now.value !== undefined && !isJsonObject(now.value))) return
  ensure(isIt(now.value), `the advisor ${email}, as it was accepted`, JSON.stringify(now.value ?? null), [
    exchange,
  ])
}
