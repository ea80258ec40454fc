import fc from 'fast-check'
import { UPDATE_METHODS, type UpdateMethod } from '../../client/donations/api.ts'
import { isAccepted, isJsonObject, isRefused } from '../../client/http/answer.ts'
import type { Exchange } from '../../client/http/exchange.ts'
import { ADVISOR_FIELDS } from '../../contract/index.ts'
import { InconclusiveError, NotApplicableError } from '../../contract/verdict.ts'
import { advisor, advisorWithoutEmail, brokenAdvisor } from '../../generators/index.ts'
import { ensure } from '../../harness/authoring/expect.ts'
import { requirement } from '../../harness/authoring/requirement.ts'
import type { Context } from '../../harness/session/context.ts'
import { judgeWithControl } from '../support/control.ts'
import {
  apply,
  BY_BOTH,
  expectAccepted,
  expectRefusedByBoth,
  PLAIN_DONOR,
  read,
  recordOf,
  type Shown,
  type UpdateBody,
} from '../support/donation.ts'
import { type Hidden, hidden, notShown } from '../support/hidden.ts'

const FULL_ADVISOR = {
  email: 'full.advisor@example.com',
  first_name: 'Ada',
  middle_name: 'King',
  last_name: 'Lovelace',
  title: 'Counsellor',
  bio: 'Knows numbers.',
  sec_url: 'https://adviserinfo.example.com/individual/summary/10472583',
  firm_name: 'Engines',
}

const { email: EMAIL, ...NAMELESS } = FULL_ADVISOR

/** Everything that any donation takes, but for the advisor. */
const ALL_BUT_ADVISOR = {
  ...PLAIN_DONOR,
  donor_postal_code: 'AD500',
  donor_country: 'ad',
  memo: 'thank you',
  designation_id: null,
}

/** Updates that say nothing of the advisor: nothing at all, each field by itself, and everything. */
const WITHOUT_ADVISOR: Readonly<Record<string, readonly [UpdateMethod, UpdateBody]>> = {
  ...Object.fromEntries(
    UPDATE_METHODS.flatMap((by) => [
      [`${by} of nothing`, [by, {}] as const],
      [`${by} of everything else`, [by, ALL_BUT_ADVISOR] as const],
    ]),
  ),
  // That both methods do alike is for UPDATE-5 to judge.
  ...Object.fromEntries(
    Object.entries(ALL_BUT_ADVISOR).map(([field, value], index) => {
      const by = UPDATE_METHODS[index % UPDATE_METHODS.length] ?? 'PATCH'
      return [`${by} of ${field}`, [by, { [field]: value }] as const]
    }),
  ),
}

/** The email of the advisor that is linked, as far as it is shown; undefined where none is. */
async function linkedEmail(context: Context, donation: string, shown: Shown): Promise<string | undefined> {
  return emailOf(await hidden(context, donation, shown, 'advisor'))
}

function emailOf(now: Hidden): string | undefined {
  if (!now.seen) throw notShown('advisor')
  if (now.value === undefined) return undefined
  const isObject = typeof now.value === 'object' && now.value !== null
  if (isObject && 'email' in now.value && typeof now.value.email === 'string') return now.value.email
  throw notShown('advisor')
}

/** What is shown of an advisor where none should be linked: a service may show the fields of nobody, all empty. */
async function remainsOf(context: Context, donation: string, shown: Shown): Promise<string | undefined> {
  const now = await hidden(context, donation, shown, 'advisor')
  const fields = now.seen && isJsonObject(now.value) ? Object.values(now.value) : []
  if (fields.length > 0 && fields.every((value) => value === null || value === '')) return undefined
  const sent: readonly unknown[] = Object.values(FULL_ADVISOR)
  const left = fields.filter((value) => value !== '' && sent.includes(value))
  return left.length > 0 ? left.join(', ') : emailOf(now)
}

/**
 * Links an advisor where the target shows that it is linked.
 * @returns what the target shows of it as it was sent.
 */
async function link(context: Context, donation: string): Promise<readonly string[]> {
  const shown = await apply(context, donation, { advisor: FULL_ADVISOR })
  const linked = await linkedEmail(context, donation, shown)
  if (linked?.toLowerCase() !== EMAIL)
    throw new InconclusiveError('an advisor that was linked is not shown as linked')
  const lost = await lostFields(context, donation, shown, Object.keys(NAMELESS))
  return Object.keys(NAMELESS).filter((field) => !lost.includes(field))
}

/** Which of these fields of the linked advisor are not shown as they were sent. */
async function lostFields(
  context: Context,
  donation: string,
  shown: Shown,
  fields: readonly string[],
): Promise<readonly string[]> {
  const now = await hidden(context, donation, shown, 'advisor')
  const value: object = now.seen && typeof now.value === 'object' && now.value !== null ? now.value : {}
  const present = new Map<string, unknown>(Object.entries(value))
  const sent = new Map<string, unknown>(Object.entries(FULL_ADVISOR))
  return fields.filter((field) => present.get(field) !== sent.get(field))
}

function shownBy(exchange: Exchange): Shown {
  const record = recordOf(exchange)
  if (record) return { record, exchange }
  throw new InconclusiveError('the answer holds no record (see UPDATE-1)')
}

requirement('ADVISOR-1').property(
  fc.tuple(fc.constantFrom<UpdateMethod>(...UPDATE_METHODS), advisor()),
  async (context, [by, value]) => {
    await expectAccepted(context, await context.donation(), { advisor: value }, by)
  },
  { share: 0.25 },
)

requirement('ADVISOR-1', 'each field').cases<UpdateBody>(
  {
    'email alone': { email: EMAIL },
    'all fields': FULL_ADVISOR,
    ...Object.fromEntries(
      Object.entries(NAMELESS).map(([field, value]) => [field, { email: EMAIL, [field]: value }]),
    ),
  },
  async (context, value) => {
    const donation = await context.donation()
    for (const by of UPDATE_METHODS) await expectAccepted(context, donation, { advisor: value }, by)
  },
)

requirement('ADVISOR-2').property(
  advisorWithoutEmail(),
  async (context, value) => expectRefusedByBoth(context, await context.donation(), { advisor: value }),
  { share: 0.1 },
)

requirement('ADVISOR-2', 'each field').cases<UpdateBody>(
  {
    'an empty object': {},
    'all fields but email': NAMELESS,
    'an unknown field': { mail: EMAIL },
    'another letter case': { Email: EMAIL },
    ...Object.fromEntries(
      Object.entries(NAMELESS).map(([field, value]) => [`only ${field}`, { [field]: value }]),
    ),
  },
  async (context, value) => {
    const donation = await context.donation()
    await expectRefusedByBoth(context, donation, { advisor: value })
    await expectRefusedByBoth(context, donation, { ...PLAIN_DONOR, memo: 'thank you', advisor: value })
    // Where one is linked already, its email must not stand in for the missing one.
    await apply(context, donation, { advisor: { email: EMAIL } })
    await expectRefusedByBoth(context, donation, { advisor: value })
  },
)

requirement('ADVISOR-3').cases(BY_BOTH, async (context, by) => {
  const donation = await context.donation()
  // Where none can be set either, it is not about null.
  await expectAccepted(context, donation, { advisor: null }, by, { advisor: FULL_ADVISOR })
  await expectAccepted(context, donation, { advisor: null, donor_city: 'Rome' }, by, { donor_city: 'Rome' })
  await link(context, donation)
  const exchange = await expectAccepted(context, donation, { advisor: null }, by)
  for (const shown of [shownBy(exchange), await read(context, donation)]) {
    const left = await remainsOf(context, donation, shown)
    ensure(left === undefined, 'no advisor after null', `advisor ${left}`, [exchange, shown.exchange])
  }
})

requirement('ADVISOR-4').cases<readonly [UpdateMethod, UpdateBody]>(
  WITHOUT_ADVISOR,
  async (context, [by, body]) => {
    const donation = await context.donation()
    const fields = await link(context, donation)
    const exchange = await context.api.update(by, donation, body)
    if (!isAccepted(exchange))
      throw new InconclusiveError('an update without advisor was refused (see UPDATE-1)')
    await expectStillLinked(context, donation, exchange, fields)
  },
)

requirement('ADVISOR-4', 'a designation').cases(BY_BOTH, async (context, by) => {
  const [designation_id] = context.target.designationIds
  if (designation_id === undefined)
    throw new NotApplicableError('no designation is known: other updates decide')
  const donation = await context.donation()
  const fields = await link(context, donation)
  const { exchange } = await apply(context, donation, { designation_id }, by)
  await expectStillLinked(context, donation, exchange, fields)
})

requirement('ADVISOR-4', 'pledged donations').cases<UpdateBody>(
  { quantity: { quantity: 3 }, identifier: { identifier: 'B-2' }, source: { source: 'gala' } },
  async (context, body) => {
    const donation = await context.donation(context.known('pledged'))
    const fields = await link(context, donation)
    const { exchange } = await apply(context, donation, body)
    await expectStillLinked(context, donation, exchange, fields)
  },
)

requirement('ADVISOR-5').property(
  brokenAdvisor(),
  async (context, { advisor: value }) =>
    expectRefusedByBoth(context, await context.donation(), { advisor: value }),
  { share: 0.1 },
)

requirement('ADVISOR-5', 'each field').cases<UpdateBody>(
  {
    'email null': { ...FULL_ADVISOR, email: null },
    'email empty': { ...FULL_ADVISOR, email: '' },
    'email no address': { ...FULL_ADVISOR, email: 'no address' },
    'email with nothing before the @': { ...FULL_ADVISOR, email: '@example.com' },
    'email with nothing after the @': { ...FULL_ADVISOR, email: 'ada@' },
    ...Object.fromEntries(
      ADVISOR_FIELDS.flatMap((field) =>
        Object.entries({ 'a number': 7, true: true, 'an array': ['a'], 'an object': { a: 1 } }).map(
          ([kind, value]) => [`${field} ${kind}`, { ...FULL_ADVISOR, [field]: value }],
        ),
      ),
    ),
  },
  async (context, value) => expectRefusedByBoth(context, await context.donation(), { advisor: value }),
)

requirement('ADVISOR-6').cases<unknown>(
  {
    'an email address': EMAIL,
    'an empty string': '',
    'a number': 7,
    zero: 0,
    true: true,
    false: false,
    'an array': [FULL_ADVISOR],
    'an empty array': [],
  },
  async (context, value) => expectRefusedByBoth(context, await context.donation(), { advisor: value }),
)

requirement('ADVISOR-7').cases(BY_BOTH, async (context, by) => {
  const { inspector } = context
  const [one, other] = await context.donations('any', 'any')
  const email = `linked.twice.${by.toLowerCase()}@example.com`
  for (const [id, first_name, last_name] of [
    [one, 'Ada', 'King'],
    [other, 'Ada', 'King'],
    [one, 'Ada', 'King'],
    [other, 'Augusta', 'Lovelace'],
    [one, 'Augusta', 'Lovelace'],
  ] as const) {
    await apply(context, id, { advisor: { email, first_name, last_name } }, by)
  }
  const advisors = await inspector.advisors(email)
  ensure(advisors.length === 1, 'one advisor with this email', `${advisors.length}`, [])
  const ids = await Promise.all([one, other].map(async (id) => (await inspector.donation(id)).advisor?.id))
  ensure(ids[0] !== undefined && ids[0] === ids[1], 'the same advisor on both donations', ids.join(', '), [])
})

requirement('ADVISOR-8').cases<UpdateBody>(
  {
    'a bad email': { donor_email: 'no address' },
    'a wrong type': { donor_city: 7 },
    'a null advisor beside a bad email': { advisor: null, donor_email: 'no address' },
    'another advisor beside a bad email': {
      advisor: { email: 'other@example.com' },
      donor_email: 'no address',
    },
    'another advisor beside a bad designation': {
      advisor: { email: 'other@example.com' },
      designation_id: 'none',
    },
    'an advisor without email': { advisor: { first_name: 'Grace' } },
    'an advisor that is no object': { advisor: 7 },
    'a gated field': { quantity: 2 },
    'a designation that is unknown': { designation_id: '5b1f0c3e-7a2d-4e88-9c41-6d2f8b7a0e13' },
  },
  async (context, body) => {
    const donation = await context.donation('other')
    const fields = await link(context, donation)
    for (const by of UPDATE_METHODS) {
      const refused = await context.api.update(by, donation, body)
      if (!isRefused(refused))
        throw new InconclusiveError('the update was not refused, so there is nothing to look at')
      await judgeWithControl(
        () => expectStillLinked(context, donation, refused, fields),
        async () => {
          const shown = await link(context, donation)
          await expectStillLinked(context, donation, (await read(context, donation)).exchange, shown)
        },
        'ADVISOR-4',
      )
    }
  },
)

/** Judges that the advisor of `link` is linked still, with the fields that were shown, in the answer and afterwards. */
async function expectStillLinked(
  context: Context,
  donation: string,
  cause: Exchange,
  fields: readonly string[],
): Promise<void> {
  const record = recordOf(cause)
  const answers = record && 'advisor' in record ? [{ record, exchange: cause }] : []
  for (const shown of [...answers, await read(context, donation)]) {
    const linked = await linkedEmail(context, donation, shown)
    ensure(linked?.toLowerCase() === EMAIL, `the advisor ${EMAIL} as before`, `${linked ?? 'no advisor'}`, [
      cause,
      shown.exchange,
    ])
    const lost = await lostFields(context, donation, shown, fields)
    ensure(lost.length === 0, `the ${lost.join(', ')} of the advisor as before`, 'another, or none', [
      cause,
      shown.exchange,
    ])
  }
}
