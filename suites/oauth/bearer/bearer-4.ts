import { setTimeout as sleep } from 'node:timers/promises'
import { describeAnswer, isAccepted, statusOf } from '../../../client/http/answer.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import { InconclusiveError } from '../../../contract/verdict.ts'
import { type Context, cases, ensure, expect, requirement, test } from '../../../harness/authoring/index.ts'
import { callWith, FIRST_HOLDER, type Holder, hold, outlast, TWO_OWNERS_AXIS } from '../../axes/bearer.ts'
import { untilOverlap } from '../../support/at-once.ts'
import { requireDonation } from '../../support/donations.ts'
import { type AtWork, EVENTS, type Event } from './events.ts'

/** Reads in a row at the end: enough for a service that lets a token be used only a few times. */
const USES = 4
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

/** So many things happen before the token is tried again; where it is dead by then, each is tried by itself. */
const GROUP = 4

const GROUPS = Array.from({ length: Math.ceil(Object.keys(EVENTS).length / GROUP) }, (_, index) =>
  Object.values(EVENTS).slice(index * GROUP, (index + 1) * GROUP),
)

/** One token used again and again: in a row, after a pause, all at once, and after whatever else may happen. */
export const bearer4 = requirement(
  'BEARER-4',
  test('at the same moment', async (context) => {
    const { api, target } = context
    const { accessToken } = await hold(context, FIRST_HOLDER)
    const authorization = `Bearer ${accessToken}`
    await requireOneUse(context, authorization)
    await untilOverlap(context, async () => {
      const uses = await context.atOnce(
        target.apiUrl,
        Array.from({ length: SIMULTANEOUS_USES }, () => () => api.organizations({ authorization })),
      )
      for (const use of uses) expect(use).toBeAccepted()
      return uses
    })
  }),
  cases('after whatever may happen', TWO_OWNERS_AXIS.values, async (context, holder) => {
    requireDonation(context)
    const at = await begin(context, holder)
    const call = (one: Call) => callWith(context, one, at.donation, at.authorization)
    for (const group of GROUPS) {
      const caused: Exchange[] = []
      for (const happen of group) caused.push(...(await happen(context, at)))
      const after = await call('GET')
      if (isDead(after)) for (const happen of group) await expectHarmless(context, holder, happen)
      expectAlive(after, caused)
    }
    for (const one of CALLS) expectAlive(await call(one), [])
    const { api } = context
    for (let use = 1; use <= context.times(USES); use++) {
      const headers = use % 2 === 0 ? ELSEWHERE : {}
      expect(await api.organizations({ authorization: at.authorization, headers })).toBeAccepted()
    }
    await sleep(CACHE_EXPIRY_MS)
    expect(await call('GET')).toBeAccepted()
  }),
  cases('of other users', OTHER_USERS, (context, user) => expectUsable(context, { ...FIRST_HOLDER, user })),
  cases('as the last act', TWO_OWNERS_AXIS.values, async (context, holder) => {
    const held = await hold(context, holder)
    const began = context.serviceNow
    const authorization = `Bearer ${held.accessToken}`
    await requireOneUse(context, authorization)
    await outlast(context, held, began)
    expect(await context.api.organizations({ authorization })).toBeAccepted()
  }),
)

/** @throws InconclusiveError where the token does not open a call even once. */
async function requireOneUse({ api }: Context, authorization: string): Promise<void> {
  if (isAccepted(await api.organizations({ authorization }))) return
  throw new InconclusiveError('the token does not work even once (see ORG-5, REFRESH-2)')
}

/** @throws ViolationError where a token dies of being used, and another one as well. */
async function expectUsable(context: Context, holder: Holder, isSecond = false): Promise<void> {
  const { accessToken } = await hold(context, holder)
  const authorization = `Bearer ${accessToken}`
  await requireOneUse(context, authorization)
  for (let use = 2; use <= USES_OF_OTHERS; use++) {
    const exchange = await context.api.organizations({ authorization })
    // Another test of this user may have ended what they were granted.
    if (isDead(exchange) && !isSecond) return expectUsable(context, holder, true)
    expectAlive(exchange, [])
  }
}

type Call = 'PATCH' | 'PUT' | 'GET'

const CALLS: readonly Call[] = ['PATCH', 'PUT', 'GET']

/**
 * A token that opens each call once.
 * @throws ViolationError where it opens the first one, and not again; InconclusiveError where it does not open one.
 */
async function begin(context: Context, holder: Holder): Promise<AtWork> {
  const held = await hold(context, holder)
  const donation = await context.donation(context.known('other'))
  const authorization = `Bearer ${held.accessToken}`
  for (const call of CALLS) {
    if (isAccepted(await callWith(context, call, donation, authorization))) continue
    // What opened the first call and does not open it again has died of that.
    if (call !== CALLS[0]) expectAlive(await callWith(context, 'PATCH', donation, authorization), [])
    throw new InconclusiveError(`${call} does not work even once (see ORG-5, UPDATE-6, REFRESH-2)`)
  }
  return { held, donation, authorization }
}

/** @throws ViolationError where a token that was used for nothing else dies of what happens. */
async function expectHarmless(context: Context, holder: Holder, happen: Event): Promise<void> {
  const at = await begin(context, holder)
  const caused = await happen(context, at)
  for (const call of CALLS) expectAlive(await callWith(context, call, at.donation, at.authorization), caused)
}

const isDead = (exchange: Exchange) => [401, 403].includes(statusOf(exchange))

/**
 * Judges that a token opened a call: a refusal for another reason than the token is for others to judge.
 * @param caused what happened before.
 */
function expectAlive(exchange: Exchange, caused: readonly Exchange[]): void {
  ensure(!isDead(exchange), 'the token to work on within its lifetime', describeAnswer(exchange), [
    ...caused,
    exchange,
  ])
}
