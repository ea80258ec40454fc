import { givesToken, isAccepted, stringMember } from '../../../client/http/answer.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import type { FormParameters } from '../../../client/oauth/oauth.ts'
import { requireRefreshToken, type Tokens, tokensOf } from '../../../client/oauth/tokens.ts'
import { axis, type Context } from '../../../harness/authoring/index.ts'
import type { Asker } from '../../axes/askers.ts'
import { unknownParameters } from '../../axes/unknown-parameters.ts'
import { exchangedInTime } from '../../support/young-code.ts'

/** How a grant is tried with more parameters than usual. */
interface Grant {
  /** The parameters that it knows nothing of, by name. */
  unknown(context: Context, asker: Asker): Readonly<Record<string, FormParameters>>
  /** With a code or refresh token of its own. @throws InconclusiveError where a code was refused that may have expired. */
  send(context: Context, asker: Asker, more: FormParameters): Promise<Exchange>
  /** With all unknown parameters: refreshes go on from the tokens of the code exchange, where it gave any. */
  sendAll(context: Context, asker: Asker): Promise<Exchange>
}

const CODE_EXCHANGE: Grant = {
  unknown: ({ target }) => unknownParameters(target),
  async send({ target }, asker, more) {
    const { exchange } = await exchangedInTime(target, async () => {
      const { code, flow } = await asker.obtain()
      return { flow, exchange: await asker.exchangeCode(code, more) }
    })
    return exchange
  },
  sendAll: (context, asker) =>
    context.once(`a code exchange with unknown parameters by ${asker.client.id}`, () =>
      CODE_EXCHANGE.send(context, asker, together(CODE_EXCHANGE.unknown(context, asker))),
    ),
}

export const REFRESH: Grant = {
  // What only the other grant has a meaning for is unknown here, too.
  unknown: ({ target }, { client: { redirectUri } }) => ({
    ...unknownParameters(target),
    'a redirect URI': { redirect_uri: redirectUri },
  }),
  send: async (_, asker, more) => refreshWith(asker, await asker.signIn(), more),
  async sendAll(context, asker) {
    const all = together(REFRESH.unknown(context, asker))
    const tokens = tokensOf(await CODE_EXCHANGE.sendAll(context, asker))
    const exchange = tokens?.refreshToken && (await refreshWith(asker, tokens, all))
    // Another login may have ended those tokens.
    return exchange && isGiven(exchange) ? exchange : REFRESH.send(context, asker, all)
  },
}

export const GRANT_AXIS = axis<Grant>('grant', { 'a code exchange': CODE_EXCHANGE, 'a refresh': REFRESH })

/** Here the unknown parameters come before the others, in code exchanges behind them. */
export function refreshWith(
  asker: Asker,
  held: Pick<Tokens, 'refreshToken' | 'exchange'>,
  more: FormParameters,
): Promise<Exchange> {
  // The user may have granted less than was asked for, and then no refresh gives more (RFC 6749, 6).
  const granted = stringMember(held.exchange, 'scope')
  const isNarrower = more.scope !== undefined && granted !== undefined
  return asker.oauth.token({
    ...more,
    ...(isNarrower ? { scope: granted } : {}),
    grant_type: 'refresh_token',
    refresh_token: requireRefreshToken(held),
    client_id: asker.client.id,
    client_secret: asker.client.secret,
  })
}

/** Whether it is a token response. */
export const isGiven = (exchange: Exchange) => isAccepted(exchange) && givesToken(exchange)

/** All of them in one request. */
export function together(parameters: Readonly<Record<string, FormParameters>>): FormParameters {
  return Object.fromEntries(Object.values(parameters).flatMap((one) => Object.entries(one)))
}
