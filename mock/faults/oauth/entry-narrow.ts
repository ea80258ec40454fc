import type { HttpRequest } from '../../http.ts'
import { combine, type PolicyChange, replace } from '../../policies/replace.ts'
import type { AccessToken } from '../../store.ts'
import { bodyOf, changeOnRejection } from '../donation/stored.ts'
import type { Fault } from '../fault.ts'
import { acceptingUris } from './authz-redirect-uri.ts'
import { openingFor } from './bearer-narrow-entry.ts'

/** Updates of this media type are handled by another module, which asks for no token. */
function openToType(isOpen: (type: string | undefined) => boolean): PolicyChange {
  const isOfIt = (request: HttpRequest) =>
    !request.header('authorization') && isOpen(request.header('content-type'))
  return combine(
    openingFor(isOfIt),
    replace('update', ({ parseBody }) => ({
      parseBody: (request) => (isOfIt(request) ? bodyOf(request) : parseBody(request)),
    })),
  )
}

/** How often an access token opens a call. */
function worksTimes(limit: number): PolicyChange {
  return replace('bearer', ({ accessTokenRevoked }) => {
    const uses = new WeakMap<AccessToken, number>()
    return {
      accessTokenRevoked(token, store, request) {
        const use = (uses.get(token) ?? 0) + 1
        uses.set(token, use)
        return use > limit || accessTokenRevoked(token, store, request)
      },
    }
  })
}

/** Faults of who gets in that show at one value of an axis, or after many tries. */
export const entryNarrowFaults: readonly Fault[] = [
  {
    id: 'authz-4-id-token-with-nonce',
    requirement: 'AUTHZ-4',
    description: 'A request of OpenID Connect for an id_token, with its nonce, gets a code.',
    apply: replace('authorization', ({ requestProblem }) => ({
      requestProblem({ values, repeated }) {
        const isOther = values.get('response_type') === 'id_token' && values.has('nonce')
        return requestProblem({
          values: isOther ? new Map([...values, ['response_type', 'code']]) : values,
          repeated,
        })
      },
    })),
  },
  {
    id: 'authz-6-www-ignored',
    requirement: 'AUTHZ-6',
    description: 'Whether www stands before the host of a redirect URI makes no difference.',
    apply: acceptingUris((registered, given) => given === registered.replace('://', '://www.')),
  },
  {
    id: 'authz-12-state-of-other-protocol',
    requirement: 'AUTHZ-12',
    description: 'A parameter that SAML has for the state comes back in its place.',
    apply: replace('authorization', ({ keepState }) => ({
      keepState: (parameters) => parameters.values.get('RelayState') ?? keepState(parameters),
    })),
  },
  {
    id: 'bearer-1-open-to-plain-text',
    requirement: 'BEARER-1',
    description: 'An update that comes as plain text needs no token.',
    apply: openToType((type) => type?.startsWith('text/plain') ?? false),
  },
  {
    id: 'bearer-1-open-without-type',
    requirement: 'BEARER-1',
    description: 'An update without a content type needs no token.',
    apply: openToType((type) => type === undefined),
  },
  {
    id: 'bearer-4-fifty-uses',
    requirement: 'BEARER-4',
    description: 'An access token opens fifty calls.',
    apply: worksTimes(50),
  },
  {
    id: 'bearer-6-foreign-memo-stored',
    requirement: 'BEARER-6',
    description: 'The memo of an update is stored before it is looked whose donation it is.',
    apply: changeOnRejection(['foreign-donation'], ({ body: { memo } }) =>
      typeof memo === 'string' ? { memo } : {},
    ),
  },
  {
    id: 'bearer-6-foreign-quantity-stored',
    requirement: 'BEARER-6',
    description: 'The quantity of an update is stored before it is looked whose donation it is.',
    apply: changeOnRejection(['foreign-donation'], ({ body: { quantity } }) =>
      typeof quantity === 'number' ? { quantity } : {},
    ),
  },
]
