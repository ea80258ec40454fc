import { describeAnswer, jsonObjectOf, statusOf, stringMember } from '../../../client/http/answer.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import type { FormParameters } from '../../../client/oauth/oauth.ts'
import { tokensOf } from '../../../client/oauth/tokens.ts'
import { InconclusiveError } from '../../../contract/verdict.ts'
import { type Context, covering, ensure, requirement, violate } from '../../../harness/authoring/index.ts'
import { Asker, CLIENT_AXIS, USERS } from '../../axes/askers.ts'
import { FIRST_HOLDER } from '../../axes/holders.ts'
import { sharedTokens } from '../../axes/tokens.ts'
import { OBEYED, OF_EXTENSIONS } from '../../axes/unknown-parameters.ts'
import { seenBy } from '../flows/seen-by.ts'
import { organizationsOf, sortedIds } from '../org/organizations.ts'
import { GRANT_AXIS, isGiven, REFRESH, refreshWith, together } from './unknown-beside.ts'

/** Infrastructure may find a request too large, whatever its parameters are called. */
const TOO_LARGE = [413, 414, 431]

/** All unknown parameters at once; each by itself only where that is not answered as a request without them is. */
export const token16 = requirement(
  'TOKEN-16',
  covering(
    'beside the documented ones',
    { grant: GRANT_AXIS, client: CLIENT_AXIS },
    async (context, { grant, client }) => {
      const asker = new Asker(USERS['a user with one organization'](context), client(context))
      const send = (more: FormParameters) => grant.send(context, asker, more)
      const exchange = seenBy(context, await grant.sendAll(context, asker))
      if (!isGiven(exchange)) return takeApart(send, grant.unknown(context, asker))
      const { exchange: usual } = await sharedTokens(context, FIRST_HOLDER)
      expectNotObeyed(exchange, usual)
      await expectAsUsual(exchange, usual, send)
      const { refreshToken } = tokensOf(exchange) ?? {}
      if (grant !== REFRESH || refreshToken === undefined) return
      await expectGoesOn(context, asker, await refreshWith(asker, { refreshToken, exchange }, {}))
    },
  ),
)

/**
 * Looks for the parameters that a refusal was due to.
 * @throws ViolationError where there are such; InconclusiveError where a request without any is refused too.
 */
async function takeApart(
  send: (more: FormParameters) => Promise<Exchange>,
  unknown: Readonly<Record<string, FormParameters>>,
): Promise<void> {
  const without = await send({})
  if (!isGiven(without))
    throw new InconclusiveError('the same without unknown parameters fails too (see TOKEN-1, REFRESH-1)')
  const guilty: { readonly name: string; readonly exchange: Exchange }[] = []
  const ignored: Record<string, FormParameters> = {}
  for (const [name, parameters] of Object.entries(unknown)) {
    const first = await send(parameters)
    // What another login ended is not due to the parameter.
    const isTelling = isGiven(first) || isExcused(name, first)
    const exchange = isTelling ? first : await send(parameters)
    if (isGiven(exchange)) ignored[name] = parameters
    else if (!isExcused(name, exchange)) guilty.push({ name, exchange })
  }
  const [first] = guilty
  ensure(
    first === undefined,
    'tokens, as without the unknown parameter',
    first ? `with ${guilty.map(({ name }) => name).join('; ')}: ${describeAnswer(first.exchange)}` : '',
    [...(first ? [first.exchange] : []), without],
  )
  const rest = await send(together(ignored))
  ensure(
    isGiven(rest) || TOO_LARGE.includes(statusOf(rest)),
    'tokens, as without the unknown parameters',
    describeAnswer(rest),
    [rest, without],
  )
}

function isExcused(name: string, exchange: Exchange): boolean {
  const isKnown = OF_EXTENSIONS.includes(name) && stringMember(exchange, 'error') === 'invalid_target'
  return isKnown || TOO_LARGE.includes(statusOf(exchange))
}

/** @throws ViolationError where the answer is what an unknown parameter asked for, and not what comes without it. */
function expectNotObeyed(exchange: Exchange, usual: Exchange): void {
  const [body, without] = [jsonObjectOf(exchange) ?? {}, jsonObjectOf(usual) ?? {}]
  const obeyed = Object.entries(OBEYED).filter(
    ([name, value]) => `${body[name]}` === `${value}` && body[name] !== without[name],
  )
  ensure(
    obeyed.length === 0,
    'an answer that no unknown parameter has a say in',
    obeyed.map(([name, value]) => `${name} ${value}, as the request wished`).join('; '),
    [exchange],
  )
}

/**
 * Compares what the answer says with another answer to the same user. Where the two differ, the same request without
 * unknown parameters decides.
 * @throws ViolationError where it differs from this too.
 */
async function expectAsUsual(
  exchange: Exchange,
  usual: Exchange,
  send: (more: FormParameters) => Promise<Exchange>,
): Promise<void> {
  const isRefresh = new URLSearchParams(exchange.request.body).get('grant_type') === 'refresh_token'
  // A refresh may give a refresh token at times.
  const members = ['token_type', 'expires_in', ...(isRefresh ? [] : ['refresh_token'])]
  const contentsOf = (one: Exchange) => describeContents(one, members)
  if (contentsOf(exchange) === contentsOf(usual)) return
  const without = await send({})
  if (!isGiven(without)) throw new InconclusiveError('a request without unknown parameters fails')
  ensure(
    contentsOf(exchange) === contentsOf(without),
    `what comes without unknown parameters: ${contentsOf(without)}`,
    contentsOf(exchange),
    [exchange, without],
  )
}

/**
 * The refresh token of a refresh with unknown parameters works. Where it does not, another login may have ended it: then
 * chains of their own tell, one with those parameters and one without.
 * @throws ViolationError of REFRESH-3 where it is the parameters.
 */
async function expectGoesOn(context: Context, asker: Asker, next: Exchange): Promise<void> {
  if (isGiven(next)) return
  const goesOn = async (more: FormParameters) => {
    const exchange = await REFRESH.send(context, asker, more)
    const { refreshToken } = tokensOf(exchange) ?? {}
    return refreshToken === undefined || isGiven(await refreshWith(asker, { refreshToken, exchange }, {}))
  }
  if (!(await goesOn({})) || (await goesOn(together(REFRESH.unknown(context, asker))))) return
  const expected = 'a refresh token that works, also where the refresh that gave it had unknown parameters'
  violate(expected, describeAnswer(next), [next], 'REFRESH-3')
}

/** Which of these members the answer has, and the organizations that it names. */
function describeContents(exchange: Exchange, members: readonly string[]): string {
  const body = jsonObjectOf(exchange) ?? {}
  const ids = sortedIds(organizationsOf(exchange)).join()
  return [...members.filter((name) => body[name] !== undefined), `organizations ${ids || '(none)'}`].join(
    ', ',
  )
}
