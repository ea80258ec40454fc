import { setTimeout as sleep } from 'node:timers/promises'
import { describeAnswer, isAccepted, isJsonTyped, jsonObjectOf } from '../../../client/http/answer.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import { encodeParameters, type OAuth } from '../../../client/oauth/oauth.ts'
import { tokenResponseSchema } from '../../../contract/index.ts'
import { InconclusiveError, NotApplicableError } from '../../../contract/verdict.ts'
import {
  type Context,
  cases,
  covering,
  ensure,
  expect,
  requirement,
  test,
} from '../../../harness/authoring/index.ts'
import {
  EXCHANGE_SPELLINGS,
  packOf,
  packWith,
  spelledAs,
  type TokenSpelling,
} from '../../axes/token-spellings.ts'
import { requireChunks } from '../../support/chunks.ts'
import { ageTaken, exchangedInTime, mayBeLate } from '../../support/young-code.ts'
import { mistypedLogin } from '../flows/mistyped-login.ts'
import { seenBy } from '../flows/seen-by.ts'
import { visitsOf } from '../flows/visits.ts'
import { WHOSE } from '../flows/whose.ts'

/**
 * The order in which codes that live at the same time are exchanged: indexes into the order of their issue. The third is
 * of another user, whose codes end nobody else's, however the grants of one user live together.
 */
const ORDER = [2, 3, 0, 1]

/** A partner's server may be slow: a code lives for a short period, not for a moment only. */
const SLOW_MS = 1_500

/** Ordinary exchanges: one looked at closely, and others by each client, of each user, in each spelling and order. */
export const token1 = requirement(
  'TOKEN-1',
  test(async ({ oauth }) => {
    const code = await oauth.obtainCode()
    const exchange = await oauth.exchangeCode(code)
    expect(exchange).toBeAcceptedAsJson()
    const body = jsonObjectOf(exchange) ?? {}
    // TOKEN-2 judges each field; any of them makes it a token response.
    const hasSomeField = Object.keys(tokenResponseSchema.shape).some((field) => field in body)
    // A service that writes every member writes `error: null` where there is none.
    const isError = (body.error ?? null) !== null
    ensure(hasSomeField && !isError, 'a token response', describeAnswer(exchange), [exchange])
  }),
  cases('spelled otherwise', EXCHANGE_SPELLINGS, async (context, spelling, name) => {
    const pack = packWith(EXCHANGE_SPELLINGS, name)
    const together = await context.once(`exchanges spelled otherwise: ${pack}`, () =>
      exchangeAs(context, Object.values(packOf(EXCHANGE_SPELLINGS, pack))),
    )
    const isTelling = isAccepted(together) && isJsonTyped(together)
    const exchange = isTelling ? seenBy(context, together) : await exchangeAs(context, [spelling])
    if (spelling.chunkBytes !== undefined && !isAccepted(exchange)) await requireChunks(exchange)
    expect(exchange).toBeAccepted()
    // A request for any type, as most HTTP clients send it of their own accord, gets JSON; one that prefers a page may get one.
    if (!exchange.request.headers.accept?.startsWith('text/html')) expect(exchange).toBeAcceptedAsJson()
  }),
  test('several codes alive', async (context) => {
    const { grants, target } = context
    const oauth = context.oauth.apart()
    const other = target.multiOrgUser ? context.multiOrgOAuth.apart() : undefined
    if (grants.oneTestAtATime && !other)
      throw new NotApplicableError('grants of one user and client end one another here')
    const codes: Issued[] = []
    for (const user of grants.oneTestAtATime ? [oauth, other] : [oauth, oauth, other, oauth])
      codes.push(await issued(user ?? oauth))
    const order = grants.oneTestAtATime ? codes.keys() : ORDER
    for (const code of [...order].flatMap((place) => codes[place] ?? []))
      await expectAccepted(code, ageTaken(target))
  }),
  covering(
    'who asks',
    WHOSE,
    async (context, whose) => {
      for (const { exchange } of await visitsOf(context, whose)) {
        if (!exchange) throw new InconclusiveError('no authorization code could be had (see AUTHZ-1)')
        expect(seenBy(context, exchange)).toBeAcceptedAsJson()
      }
    },
    // ORG-3 judges the exchange of a user who owns none.
    { except: ({ user }) => user === 'no organization' },
  ),
  test('after a mistyped password', async (context) => {
    const { flow, exchange } = await mistypedLogin(context)
    if (!exchange) throw new NotApplicableError('no code was exchanged')
    if (mayBeLate({ flow, exchange }, context.target))
      throw new NotApplicableError('the code may have expired before its turn came')
    expect(seenBy(context, exchange)).toBeAcceptedAsJson()
  }),
  test('after a while', async ({ oauth, signal, target }) => {
    const code = await issued(oauth.apart())
    await sleep(Math.min(SLOW_MS, ageTaken(target) / 2), undefined, { signal })
    await expectAccepted(code, ageTaken(target))
  }),
)

/**
 * A code, who exchanges it, and when it arrived, in milliseconds since the epoch. It comes out of a session of its own: a
 * service may end all that came out of a session, open codes too, where another test used something out of it twice.
 */
interface Issued {
  readonly oauth: OAuth
  readonly code: string
  readonly at: number
}

async function issued(oauth: OAuth): Promise<Issued> {
  return { oauth, code: await oauth.obtainCode(), at: Date.now() }
}

/**
 * Judges an exchange of a code that was left alone.
 * @param taken up to which age it has to be taken, in milliseconds.
 * @throws NotApplicableError where the service, or its limits, took so long that the code may have expired meanwhile.
 */
async function expectAccepted({ oauth, code, at }: Issued, taken: number): Promise<void> {
  const exchange = await oauth.exchangeCode(code)
  const age = exchange.startedAt + exchange.durationMs - at
  if (!isAccepted(exchange) && age > taken)
    throw new NotApplicableError('the code may have expired before its turn came')
  expect(exchange).toBeAccepted()
}

/** Exchanges a new code by a request that is spelled in all these ways. */
async function exchangeAs(
  { oauth, target }: Context,
  spellings: readonly TokenSpelling[],
): Promise<Exchange> {
  const { exchange } = await exchangedInTime(target, async () => {
    const { code, flow } = await oauth.obtain()
    const parameters = encodeParameters(oauth.exchangeParameters(code))
    return { flow, exchange: await oauth.tokenAs(spelledAs(spellings, parameters)) }
  })
  return exchange
}
