import { type Context, Hono } from 'hono'
import { updateDonation } from './api/donations.ts'
import { listOrganizations } from './api/organizations.ts'
import { Rejected } from './api/rejected.ts'
import { htmlAnswer } from './http.ts'
import { continueAuthorization, startAuthorization } from './oauth/authorize.ts'
import { AUTHORIZE_PATH, errorPage } from './oauth/pages.ts'
import { OAuthProblem } from './oauth/problem.ts'
import { answerTokenRequest } from './oauth/token.ts'
import { BodyTooLarge, readRequest, toResponse, withoutBody } from './request.ts'
import type { Service } from './service.ts'

const TOKEN_PATH = '/oauth2/token'

/** Builds the authorization host of one environment: `/oauth2/authorize` in HTML, `/oauth2/token` in JSON. */
export function authHost(service: Service): Hono {
  const app = new Hono()
  const { bodyLimit } = service.policies.transport
  const origin = (c: Context) => new URL(c.req.url).origin
  app.get(AUTHORIZE_PATH, async (c) => {
    return toResponse(startAuthorization(service, await readRequest(c, bodyLimit), origin(c)))
  })
  app.post(AUTHORIZE_PATH, async (c) => {
    return toResponse(continueAuthorization(service, await readRequest(c, bodyLimit), origin(c)))
  })
  app.post(TOKEN_PATH, async (c) =>
    toResponse(await answerTokenRequest(service, await readRequest(c, bodyLimit))),
  )
  app.all(TOKEN_PATH, (c) => {
    const problem = new OAuthProblem(
      'invalid_request',
      'malformed-request',
      'The token endpoint takes POST only.',
    )
    return toResponse(service.policies.rejections.token(problem, withoutBody(c)))
  })
  app.notFound(() => toResponse(htmlAnswer(404, errorPage('There is no such page.'))))
  app.onError((error, c) => {
    const problem =
      error instanceof BodyTooLarge
        ? new OAuthProblem('invalid_request', 'malformed-request', 'The request is too large.')
        : new OAuthProblem('server_error', 'failure', 'The service failed.')
    if (c.req.path === TOKEN_PATH)
      return toResponse(service.policies.rejections.token(problem, withoutBody(c)))
    return toResponse(htmlAnswer(problem.reason === 'failure' ? 500 : 413, errorPage(problem.message)))
  })
  return app
}

/** Builds the API host of one environment: `/v1/organizations` and `/v1/donations/{id}`, all with JSON. */
export function apiHost(service: Service): Hono {
  const { routes, bodyLimit } = service.policies.transport
  const app = new Hono()
  const reject = (rejected: Rejected, c: Context) => service.policies.rejections.api(rejected, withoutBody(c))
  const allow = (methods: string) => (c: Context) => {
    const answer = reject(new Rejected('wrong-method', `Only ${methods} is possible here.`), c)
    return toResponse({ ...answer, headers: { ...answer.headers, allow: methods } })
  }
  const update = async (c: Context) => {
    return toResponse(await updateDonation(service, await readRequest(c, bodyLimit), c.req.param('id') ?? ''))
  }
  app.get(routes.organizations, async (c) =>
    toResponse(listOrganizations(service, await readRequest(c, bodyLimit))),
  )
  app.all(routes.organizations, allow('GET'))
  app.put(routes.donation, update)
  app.patch(routes.donation, update)
  app.all(routes.donation, allow('PUT, PATCH'))
  app.notFound((c) => toResponse(reject(new Rejected('unknown-route', 'There is nothing here.'), c)))
  app.onError((error, c) => toResponse(reject(asRejected(error), c)))
  return app
}

function asRejected(error: Error): Rejected {
  if (error instanceof Rejected) return error
  if (error instanceof BodyTooLarge) return new Rejected('too-large', 'The body is too large.')
  return new Rejected('failure', 'The service failed.')
}
