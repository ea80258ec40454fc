import type { FormParameters } from '../../client/oauth/oauth.ts'

/** A host of somebody else, which never resolves (RFC 6761). */
export const ELSEWHERE = 'https://elsewhere.example/never-registered'

/** A verifier's hash (RFC 7636, 4.2) of which nobody knows the verifier. */
const CODE_CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'

/** What else an authorization request holds, right or wrong, by the parameter that it concerns. */
const BESIDE = {
  alone: {},
  'no state': { state: undefined },
  // With a nonce an OpenID request may say what it wants by itself.
  'no state, and a nonce': { state: undefined, nonce: 'a-nonce-of-the-suite' },
  'a state of 512 characters': { state: 'aB3-'.repeat(128) },
  'scope missing': { scope: undefined },
  'response_type missing': { response_type: undefined },
  'response_type token': { response_type: 'token' },
  'redirect_uri elsewhere': { redirect_uri: ELSEWHERE },
  'no page wanted': { prompt: 'none' },
  'the answer wanted in the query': { response_mode: 'query' },
  // No parameters of OpenID Connect: without the scope `openid` some of them may be refused.
  'what libraries add': {
    ...{ response_mode: 'query', display: 'page', login_hint: 'somebody', ui_locales: 'en' },
    ...{ code_challenge: CODE_CHALLENGE, code_challenge_method: 'S256' },
  },
  'a code challenge': { code_challenge: CODE_CHALLENGE, code_challenge_method: 'S256' },
} as const satisfies Readonly<Record<string, FormParameters>>

/** Names of what else a request may hold. */
export type Beside = keyof typeof BESIDE

/** What else a request holds: a check that comes first must not hide one that comes second. */
export function besideAll(...names: readonly Beside[]): Readonly<Record<string, FormParameters>> {
  return Object.fromEntries(names.map((name) => [name, BESIDE[name]]))
}

const escaped = (text: string) =>
  text.replace(/[a-z]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)

/** Ways to write one query that mean the same (WHATWG URL, 5; RFC 3986, 2.1 and 6.2.2.1). */
export const QUERY_SPELLINGS: Readonly<Record<string, (parameters: readonly string[]) => string>> = {
  'in reverse order': (all) => all.toReversed().join('&'),
  // As encodeURIComponent has it (RFC 3986, 2.2 and 2.3).
  'blanks as %20, and signs that need no escape': (all) =>
    all
      .join('&')
      .replaceAll('+', '%20')
      .replace(/%(?:21|27|28|29|2A|7E)/g, decodeURIComponent),
  'escapes in lower case': (all) => all.join('&').replace(/%[\dA-F]{2}/g, (one) => one.toLowerCase()),
  'letters escaped that need not be': (all) =>
    all
      .map((one) => one.replace(/=.*/s, (value) => value.replace(/(?<!%[\dA-F]?)[a-z]+/g, escaped)))
      .join('&'),
}
