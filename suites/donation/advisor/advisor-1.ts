import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { UPDATE_METHODS, type UpdateMethod } from '../../../client/donations/api.ts'
import { recordOf } from '../../../client/donations/record.ts'
import { isJsonObject } from '../../../client/http/answer.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import { ADVISOR_FIELDS } from '../../../contract/index.ts'
import { NotApplicableError } from '../../../contract/verdict.ts'
import { advisor } from '../../../generators/index.ts'
import { type Context, cases, ensure, property, requirement } from '../../../harness/authoring/index.ts'
import { PLAIN_UPDATE, type UpdateBody } from '../../support/bodies.ts'
import { donationsByMethod, KINDS } from '../../support/donations.ts'
import { expectAccepted } from '../../support/expect-answer.ts'
import { hiddenValue } from '../../support/hidden.ts'
import { anyMethod, BY_BOTH } from '../../support/methods.ts'
import { OPEN_ROWS, ORDINARY_ROWS } from '../values/value-rows.ts'
import { valueTest } from '../values/value-test.ts'
import { EMAIL, FULL_ADVISOR, WITHOUT_EMAIL } from './examples.ts'

const MEMBERS = ADVISOR_FIELDS.map((field) => `advisor.${field}`)

/** An advisor with an email, with or without each of the seven other fields, is accepted, and linked where the target shows it. */
export const advisor1 = requirement(
  'ADVISOR-1',
  property(
    fc.tuple(anyMethod, advisor()),
    async (context, [by, value]) => {
      await expectLinked(context, await context.donation(), value, by)
    },
    { share: 0.03 },
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
      const donation = await context.donation(context.known(kind))
      const [designation_id = null] = context.target.designationIds
      await expectLinked(context, donation, FULL_ADVISOR, by, { ...PLAIN_UPDATE, designation_id })
      await expectLinked(context, donation, { email: 'another.advisor@example.com', title: 'Dr.' }, by, {
        ...PLAIN_UPDATE,
        designation_id: null,
      })
    }),
  ),
  cases('members beside one another', BY_BOTH, async (context, by) => {
    const donation = await context.donation()
    const members: UpdateBody = WITHOUT_EMAIL
    const { exchange, lost } = await linkNew(context, donation, members, by)
    if (lost.length === Object.keys(members).length)
      throw new NotApplicableError('nothing of an advisor is shown but the address')
    for (const member of lost) {
      const alone = await linkNew(context, donation, { [member]: members[member] }, by)
      ensure(alone.lost.length > 0, `advisor.${member}, which is kept where it is sent alone`, 'none', [
        exchange,
        alone.exchange,
      ])
    }
  }),
  valueTest('texts and addresses', ORDINARY_ROWS, { fields: MEMBERS, together: 'ADVISOR-1' }),
  valueTest('texts that may be refused', OPEN_ROWS, { fields: MEMBERS }),
)

/**
 * Links an advisor who is new: of one who is known it is open what becomes of the members.
 * @returns which members the target does not show afterwards.
 */
async function linkNew(
  context: Context,
  donation: string,
  members: UpdateBody,
  by: UpdateMethod,
): Promise<{ readonly exchange: Exchange; readonly lost: readonly string[] }> {
  const advisor = { ...members, email: `advisor-${randomUUID().slice(0, 8)}@example.com` }
  const exchange = await expectAccepted(context, donation, { advisor }, by)
  const isIt = (value: unknown) => isJsonObject(value) && value.email === advisor.email
  const record = { record: recordOf(exchange) ?? {}, exchange }
  const now = await hiddenValue(context, donation, record, 'advisor', isIt)
  const shown = now.seen && isJsonObject(now.value) ? now.value : {}
  return { exchange, lost: Object.keys(members).filter((member) => !shown[member]) }
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
  const shown = { record: recordOf(exchange) ?? {}, exchange }
  const now = await hiddenValue(context, donation, shown, 'advisor', isIt)
  // What is neither nothing nor an object has a form of its own.
  if (!now.seen || (now.value !== undefined && !isJsonObject(now.value))) return
  ensure(isIt(now.value), `the advisor ${email}, as it was accepted`, JSON.stringify(now.value ?? null), [
    exchange,
  ])
}
