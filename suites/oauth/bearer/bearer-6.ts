import { setTimeout as sleep } from 'node:timers/promises'
import { UPDATE_METHODS } from '../../../client/donations/api.ts'
import { isAccepted } from '../../../client/http/answer.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import { InconclusiveError, NotApplicableError } from '../../../contract/verdict.ts'
import { type Context, cases, requirement } from '../../../harness/authoring/index.ts'
import { expectUnchanged } from '../../support/expect-record.ts'
import { read } from '../../support/read-back.ts'
import { UNKNOWN_ACCESS_TOKEN } from '../../support/unknown.ts'
import { expiredToken } from './expired-token.ts'
import { REFUSED_UPDATE } from './refused-update.ts'

/** Lets asynchronous writes land: a queue of updates is usually worked off within half a second. */
const ASYNCHRONOUS_WRITE_MS = 600

/** Authorization headers that open no update; null for none. */
const INVALID_AUTHORIZATION: Readonly<Record<string, (context: Context) => Promise<string | null>>> = {
  'without a token': async () => null,
  'with a made-up token': async () => `Bearer ${UNKNOWN_ACCESS_TOKEN}`,
  'with a truncated token': async ({ oauth }) => {
    const { accessToken } = await oauth.signIn()
    return `Bearer ${accessToken.slice(0, -4)}`
  },
  'with another scheme': async ({ oauth }) => {
    const { accessToken } = await oauth.signIn()
    return `Token ${accessToken}`
  },
  'with an expired token': async (context) => {
    const { target, inspectorIfAny } = context
    if (!target.expiredAccessToken && !inspectorIfAny)
      throw new NotApplicableError('no expired token is known')
    return `Bearer ${await expiredToken(context)}`
  },
}

/** Refused updates by both methods; the donation is read back after each, and once more a little later. */
export const bearer6 = requirement(
  'BEARER-6',
  cases(INVALID_AUTHORIZATION, async (context, authorizationFor) => {
    const donation = await context.donation()
    const authorization = await authorizationFor(context)
    const before = await read(context, donation)
    const refused: Exchange[] = []
    for (const method of UPDATE_METHODS) {
      const update = await context.api.update(method, donation, REFUSED_UPDATE, { authorization })
      if (isAccepted(update))
        throw new InconclusiveError('the call was not refused (see BEARER-1 to BEARER-3)')
      refused.push(update)
      await expectUnchanged(context, donation, before.record, refused)
    }
    await sleep(ASYNCHRONOUS_WRITE_MS)
    await expectUnchanged(context, donation, before.record, refused)
  }),
)
