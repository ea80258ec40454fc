import { setTimeout as sleep } from 'node:timers/promises'
import { UPDATE_METHODS } from '../../../client/donations/api.ts'
import { isAccepted } from '../../../client/http/answer.ts'
import type { RequirementId } from '../../../contract/index.ts'
import { InconclusiveError } from '../../../contract/verdict.ts'
import { type Context, expect, requirement, test } from '../../../harness/authoring/index.ts'
import { requireDonation } from '../../support/donation.ts'
import { A_WHILE_MS } from './tokens.ts'

export const bearer4 = requirement(
  'BEARER-4',
  test(async (context) => {
    const { oauth, api } = context
    const authorization = `Bearer ${(await oauth.signIn()).accessToken}`
    await requireOneUse(context, authorization, 'ORG-5')
    for (let use = 0; use < context.times(5); use++)
      expect(await api.organizations({ authorization })).toBeAccepted()
    await sleep(A_WHILE_MS)
    expect(await api.organizations({ authorization })).toBeAccepted()
  }),
  test('of a refresh', async (context) => {
    const { oauth, api } = context
    const { refreshToken } = await oauth.signInForChain()
    const authorization = `Bearer ${(await oauth.renew(refreshToken)).accessToken}`
    await requireOneUse(context, authorization, 'REFRESH-2')
    for (let use = 0; use < context.times(5); use++)
      expect(await api.organizations({ authorization })).toBeAccepted()
  }),
  test('at the same moment', async (context) => {
    const { oauth, api } = context
    const authorization = `Bearer ${(await oauth.signIn()).accessToken}`
    await requireOneUse(context, authorization, 'ORG-5')
    const uses = Array.from({ length: context.times(8) }, () => api.organizations({ authorization }))
    for (const use of await Promise.all(uses)) expect(use).toBeAccepted()
  }),
  test('updates', async (context) => {
    const { oauth, api } = context
    requireDonation(context)
    const donation = await context.donation()
    const authorization = `Bearer ${(await oauth.signIn()).accessToken}`
    for (const method of UPDATE_METHODS) {
      const first = await api.update(method, donation, {}, { authorization })
      if (!isAccepted(first))
        throw new InconclusiveError(`an empty ${method} does not work even once (see UPDATE-6)`)
      for (let use = 0; use < context.times(5); use++) {
        expect(await api.update(method, donation, {}, { authorization })).toBeAccepted()
      }
    }
  }),
)

/** @throws InconclusiveError where the token does not open a call even once, which another requirement judges. */
async function requireOneUse({ api }: Context, authorization: string, see: RequirementId): Promise<void> {
  if (isAccepted(await api.organizations({ authorization }))) return
  throw new InconclusiveError(`the token does not work even once (see ${see})`)
}
