import type { Pair } from '../http.ts'
import { type PolicyChange, replace } from '../policies/replace.ts'
import type { Grant } from '../store.ts'
import type { Variant } from './variant.ts'

/** Replaces the encoding of values in the callback. */
function writing(encode: (value: string) => string): PolicyChange {
  return replace('authorization', () => ({
    callbackUrl: (redirectUri, parameters) =>
      `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${parameters
        .map(([name, value]) => `${name}=${encode(value)}`)
        .join('&')}`,
  }))
}

/** Changes the parameters of the callback before they are encoded. */
function calling(change: (parameters: readonly Pair[]) => readonly Pair[]): PolicyChange {
  return replace('authorization', ({ callbackParameters }) => ({
    callbackParameters: (outcome, state) => change(callbackParameters(outcome, state)),
  }))
}

/** Refuses authorization requests with certain states. */
function refusingState(refuses: (state: string) => boolean): PolicyChange {
  return replace('authorization', ({ requestProblem }) => ({
    requestProblem: (parameters) =>
      requestProblem(parameters) ??
      (refuses(parameters.values.get('state') ?? '')
        ? { error: 'invalid_request', description: 'The state is not acceptable.' }
        : undefined),
  }))
}

/** The variants of the callback's status. */
export const redirectVariants: readonly Variant[] = [
  {
    id: 'authorization-redirects-303',
    description: 'The callback is a 303 redirect.',
    apply: replace('authorization', () => ({ redirectStatus: () => 303 })),
  },
  {
    id: 'authorization-redirects-301',
    description: 'The callback is a 301 redirect.',
    apply: replace('authorization', () => ({ redirectStatus: () => 301 })),
  },
  {
    id: 'authorization-redirects-307',
    description: 'The callback is a 307 redirect, but behind a form that held the password a 303.',
    apply: replace('authorization', () => ({
      redirectStatus: (afterPassword: boolean) => (afterPassword ? 303 : 307),
    })),
  },
]

/** The variants of callbacks, redirect URIs and authorization codes. */
export const authorizationVariants: readonly Variant[] = [
  {
    id: 'authorization-errors-on-page',
    description: 'A wrong request is explained to the user on a page instead of to the redirect URI.',
    apply: replace('authorization', () => ({ reportsProblemBy: () => 'page' })),
  },
  {
    id: 'authorization-more-callback-parameters',
    description: 'The callback carries parameters that the contract does not name.',
    apply: calling((parameters) => [
      ['iss', 'https://auth.example'],
      ...parameters,
      ['session_state', 'a+b/c=='],
    ]),
  },
  {
    id: 'authorization-state-first',
    description: 'The parameters of the callback come in the opposite order.',
    apply: calling((parameters) => parameters.toReversed()),
  },
  {
    id: 'authorization-callback-form-encoded',
    description: 'The callback writes a space as a plus sign, and a plus sign as an escape.',
    apply: writing((value) => new URLSearchParams({ value }).toString().slice('value='.length)),
  },
  {
    id: 'authorization-callback-escapes-all',
    description: 'The callback escapes every character, with lowercase digits.',
    apply: writing((value) =>
      [...Buffer.from(value)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
    ),
  },
  {
    id: 'authorization-callback-escapes-little',
    description:
      'The callback escapes no more than a query needs (RFC 3986, 3.4), beside what forms read otherwise.',
    apply: writing((value) =>
      encodeURIComponent(value).replace(/%(?:2F|3A|3F|40|24|2C|3B|3D)/g, decodeURIComponent),
    ),
  },
  {
    id: 'authorization-state-ascii-only',
    description: 'A state with characters beyond printable ASCII is refused.',
    apply: refusingState((state) => /[^\x20-\x7e]/.test(state)),
  },
  {
    id: 'authorization-bare-names-refused',
    description: 'A query with a name that no equals sign follows is malformed, as oauthlib has it.',
    apply: replace('transport', ({ around }) => ({
      around(request, next, host) {
        const { pathname, search } = new URL(request.url)
        const isMalformed = pathname === '/oauth2/authorize' && /[?&][^=&]+(?:&|$)/.test(search)
        return isMalformed
          ? Promise.resolve(new Response('Malformed query.', { status: 400 }))
          : around(request, next, host)
      },
    })),
  },
  {
    id: 'authorization-knows-openid-parameters',
    description: 'Parameters of OpenID Connect are known, and refused with values that it cannot serve.',
    apply: replace('authorization', ({ requestProblem }) => ({
      requestProblem(parameters) {
        const { values } = parameters
        const isServed =
          ['query', undefined].includes(values.get('response_mode')) &&
          ['login', 'consent', undefined].includes(values.get('prompt')) &&
          !values.has('request_uri')
        const problem = { error: 'invalid_request', description: 'This is not supported.' }
        return requestProblem(parameters) ?? (isServed ? undefined : problem)
      },
    })),
  },
  {
    id: 'authorization-same-place-accepted',
    description: 'The host of a redirect URI in another letter case and an explicit port 443 are accepted.',
    apply: replace('authorization', ({ redirectUriMatches }) => {
      const normalized = (uri: string) =>
        uri.replace(/^https:\/\/([^/?#@:]*)(:443)?(?=[/?#]|$)/i, (_all, host: string) => {
          return `https://${host.toLowerCase()}`
        })
      return {
        redirectUriMatches: (registered, given) =>
          redirectUriMatches(registered, given) || normalized(given) === normalized(registered),
      }
    }),
  },
  {
    id: 'authorization-latest-code-only',
    description: 'A new authorization ends the codes of its user and client that nobody has exchanged.',
    apply: replace('authorization', ({ saveCode }) => ({
      saveCode(store, code) {
        const isLike = ({ user, client }: Grant) => user === code.grant.user && client === code.grant.client
        for (const one of store.codes.values()) if (!one.used && isLike(one.grant)) one.expiresAt = 0
        saveCode(store, code)
      },
    })),
  },
  {
    id: 'authorization-short-lived-codes',
    description: 'A code lives three seconds.',
    apply: replace('authorization', () => ({ codeLifetimeSeconds: 3 })),
  },
]
