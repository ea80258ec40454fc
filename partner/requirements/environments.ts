import type { EnvironmentName } from '../../mock/store.ts'
import { bearerOf, type Call, parameterOf } from '../service/call.ts'
import type { PartnerService, Registration } from '../service/service.ts'

/** What of an environment a call uses: its host, its client or its redirect URI; undefined where nothing. */
export function usedOf(
  name: EnvironmentName,
  { clientId, clientSecret, redirectUri }: Pick<Registration, 'clientId' | 'clientSecret' | 'redirectUri'>,
  call: Call,
): string | undefined {
  const used = {
    [`a host of ${name}`]: call.environment === name,
    [`the client of ${name}`]: parameterOf(call, 'client_id') === clientId,
    [`the client secret of ${name}`]: parameterOf(call, 'client_secret') === clientSecret,
    [`the client of ${name} in the header`]: basicOf(call).startsWith(`${encodeURIComponent(clientId)}:`),
    [`the redirect URI of ${name}`]: parameterOf(call, 'redirect_uri') === redirectUri,
  }
  return Object.keys(used).find((what) => used[what])
}

/** All tokens that an environment gave out. */
export function tokensGivenBy(
  name: EnvironmentName,
  { accounts }: Pick<PartnerService, 'accounts'>,
): ReadonlySet<string> {
  const own = [...accounts.values()].filter(({ environment }) => environment === name)
  return new Set(
    own.flatMap(({ accessTokens, refreshTokens }) =>
      [...accessTokens, ...refreshTokens].map(({ token }) => token.value),
    ),
  )
}

/** The token that a call carries where the contract wants one. */
export function tokenIn(call: Call): string | undefined {
  return bearerOf(call) ?? parameterOf(call, 'refresh_token')
}

/** What the header `Authorization: Basic` holds; empty where there is none. */
function basicOf({ headers }: Call): string {
  const [, credentials = ''] = /^basic +(\S+)$/i.exec(headers.authorization ?? '') ?? []
  return Buffer.from(credentials, 'base64').toString()
}
