import { setTimeout as sleep } from 'node:timers/promises'
import { givesToken } from '../../../client/http/answer.ts'
import type { FormParameters, OAuth } from '../../../client/oauth/oauth.ts'
import { InconclusiveError, NotApplicableError } from '../../../contract/verdict.ts'
import { type Context, cases, expect, requirement } from '../../../harness/authoring/index.ts'
import { ELSEWHERE } from '../../axes/authorization-requests.ts'
import { decidableFrom, waitForExpiry } from '../expiry.ts'
import { actorOf } from '../flows/actor.ts'
import type { Whose } from '../flows/whose.ts'

/** Nobody waits longer for the end of a code. */
const LONGEST_WAIT_SECONDS = 60

/** How old a code gets where one outlived what the environment file says. */
const AGES_SECONDS = [5, 15, LONGEST_WAIT_SECONDS]

/** Refused once, refused again. */
const ATTEMPTS = 3

/** Each user and client beside the main ones. */
const OTHERS: Readonly<Record<string, Whose>> = {
  'one organization, second client': { user: 'a user with one organization', client: 'second client' },
  'several organizations, first client': {
    user: 'a user with several organizations',
    client: 'first client',
  },
  'no organization, second client': { user: 'a user without organizations', client: 'second client' },
}

/** A code that the inspector ends, or whose end is waited for: left alone before, or tried and refused. */
export const token6 = requirement(
  'TOKEN-6',
  cases('of others', OTHERS, async (context, whose) => {
    const { inspectorIfAny, target, signal } = context
    const { codeLifetimeSeconds: lifetime } = target
    if (!inspectorIfAny && (lifetime === undefined || lifetime > LONGEST_WAIT_SECONDS))
      throw new NotApplicableError('a code takes too long to expire: that of the first client decides')
    const { asker } = actorOf(context, whose)
    const code = await asker.obtainCode()
    if (inspectorIfAny) await inspectorIfAny.expireCode(code)
    else await waitForExpiry(lifetime ?? 0, signal)
    const late = await asker.exchangeCode(code)
    if (!inspectorIfAny && lifetime !== undefined && givesToken(late))
      await requireRightLifetime(asker, signal, lifetime, false)
    expect(late).toBeOAuthError('invalid_grant')
    for (let attempt = 2; attempt <= ATTEMPTS; attempt++)
      expect(await asker.exchangeCode(code)).toBeOAuthError('invalid_grant')
  }),
  cases<FormParameters | undefined>(
    { untouched: undefined, 'after a failed attempt': { client_secret: 'wrong' } },
    async (context, wrong) => {
      const { oauth, target, inspectorIfAny, signal } = context
      const { codeLifetimeSeconds: lifetime } = target
      if (!inspectorIfAny && (lifetime === undefined || lifetime > LONGEST_WAIT_SECONDS)) {
        if (wrong)
          throw new NotApplicableError('a code takes too long to expire: one that was left alone decides')
        return expectKeptRefused(context, lifetime)
      }
      const code = await oauth.obtainCode()
      // What fails must not prolong the code's life: in the middle of it, that would show.
      const age = wrong && !inspectorIfAny ? (lifetime ?? 0) / 2 : 0
      if (age > 0) await sleep(age * 1_000, undefined, { signal })
      if (wrong) await oauth.exchangeCode(code, wrong)
      if (inspectorIfAny) await inspectorIfAny.expireCode(code)
      else await waitForExpiry((lifetime ?? 0) - age, signal)
      // Nor afterwards.
      if (wrong) await oauth.exchangeCode(code, { redirect_uri: ELSEWHERE })
      const late = await oauth.exchangeCode(code)
      if (!inspectorIfAny && lifetime !== undefined && givesToken(late))
        await requireRightLifetime(oauth, signal, lifetime, wrong !== undefined)
      expect(late).toBeOAuthError('invalid_grant')
    },
  ),
)

/**
 * Tells a mistaken key from codes that do not expire: the contract says only that they do after a short period.
 * @param wasTried whether the code that lived on was tried before: one that is left alone may end in time.
 * @throws InconclusiveError where older codes are refused.
 */
async function requireRightLifetime(
  oauth: Pick<OAuth, 'obtainCode' | 'exchangeCode'>,
  signal: AbortSignal,
  lifetime: number,
  wasTried: boolean,
): Promise<void> {
  const livesFor = async (seconds: number) => {
    const code = await oauth.obtainCode()
    await waitForExpiry(seconds, signal)
    return givesToken(await oauth.exchangeCode(code))
  }
  if (wasTried && !(await livesFor(lifetime))) return
  for (const age of AGES_SECONDS.filter((seconds) => seconds > lifetime)) {
    if (await livesFor(age)) continue
    const why = `codes live longer here than the ${lifetime} s of SANDBOX_CODE_LIFETIME_SECONDS, and at most ${age} s`
    throw new InconclusiveError(why, ['SANDBOX_CODE_LIFETIME_SECONDS'])
  }
}

/**
 * Judges a code that an earlier run left.
 * @throws InconclusiveError where there is none that has expired: one may be left for the next run.
 */
async function expectKeptRefused(
  { oauth, leftBehind }: Context,
  lifetime: number | undefined,
): Promise<void> {
  const why = lifetime === undefined ? 'is not known' : `is ${lifetime} seconds: too long to wait`
  const tooLong = new InconclusiveError(`the lifetime of a code ${why}`, [
    ...(lifetime === undefined ? ['SANDBOX_CODE_LIFETIME_SECONDS'] : []),
    'run --leave-behind, and another run later',
  ])
  // What is no longer than that cannot be told from a code that has not expired yet.
  if (lifetime === undefined || !leftBehind) throw tooLong
  const left = leftBehind.take('code')
  if (left?.is === 'alive') throw decidableFrom('an authorization code', left.expiredFrom)
  if (left) expect(await oauth.exchangeCode(left.value)).toBeOAuthError('invalid_grant')
  const from = await leftBehind.leave('code', () => oauth.obtainCode(), lifetime)
  if (!left) throw from ? decidableFrom('an authorization code', from) : tooLong
}
