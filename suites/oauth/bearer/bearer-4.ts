import { setTimeout as sleep } from 'node:timers/promises'
import { describeAnswer, isAccepted, jsonOf, statusOf } from '../../../client/http/answer.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import { NotApplicableError } from '../../../contract/verdict.ts'
import {
  type Context,
  cases,
  ensure,
  expect,
  inParts,
  requirement,
  test,
} from '../../../harness/authoring/index.ts'
import { type Call, callWith } from '../../axes/calls.ts'
import { EXTREME_OWNERS_AXIS, FIRST_HOLDER, type Holder } from '../../axes/holders.ts'
import { outlast } from '../../axes/token-lifetime.ts'
import { newTokens, newTokensApart } from '../../axes/tokens.ts'
import { untilOverlap } from '../../support/at-once.ts'
import { hasDonations, requireDonation } from '../../support/donations.ts'
import { type AtWork, begin, CALLS, expectAlive, isDead, requireOneUse } from './at-work.ts'
import { EVENTS, type Event } from './events.ts'

/** Reads in a row at the end: enough for a service that lets a token be used only a few times. */
const USES = 4
/** A partner asks all day long with one token. */
const MANY_USES = 16
const USES_OF_OTHERS = 3
const SIMULTANEOUS_USES = 8

const OTHER_USERS = {
  'several organizations': 'a user with several organizations',
  'no organization': 'a user without organizations',
} as const

/** Half a second and a little more: a token that is known only to a short-lived cache is forgotten by then. */
const CACHE_EXPIRY_MS = 600

/** A partner has several servers, and changes its programs. */
const ELSEWHERE = {
  'user-agent': 'another-program/2.0',
  'accept-language': 'fr',
  'x-forwarded-for': '203.0.113.7',
}

/** How many events happen before the token is tried again. Where it is dead by then, each event is tried by itself. */
const GROUP = 4

const GROUPS = inParts(Object.values(EVENTS), GROUP)

/** One token used again and again: in a row, after a pause, all at once, and after whatever else may happen. */
export const bearer4 = requirement(
  'BEARER-4',
  test('at the same moment', async (context) => {
    if (hasDonations(context)) throw new NotApplicableError('the token after whatever may happen decides')
    const { accessToken } = await newTokens(context, FIRST_HOLDER)
    const authorization = `Bearer ${accessToken}`
    await requireOneUse(context, authorization, FIRST_HOLDER)
    await expectUsableAtOnce(context, authorization)
  }),
  cases('after whatever may happen', EXTREME_OWNERS_AXIS.values, async (context, holder) => {
    requireDonation(context)
    const at = await begin(context, holder)
    const call = (one: Call) => callWith(context, one, at.donation, at.authorization)
    for (const group of GROUPS) {
      const caused: Exchange[] = []
      for (const happen of group) caused.push(...(await happen(context, at)))
      const after = await call('GET')
      if (isDead(after)) for (const happen of group) await expectHarmless(context, holder, happen)
      expectAlive(context, at, after, caused)
      expectJson(after)
    }
    for (const one of CALLS) expectAlive(context, at, await call(one))
    const uses = holder === FIRST_HOLDER ? MANY_USES : USES
    for (let use = 1; use <= context.times(uses); use++)
      await expectUse(context, at, use % 2 === 0 ? ELSEWHERE : {})
    await sleep(CACHE_EXPIRY_MS)
    await expectUse(context, at)
    // The token that was used most by then: some are counted.
    if (holder === FIRST_HOLDER) await expectUsableAtOnce(context, at.authorization, at.donation)
  }),
  cases('of other users', OTHER_USERS, (context, user) => expectUsable(context, { ...FIRST_HOLDER, user })),
  cases('as the last act', EXTREME_OWNERS_AXIS.values, async (context, holder) => {
    // In a session that nobody else has: an approval in the same one may end the grant.
    const held = await newTokensApart(context, holder)
    const began = context.serviceNow
    const authorization = `Bearer ${held.accessToken}`
    await requireOneUse(context, authorization, holder)
    await outlast(context, held, began)
    expect(await context.api.organizations({ authorization })).toBeAccepted()
  }),
)

/**
 * Judges that a token opens calls at the same moment. An update of the same donation may be refused then for the others,
 * but not for its token.
 */
async function expectUsableAtOnce(context: Context, authorization: string, donation?: string): Promise<void> {
  const calls = Array.from({ length: SIMULTANEOUS_USES }, (_, turn) =>
    donation === undefined ? 'GET' : (CALLS[turn % CALLS.length] ?? 'GET'),
  )
  await untilOverlap(context, async () => {
    const uses = await context.atOnce(
      context.target.apiUrl,
      calls.map((call) => () => callWith(context, call, donation ?? '', authorization)),
    )
    for (const [turn, use] of uses.entries())
      if (calls[turn] === 'GET') expect(use).toBeAccepted()
      else ensure(statusOf(use) !== 401, 'the token to work', describeAnswer(use), [use])
    return uses
  })
}

/** @throws ViolationError where a token dies of being used, and another one as well. */
async function expectUsable(context: Context, holder: Holder, isSecond = false): Promise<void> {
  const began = context.serviceNow
  const held = await newTokens(context, holder)
  const authorization = `Bearer ${held.accessToken}`
  await requireOneUse(context, authorization, holder)
  for (let use = 2; use <= USES_OF_OTHERS; use++) {
    const exchange = await context.api.organizations({ authorization })
    // Another test of this user may have ended what they were granted.
    if (isDead(exchange) && !isSecond) return expectUsable(context, holder, true)
    expectAlive(context, { held, began }, exchange)
  }
}

/** @throws ViolationError where a token that was used for nothing else dies of what happens. */
async function expectHarmless(context: Context, holder: Holder, happen: Event): Promise<void> {
  const at = await begin(context, holder)
  const caused = await happen(context, at)
  for (const call of CALLS)
    expectAlive(context, at, await callWith(context, call, at.donation, at.authorization), caused)
}

/** Judges that a token opens a read. */
async function expectUse(
  context: Context,
  at: AtWork,
  headers: Readonly<Record<string, string>> = {},
): Promise<void> {
  const use = await context.api.organizations({ authorization: at.authorization, headers })
  expectAlive(context, at, use)
  expect(use).toBeAccepted()
  expectJson(use)
}

/** Judges that a read that was accepted is answered as the first one was. */
function expectJson(read: Exchange): void {
  const isEmpty = isAccepted(read) && jsonOf(read) === undefined
  ensure(!isEmpty, 'a JSON body, as before', describeAnswer(read), [read], 'ORG-5')
}
