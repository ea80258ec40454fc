import type { EnvironmentName } from '../../mock/store.ts'
import { type Call, parameterOf } from '../service/call.ts'
import type { Registration } from '../service/service.ts'

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

/** What the header `Authorization: Basic` holds; empty where there is none. */
function basicOf({ headers }: Call): string {
  const [, credentials = ''] = /^basic +(\S+)$/i.exec(headers.authorization ?? '') ?? []
  return Buffer.from(credentials, 'base64').toString()
}
