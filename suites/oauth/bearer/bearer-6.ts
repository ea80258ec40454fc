import { setTimeout as sleep } from 'node:timers/promises'
import { UPDATE_METHODS } from '../../../client/donations/api.ts'
import { isAccepted } from '../../../client/http/answer.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import { InconclusiveError, NotApplicableError } from '../../../contract/verdict.ts'
import { type Context, cases, requirement } from '../../../harness/authoring/index.ts'
import { expectUnchanged, read } from '../../support/donation.ts'
import { A_WHILE_MS, BODY, expiredToken, UNKNOWN_TOKEN } from './tokens.ts'

export const bearer6 = requirement(
  'BEARER-6',
  cases<(context: Context) => Promise<string | null>>(
    {
      'without a token': async () => null,
      'with a made-up token': async () => UNKNOWN_TOKEN,
      'with a truncated token': async ({ oauth }) => {
        const { accessToken } = await oauth.signIn()
        return `Bearer ${accessToken.slice(0, -4)}`
      },
      'with another scheme': async ({ oauth }) => `Token ${(await oauth.signIn()).accessToken}`,
      'with an expired token': async (context) => {
        const { target, inspectorIfAny } = context
        if (!target.expiredAccessToken && !inspectorIfAny)
          throw new NotApplicableError('no expired token is known')
        return `Bearer ${await expiredToken(context)}`
      },
    },
    async (context, authorize) => {
      const { api } = context
      const donation = await context.donation()
      const authorization = await authorize(context)
      const before = await read(context, donation)
      const refused: Exchange[] = []
      for (const method of UPDATE_METHODS) {
        refused.push(await api.update(method, donation, BODY, { authorization }))
        if (refused.some(isAccepted))
          throw new InconclusiveError('the call was not refused (see BEARER-1 to BEARER-3)')
        await expectUnchanged(context, donation, before.record, refused)
      }
      await sleep(A_WHILE_MS)
      await expectUnchanged(context, donation, before.record, refused)
    },
  ),
)
