import fc from 'fast-check'
import { UPDATE_METHODS, type UpdateMethod } from '../../../client/donations/api.ts'
import { isJsonObject } from '../../../client/http/answer.ts'
import { ADVISOR_FIELDS } from '../../../contract/index.ts'
import { NotApplicableError } from '../../../contract/verdict.ts'
import { advisor } from '../../../generators/index.ts'
import { type Context, cases, ensure, property, requirement, test } from '../../../harness/authoring/index.ts'
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
import { expectNoneInherited, expectNoneLost, type Linking, linkNew, PLACES } from './new-advisor.ts'

const MEMBERS = ADVISOR_FIELDS.map((field) => `advisor.${field}`)

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
