import type { ClientCredentials } from '../../client/environment/config.ts'
import type { FormParameters } from '../../client/oauth/oauth.ts'
import { replaceAt, swapCaseUnlessHexadecimal } from './alter.ts'
import { UNKNOWN_CLIENT_ID } from './unknown.ts'

/** Ways to spoil the client's credentials in a token request; each must cost it the tokens. */
export const WRONG_CREDENTIALS: Readonly<Record<string, (client: ClientCredentials) => FormParameters>> = {
  'client_secret missing': () => ({ client_secret: undefined }),
  'client_secret empty': () => ({ client_secret: '' }),
  'client_secret altered': ({ secret }) => ({ client_secret: replaceAt(secret, 0) }),
  'client_secret in the other letter case': ({ secret }) => ({
    client_secret: swapCaseUnlessHexadecimal(secret),
  }),
  'client_secret cut short': ({ secret }) => ({ client_secret: secret.slice(0, -1) }),
  'client_secret with a character more': ({ secret }) => ({ client_secret: `${secret}x` }),
  'client_secret of another value': () => ({ client_secret: 'wrong' }),
  // A function that compares texts fails for a list; a service may take that failure for "no difference".
  'client_secret as a list': () => ({ client_secret: undefined, 'client_secret[]': 'wrong' }),
  'client_id unknown': () => ({ client_id: UNKNOWN_CLIENT_ID }),
  'client_id and client_secret missing': () => ({ client_id: undefined, client_secret: undefined }),
  'client_id and client_secret empty': () => ({ client_id: '', client_secret: '' }),
}

/** Id and secret are encoded as in a form before they are joined (RFC 6749, 2.3.1). */
export function basicAuthorization({ id, secret }: Pick<ClientCredentials, 'id' | 'secret'>): string {
  const credentials = `${encodeURIComponent(id)}:${encodeURIComponent(secret)}`
  return `Basic ${Buffer.from(credentials).toString('base64')}`
}
