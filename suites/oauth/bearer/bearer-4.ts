import { setTimeout as sleep } from 'node:timers/promises'
import { UPDATE_METHODS } from '../../../client/donations/api.ts'
import { isAccepted } from '../../../client/http/answer.ts'
import type { RequirementId } from '../../../contract/index.ts'
import { InconclusiveError } from '../../../contract/verdict.ts'
import { type Context, expect, requirement, test } from '../../../harness/authoring/index.ts'
import { requireOverlap } from '../../support/at-once.ts'
import { requireDonation } from '../../support/donations.ts'

/** Uses of one token after the first: enough for a service that lets a token be used only a few times. */
const USES = 5
const SIMULTANEOUS_USES = 8

/** Half a second and a little more: a token that is known only to a short-lived cache is forgotten by then. */
const CACHE_EXPIRY_MS = 600

/** One token used again and again: in a row, after a pause, all at once, and for updates by both methods. */
export const bearer4 = requirement(
  'BEARER-4',
  test(async (context) => {
    const { accessToken } = await context.oauth.signIn()
    const authorization = `Bearer ${accessToken}`
    await requireOneUse(context, authorization, 'ORG-5')
    await expectMoreUses(context, authorization)
    await sleep(CACHE_EXPIRY_MS)
    expect(await context.api.organizations({ authorization })).toBeAccepted()
  }),
  test('of a refresh', async (context) => {
    const { refreshToken } = await context.oauth.signInForChain()
    const { accessToken } = await context.oauth.renew(refreshToken)
    const authorization = `Bearer ${accessToken}`
    await requireOneUse(context, authorization, 'REFRESH-2')
    await expectMoreUses(context, authorization)
  }),
  test('at the same moment', async (context) => {
    const { oauth, api, target } = context
    const { accessToken } = await oauth.signIn()
    const authorization = `Bearer ${accessToken}`
    await requireOneUse(context, authorization, 'ORG-5')
    const uses = await context.atOnce(
      target.apiUrl,
      Array.from({ length: SIMULTANEOUS_USES }, () => () => api.organizations({ authorization })),
    )
    for (const use of uses) expect(use).toBeAccepted()
    requireOverlap(uses)
  }),
  test('updates', async (context) => {
    const { oauth, api } = context
    requireDonation(context)
    const donation = await context.donation()
    const { accessToken } = await oauth.signIn()
    const authorization = `Bearer ${accessToken}`
    for (const method of UPDATE_METHODS) {
      const first = await api.update(method, donation, {}, { authorization })
      if (!isAccepted(first))
        throw new InconclusiveError(`an empty ${method} does not work even once (see UPDATE-6)`)
      for (let use = 1; use <= context.times(USES); use++)
        expect(await api.update(method, donation, {}, { authorization })).toBeAccepted()
    }
  }),
)

/**
 * @param see the requirement that judges a first use.
 * @throws InconclusiveError where the token does not open a call even once.
 */
async function requireOneUse({ api }: Context, authorization: string, see: RequirementId): Promise<void> {
  if (isAccepted(await api.organizations({ authorization }))) return
  throw new InconclusiveError(`the token does not work even once (see ${see})`)
}

async function expectMoreUses(context: Context, authorization: string): Promise<void> {
  for (let use = 1; use <= context.times(USES); use++)
    expect(await context.api.organizations({ authorization })).toBeAccepted()
}
