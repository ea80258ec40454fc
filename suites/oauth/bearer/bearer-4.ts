import { setTimeout as sleep } from 'node:timers/promises'
import { UPDATE_METHODS } from '../../../client/donations/api.ts'
import { describeAnswer, isAccepted, statusOf } from '../../../client/http/answer.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import { InconclusiveError } from '../../../contract/verdict.ts'
import {
  axis,
  type Context,
  cases,
  covering,
  ensure,
  expect,
  requirement,
  test,
} from '../../../harness/authoring/index.ts'
import { callWith, FIRST_HOLDER, hold, outlast, TWO_OWNERS_AXIS } from '../../axes/bearer.ts'
import { requireOverlap } from '../../support/at-once.ts'
import { requireDonation } from '../../support/donations.ts'
import { EVENTS } from './events.ts'

/** Uses of one token after the first: enough for a service that lets a token be used only a few times. */
const USES = 4
const SIMULTANEOUS_USES = 8

/** Half a second and a little more: a token that is known only to a short-lived cache is forgotten by then. */
const CACHE_EXPIRY_MS = 600

/** Half of what may happen befalls the token of a code, the other half that of a refresh. */
const HALVES = axis('events', {
  'the first half': Object.values(EVENTS).filter((_, index) => index % 2 === 0),
  'the second half': Object.values(EVENTS).filter((_, index) => index % 2 === 1),
})
const EVENT_OWNERS = axis('token of', {
  'a refresh': { ...FIRST_HOLDER, refreshes: 1 },
  'a code': FIRST_HOLDER,
})

/** One token used again and again: in a row, after a pause, all at once, and after whatever else may happen. */
export const bearer4 = requirement(
  'BEARER-4',
  cases('in a row', TWO_OWNERS_AXIS.values, async (context, holder) => {
    const { accessToken } = await hold(context, holder)
    const authorization = `Bearer ${accessToken}`
    await requireOneUse(context, authorization)
    for (let use = 1; use <= context.times(USES); use++)
      expect(await context.api.organizations({ authorization })).toBeAccepted()
    await sleep(CACHE_EXPIRY_MS)
    expect(await context.api.organizations({ authorization })).toBeAccepted()
  }),
  test('at the same moment', async (context) => {
    const { api, target } = context
    const { accessToken } = await hold(context, FIRST_HOLDER)
    const authorization = `Bearer ${accessToken}`
    await requireOneUse(context, authorization)
    const uses = await context.atOnce(
      target.apiUrl,
      Array.from({ length: SIMULTANEOUS_USES }, () => () => api.organizations({ authorization })),
    )
    for (const use of uses) expect(use).toBeAccepted()
    requireOverlap(uses)
  }),
  cases('updates', TWO_OWNERS_AXIS.values, async (context, holder) => {
    requireDonation(context)
    const { api } = context
    const donation = await context.donation()
    const { accessToken } = await hold(context, holder)
    const authorization = `Bearer ${accessToken}`
    for (const method of UPDATE_METHODS) {
      const first = await api.update(method, donation, {}, { authorization })
      if (!isAccepted(first))
        throw new InconclusiveError(`an empty ${method} does not work even once (see UPDATE-6)`)
      for (let use = 1; use <= context.times(USES); use++)
        expectAlive(await api.update(method, donation, {}, { authorization }), [])
    }
  }),
  covering(
    'after each event',
    { events: HALVES, holder: EVENT_OWNERS },
    async (context, { events, holder }) => {
      requireDonation(context)
      const held = await hold(context, holder)
      const donation = await context.donation(context.known('other'))
      const authorization = `Bearer ${held.accessToken}`
      for (const call of ['PATCH', 'PUT', 'GET'] as const)
        if (!isAccepted(await callWith(context, call, donation, authorization)))
          throw new InconclusiveError(`${call} does not work even once (see ORG-5, UPDATE-6, REFRESH-2)`)
      for (const [index, happen] of events.entries()) {
        const caused = await happen(context, { donation, authorization, held })
        const call = (['GET', 'PATCH', 'PUT'] as const)[index % 3] ?? 'GET'
        expectAlive(await callWith(context, call, donation, authorization), caused)
      }
    },
    { strength: 1 },
  ),
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

/**
 * Judges that a token opened a call: a refusal for another reason than the token is for others to judge.
 * @param caused what happened before.
 */
function expectAlive(exchange: Exchange, caused: readonly Exchange[]): void {
  const isDead = [401, 403].includes(statusOf(exchange))
  ensure(!isDead, 'the token to work on within its lifetime', describeAnswer(exchange), [...caused, exchange])
}
