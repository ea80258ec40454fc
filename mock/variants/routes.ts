import { METHODS, type RequestListener } from 'node:http'
import { type PolicyChange, replace } from '../policies/replace.ts'
import type { Host } from '../policies/transport.ts'
import { answering, changed, infrastructurePage, intercepting } from './responses.ts'
import type { Variant } from './variant.ts'

/** Rewrites the path of API requests before they are routed. The path is as sent, without the query. */
function routing(change: (path: string) => string): PolicyChange {
  return replace('transport', ({ listener }) => ({
    listener: (inner: RequestListener, host: Host) =>
      listener((request, response) => {
        if (host.role === 'api' && request.url !== undefined) {
          const [path = '', ...query] = request.url.split('?')
          request.url = [change(path), ...query].join('?')
        }
        inner(request, response)
      }, host),
  }))
}

/** Has a POST that names another method in a header taken for a request by that. */
const overridingMethods: PolicyChange = replace('transport', ({ listener }) => ({
  listener: (inner: RequestListener, host: Host) =>
    listener((request, response) => {
      const wanted = `${request.headers['x-http-method-override'] ?? ''}`.toUpperCase()
      if (request.method === 'POST' && METHODS.includes(wanted)) request.method = wanted
      inner(request, response)
    }, host),
}))

const openToOrigins = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'ETag, Link, Retry-After',
}

/** The variants of which paths and methods reach an operation, by the habits of routers. */
export const routeVariants: readonly Variant[] = [
  {
    id: 'routes-trailing-slash-taken',
    description: 'A path with a slash at its end reaches the same operation (Express, Fastify).',
    apply: routing((path) => path.replace(/(?<=.)\/$/, '')),
  },
  {
    id: 'routes-trailing-slash-redirected',
    description:
      'A path with a slash at its end is redirected to the one without by 308 (Starlette, Next.js).',
    apply: intercepting(({ url }, { role }) => {
      const { pathname, search } = new URL(url)
      if (role !== 'api' || !/^\/v1\/.+\/$/.test(pathname)) return undefined
      return new Response(null, { status: 308, headers: { location: pathname.slice(0, -1) + search } })
    }),
  },
  {
    id: 'routes-in-any-case',
    description: 'The fixed parts of a path are taken in any letter case (Express).',
    apply: routing((path) =>
      path.replace(/^\/v1\/(donations|organizations)(?=\/|$)/i, (fixed) => fixed.toLowerCase()),
    ),
  },
  {
    id: 'routes-merge-slashes',
    description: 'Repeated slashes in a path are taken for one (merge_slashes of nginx).',
    apply: routing((path) => path.replace(/\/{2,}/g, '/')),
  },
  {
    id: 'routes-method-override-followed',
    description:
      'A POST that names another method in X-HTTP-Method-Override is taken for that (Rack, Rails).',
    apply: overridingMethods,
  },
  {
    id: 'routes-without-version-too',
    description: 'The API answers without the prefix /v1 as well.',
    apply: routing((path) => path.replace(/^\/(?=(donations|organizations)(\/|$))/, '/v1/')),
  },
  {
    id: 'routes-uuids-in-small-letters',
    description: 'A UUID with capitals matches no route, and gets a page with 404 (a constraint of Rails).',
    apply: intercepting(({ url }) =>
      /[A-F]/.test(url) && /\/v1\/donations\/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(url)
        ? infrastructurePage(404, 'Not Found')
        : undefined,
    ),
  },
  {
    id: 'routes-path-parameters-set-aside',
    description: 'What stands behind a semicolon in a segment of a path is set aside (Tomcat, Spring).',
    apply: routing((path) => path.replace(/;[^/]*/g, '')),
  },
  {
    id: 'routes-format-set-aside',
    description: 'The extension .json behind a path is set aside, whatever the route (Rails).',
    apply: routing((path) => path.replace(/\.json$/, '')),
  },
  {
    id: 'routes-format-of-donations-set-aside',
    description: 'The extension .json behind the id of a donation is set aside, on no other route (ASP.NET).',
    apply: routing((path) => path.replace(/^(\/v1\/donations\/.+)\.json$/, '$1')),
  },
  {
    id: 'routes-open-to-origins',
    description: 'Preflight requests get 204, and all answers are open to other origins (CORS middleware).',
    apply: (policies) =>
      intercepting(({ method }) =>
        method === 'OPTIONS'
          ? new Response(null, {
              status: 204,
              headers: { ...openToOrigins, 'access-control-allow-methods': 'GET,PUT,PATCH,POST' },
            })
          : undefined,
      )(answering((response) => changed(response, openToOrigins))(policies)),
  },
]
