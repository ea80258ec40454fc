import {
  describeAnswer,
  givesToken,
  isAccepted,
  jsonObjectOf,
  statusOf,
  stringMember,
} from '../../../client/http/answer.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import type { FormParameters } from '../../../client/oauth/oauth.ts'
import { InconclusiveError } from '../../../contract/verdict.ts'
import { axis, type Context, covering, ensure, requirement } from '../../../harness/authoring/index.ts'
import { Asker, CLIENT_AXIS, USERS } from '../../axes/askers.ts'
import { FIRST_HOLDER, share } from '../../axes/bearer.ts'
import { OBEYED, OF_EXTENSIONS, unknownParameters } from '../../axes/unknown-parameters.ts'
import { organizationsOf, sortedIds } from '../org/organizations.ts'

/** A token request with more parameters than usual, with a code or refresh token of its own. */
type Send = (asker: Asker, more: FormParameters) => Promise<Exchange>

const GRANT_AXIS = axis<Send>('grant', {
  'a code exchange': async (asker, more) => asker.exchange(await asker.obtainCode(), more),
  'a refresh': async (asker, more) => {
    const { refreshToken, exchange } = await asker.signIn()
    if (refreshToken === undefined) throw new InconclusiveError('no refresh token was given (see TOKEN-2)')
    // The user may have granted less than was asked for, and then no refresh gives more (RFC 6749, 6).
    const granted = stringMember(exchange, 'scope')
    const isNarrower = more.scope !== undefined && granted !== undefined
    return asker.refresh(refreshToken, isNarrower ? { ...more, scope: granted } : more)
  },
})

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
      const send = (more: FormParameters) => grant(asker, more)
      const unknown = unknownParameters(context.target)
      const exchange = await send(together(unknown))
      if (!isGiven(exchange)) return takeApart(send, unknown, exchange)
      expectNotObeyed(exchange)
      await expectSameOrganizations(context, exchange, send)
    },
  ),
)

const isGiven = (exchange: Exchange) => isAccepted(exchange) && givesToken(exchange)

function together(parameters: Readonly<Record<string, FormParameters>>): FormParameters {
  return Object.fromEntries(Object.values(parameters).flatMap((one) => Object.entries(one)))
}

/**
 * Looks for the parameters that a refusal was due to.
 * @param refused what they gave together.
 * @throws ViolationError where there are such; InconclusiveError where a request without any is refused too.
 */
async function takeApart(
  send: (more: FormParameters) => Promise<Exchange>,
  unknown: Readonly<Record<string, FormParameters>>,
  refused: Exchange,
): Promise<void> {
  const without = await send({})
  if (!isGiven(without))
    throw new InconclusiveError('the same without unknown parameters fails too (see TOKEN-1, REFRESH-1)')
  const guilty: { readonly name: string; readonly exchange: Exchange }[] = []
  const ignored: Record<string, FormParameters> = {}
  for (const [name, parameters] of Object.entries(unknown)) {
    const exchange = await send(parameters)
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
  const isWhole = Object.keys(ignored).length === Object.keys(unknown).length
  const rest = isWhole ? refused : await send(together(ignored))
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

/** @throws ViolationError where the answer is what an unknown parameter asked for. */
function expectNotObeyed(exchange: Exchange): void {
  const body = jsonObjectOf(exchange) ?? {}
  const obeyed = Object.entries(OBEYED).filter(([name, value]) => `${body[name]}` === `${value}`)
  ensure(
    obeyed.length === 0,
    'an answer that no unknown parameter has a say in',
    obeyed.map(([name, value]) => `${name} ${value}, as the request wished`).join('; '),
    [exchange],
  )
}

/**
 * Compares the organizations with those of another answer to the same user, and only where they differ with those that
 * the same request names without unknown parameters.
 * @throws ViolationError where they differ from these too.
 */
async function expectSameOrganizations(
  context: Context,
  exchange: Exchange,
  send: (more: FormParameters) => Promise<Exchange>,
): Promise<void> {
  const idsOf = (one: Exchange) => sortedIds(organizationsOf(one)).join()
  const ids = idsOf(exchange)
  const { exchange: usual } = await share(context, FIRST_HOLDER)
  if (ids === idsOf(usual)) return
  const without = await send({})
  if (!isGiven(without)) throw new InconclusiveError('a request without unknown parameters fails')
  ensure(
    ids === idsOf(without),
    'the organizations that are named without unknown parameters',
    `${ids || 'none'} in place of ${idsOf(without) || 'none'}`,
    [exchange, without],
  )
}
