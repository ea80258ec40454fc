import type { FormParameters } from '../../../client/oauth/oauth.ts'
import { ELSEWHERE } from '../../axes/authorization-requests.ts'
import { ALTERATIONS } from '../../support/alter.ts'
import { basicAuthorization } from '../../support/credentials.ts'
import type { Actor } from './actor.ts'

/** What is wrong with an exchange of this code; undefined where the target has no such thing. */
type Spoil = (shown: Actor & { readonly code: string }) => FormParameters | undefined

const altered =
  (name: keyof typeof ALTERATIONS): Spoil =>
  ({ code }) => ({ code: ALTERATIONS[name]?.(code) })

const byStranger: Spoil = ({ stranger }) =>
  stranger && { client_id: stranger.id, client_secret: stranger.secret }

/** Of the least length that one may have (RFC 7636, 4.1). */
const VERIFIER = 'a-verifier-of-the-suite-that-nobody-asked-for'

const BY_HEADER = 'the other client, by HTTP Basic'

/** Wrong exchanges of every user's and client's code, by the requirement that they break. */
export const WRONG_EXCHANGES = {
  'TOKEN-7': {
    'the other client': byStranger,
    'the other client, with its own redirect URI': (shown) =>
      shown.stranger && { ...byStranger(shown), redirect_uri: shown.stranger.redirectUri },
    'the other client, again': byStranger,
    // Another way in may forget to ask whose the code is.
    [BY_HEADER]: ({ stranger }) => stranger && { client_id: undefined, client_secret: undefined },
  },
  'TOKEN-5': {
    'the last character altered': altered('the last character altered'),
    'a character appended': altered('a character appended'),
  },
  'TOKEN-8': {
    'client_secret missing': () => ({ client_secret: undefined }),
    'client_secret of another value': () => ({ client_secret: 'wrong' }),
    'client_id and client_secret missing': () => ({ client_id: undefined, client_secret: undefined }),
    'client_secret of the other client': ({ stranger }) => stranger && { client_secret: stranger.secret },
  },
  'TOKEN-9': {
    'other path': ({ client }) => ({ redirect_uri: `${client.redirectUri}/more` }),
    'other host': () => ({ redirect_uri: ELSEWHERE }),
  },
  'TOKEN-10': {
    'redirect_uri missing': () => ({ redirect_uri: undefined }),
    'client_id missing': () => ({ client_id: undefined }),
    // By a verifier (RFC 7636, 4.5) some tell the grant.
    'grant_type missing beside a verifier': () => ({ grant_type: undefined, code_verifier: VERIFIER }),
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Spoil>>>>

/** The headers beside such an exchange. */
export function headersOf(name: string, { stranger }: Actor): Readonly<Record<string, string>> {
  return name === BY_HEADER && stranger ? { authorization: basicAuthorization(stranger) } : {}
}

/** All of them, by name. */
export const ALL_WRONG_EXCHANGES: readonly (readonly [string, Spoil])[] = Object.values(
  WRONG_EXCHANGES,
).flatMap((table) => Object.entries(table))
