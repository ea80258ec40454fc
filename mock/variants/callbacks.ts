import type { Pair } from '../http.ts'
import { AUTHORIZE_PATH, errorPage, escapeHtml } from '../oauth/pages.ts'
import { combine, type PolicyChange, replace } from '../policies/replace.ts'
import { randomToken } from '../random.ts'
import { answering, changed, intercepting } from './responses.ts'
import type { Variant } from './variant.ts'

/** Adds parameters to callbacks that carry a code. */
function adding(...more: readonly Pair[]): PolicyChange {
  return replace('authorization', ({ callbackParameters }) => ({
    callbackParameters: (outcome, state) => [
      ...callbackParameters(outcome, state),
      ...('code' in outcome ? more : []),
    ],
  }))
}

function page(status: number, message: string): Response {
  return new Response(errorPage(message), { status, headers: { 'content-type': 'text/html' } })
}

/** Sends the browser through so many addresses of the authorization host before the redirect URI. */
function hopping(hops: number, status: number): PolicyChange {
  const path = '/oauth2/resume/'
  return (policies) => {
    const waiting = new Map<string, string>()
    const next = (destination: string, left: number) => {
      if (left === 0) return destination
      const ticket = `${path}${left}/${randomToken()}`
      waiting.set(ticket, destination)
      return ticket
    }
    return combine(
      intercepting((request) => {
        const { pathname } = new URL(request.url)
        if (!pathname.startsWith(path)) return undefined
        const destination = waiting.get(pathname)
        if (destination === undefined) return page(404, 'This request has ended.')
        waiting.delete(pathname)
        const left = Number(pathname.slice(path.length).split('/')[0]) - 1
        return new Response(null, { status: 302, headers: { location: next(destination, left) } })
      }),
      answering((response, { url }) => {
        const location = response.headers.get('location')
        const isCallback = location?.startsWith('https:') && new URL(url).pathname === AUTHORIZE_PATH
        if (!isCallback || !location) return response
        return new Response(null, {
          status,
          headers: { ...Object.fromEntries(response.headers), location: next(location, hops) },
        })
      }),
    )(policies)
  }
}

/** Shows login and approval at another path than the authorization endpoint. */
function showingPagesAt(path: string): PolicyChange {
  return combine(
    replace('pages', ({ nextPage }) => ({
      shows: 'by-redirect' as const,
      nextPage: (view) => nextPage(view)?.replaceAll(`action="${AUTHORIZE_PATH}"`, `action="${path}"`),
    })),
    replace('transport', ({ around }) => ({
      async around(request, next, host) {
        const response = await around(request, next, host)
        const location = response.headers.get('location')
        return location?.startsWith(`${AUTHORIZE_PATH}?request=`)
          ? changed(response, { location: location.replace(AUTHORIZE_PATH, path) })
          : response
      },
      listener: (inner) => (request, response) => {
        if (request.url?.split('?')[0] === path) request.url = request.url.replace(path, AUTHORIZE_PATH)
        inner(request, response)
      },
    })),
  )
}

const refusingAt = (refusalStatus: number): PolicyChange =>
  replace('authorization', () => ({ refusalStatus }))

/** The variants of how the authorization endpoint refuses, and of the way to the callback. */
export const callbackVariants: readonly Variant[] = [
  ...[200, 401, 403, 404].map(
    (status): Variant => ({
      id: `authorization-refusals-${status}`,
      description: `Refusals that cannot go to the application are pages with status ${status}.`,
      apply: refusingAt(status),
    }),
  ),
  {
    id: 'authorization-refusals-on-page-of-their-own',
    description: 'A refusal redirects to an error page of the authorization host itself (Hydra).',
    apply: combine(
      replace('authorization', () => ({ untrustedDestination: () => '/oauth2/fallbacks/error' })),
      intercepting(({ url }) =>
        new URL(url).pathname === '/oauth2/fallbacks/error'
          ? page(200, 'The request could not be completed.')
          : undefined,
      ),
    ),
  },
  {
    id: 'authorization-missing-scope-invalid-request',
    description: 'Every defect of an authorization request is reported as invalid_request.',
    apply: replace('authorization', ({ requestProblem }) => ({
      requestProblem(parameters) {
        const problem = requestProblem(parameters)
        return problem && { ...problem, error: 'invalid_request' }
      },
    })),
  },
  {
    id: 'callback-with-issuer',
    description: 'The callback names the issuer (RFC 9207: Keycloak, Spring).',
    apply: adding(['iss', 'https://auth.example/realms/partners']),
  },
  {
    id: 'callback-with-scope',
    description: 'The callback names the granted scope, the account and the prompt (as Google does).',
    apply: adding(['scope', 'organizations:read donations:write'], ['authuser', '0'], ['prompt', 'consent']),
  },
  {
    id: 'callback-errors-with-uri',
    description: 'Errors on the callback carry error_uri and error_hint (Hydra).',
    apply: replace('authorization', ({ callbackParameters }) => ({
      callbackParameters: (outcome, state) =>
        'code' in outcome
          ? callbackParameters(outcome, state)
          : [
              ...callbackParameters(outcome, state),
              ['error_uri', 'https://docs.example/errors?id=1&lang=en'],
              ['error_hint', 'The resource owner denied the request.'],
            ],
    })),
  },
  {
    id: 'callback-errors-undescribed',
    description: 'Errors on the callback have no description (oauth2orize).',
    apply: replace('authorization', ({ callbackParameters }) => ({
      callbackParameters: (outcome, state) =>
        callbackParameters(outcome, state).filter(([name]) => name !== 'error_description'),
    })),
  },
  {
    id: 'callback-names-port',
    description: 'The callback names the port 443, and writes scheme and host in capitals.',
    apply: replace('authorization', ({ callbackUrl }) => ({
      callbackUrl: (...given) =>
        callbackUrl(...given).replace(/^https:\/\/[^/?#]+/i, (authority) => `${authority.toUpperCase()}:443`),
    })),
  },
  {
    id: 'callback-with-fragment',
    description: 'The callback ends with an empty fragment, as some services write it (Facebook).',
    apply: replace('authorization', ({ callbackUrl }) => ({
      callbackUrl: (...given) => `${callbackUrl(...given)}#_=_`,
    })),
  },
  {
    id: 'callback-by-meta-element',
    description: 'A page with a meta element that refreshes sends the browser to the callback.',
    apply: answering((response, { url }) => {
      const location = response.headers.get('location')
      const isCallback = location?.startsWith('https:') && new URL(url).pathname === AUTHORIZE_PATH
      if (!isCallback || !location) return response
      const head = `<meta http-equiv="refresh" content="0;url=${escapeHtml(location)}">`
      const headers = new Headers(response.headers)
      headers.delete('location')
      headers.set('content-type', 'text/html; charset=utf-8')
      return new Response(`<!doctype html><html><head>${head}<title>Going back</title></head></html>`, {
        status: 200,
        headers,
      })
    }),
  },
  {
    id: 'callback-by-three-hops',
    description: 'After approval the browser goes through three addresses of the service, by 303 and 302.',
    apply: hopping(3, 303),
  },
  {
    id: 'callback-by-one-hop',
    description: 'After approval the browser goes through one more address of the service (Hydra, Spring).',
    apply: hopping(1, 302),
  },
  {
    id: 'login-at-other-path',
    description: 'Login and approval stand at another path of the host (Django, Devise, Spring).',
    apply: showingPagesAt('/accounts/login/'),
  },
  ...[60, 600].map(
    (seconds): Variant => ({
      id: `codes-live-${seconds}-seconds`,
      description: `An authorization code lives ${seconds} seconds (Django OAuth Toolkit 60, Doorkeeper 600).`,
      apply: replace('authorization', () => ({ codeLifetimeSeconds: seconds })),
    }),
  ),
]
