import type { Connection } from '../customers.ts'
import { type PolicyChange, replace } from '../policies/replace.ts'
import { tokenResponseSchema } from '../token-response.ts'
import { keepingDeadTokens } from './dead-tokens.ts'
import type { Fault } from './fault.ts'

/** Each refresh names the refresh token before the newest as well. */
const previousToken: PolicyChange = (policies) => {
  const previous = new WeakMap<Connection, string>()
  return replace('tokens', ({ store }) => ({
    store(connection, tokens) {
      previous.set(connection, connection.tokens.refreshToken)
      store(connection, tokens)
    },
    refreshParameters(connection): Record<string, string> {
      const token = previous.get(connection)
      return token === undefined ? {} : { previous_refresh_token: token }
    },
  }))(policies)
}

/** The exchange of whoever has to connect again names the refresh token that is dead. */
const deadToken = keepingDeadTokens((dead) =>
  replace('flows', ({ exchangeParameters }) => ({
    exchangeParameters(customer) {
      const token = dead.get(customer)
      return { ...exchangeParameters(customer), ...(token && { previous_refresh_token: token }) }
    },
  })),
)

/** The forms by which tokens were had for a code, by the refresh tokens that came of them. */
function afterExchange(
  refresh: (
    send: (form: URLSearchParams) => Promise<Response>,
    form: URLSearchParams,
    exchange: URLSearchParams,
  ) => Promise<Response>,
): PolicyChange {
  return replace('wire', ({ token }) => {
    const exchanges = new Map<string, URLSearchParams>()
    return {
      async token(url, init) {
        const form = new URLSearchParams(String(init.body))
        const exchange = exchanges.get(form.get('refresh_token') ?? '')
        if (exchange) return refresh((body) => token(url, { ...init, body }), form, exchange)
        const response = await token(url, init)
        const answer: unknown = await response.clone().json()
        const { data } = tokenResponseSchema.safeParse(answer)
        if (form.has('code') && data?.refresh_token) exchanges.set(data.refresh_token, form)
        return response
      },
    }
  })
}

/** Codes and refresh tokens that are over, in requests that are made for something else. */
export const parameterFaults: readonly Fault[] = [
  {
    id: 'partner-5-code-when-refresh-fails',
    requirement: 'PARTNER-5',
    description: 'Where a refresh meets a failure of the service, the code of the callback is sent again.',
    apply: afterExchange(async (send, form, exchange) => {
      const response = await send(form)
      return response.status >= 500 ? send(exchange) : response
    }),
  },
  {
    id: 'partner-5-code-in-refresh',
    requirement: 'PARTNER-5',
    description: 'The first refresh carries the code of the callback as a further parameter.',
    apply: afterExchange((send, form, exchange) => {
      form.set('code', exchange.get('code') ?? '')
      return send(form)
    }),
  },
  {
    id: 'partner-6-previous-along',
    requirement: 'PARTNER-6',
    description: 'Each refresh carries the refresh token that was replaced as a further parameter.',
    apply: previousToken,
  },
  {
    id: 'partner-7-dead-token-in-exchange',
    requirement: 'PARTNER-7',
    description: 'Who connects again has the dead refresh token sent along with the new code.',
    apply: deadToken,
  },
]
