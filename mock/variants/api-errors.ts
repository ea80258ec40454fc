import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Rejected } from '../api/rejected.ts'
import { type Answer, type HttpRequest, json } from '../http.ts'
import { type PolicyChange, replace } from '../policies/replace.ts'
import type { Variant } from './variant.ts'

/** Changes refusals of the API, except for an expired token, whose body the contract documents. */
function telling(change: (answer: Answer, rejected: Rejected, request: HttpRequest) => Answer): PolicyChange {
  return replace('rejections', ({ api }) => ({
    api(rejected, request) {
      const answer = api(rejected, request)
      return rejected.kind === 'expired-token' ? answer : change(answer, rejected, request)
    },
  }))
}

/** Replaces the bodies of those refusals by JSON. */
function tellingJson(
  body: (rejected: Rejected, status: number, request: HttpRequest) => unknown,
): PolicyChange {
  return telling(({ status, headers }, rejected, request) =>
    json(status, body(rejected, status, request), headers),
  )
}

/** Changes the status of refusals of some kinds. */
function refusingWith(status: number, ...kinds: readonly Rejected['kind'][]): PolicyChange {
  return telling((answer, { kind }) => (kinds.includes(kind) ? { ...answer, status } : answer))
}

/** The variants of how the API refuses, by the habits of web frameworks. */
export const apiErrorVariants: readonly Variant[] = [
  {
    id: 'errors-like-fastapi',
    description: 'Refusals hold detail, a text or a list of places and messages (FastAPI).',
    apply: tellingJson(({ kind, message, complaints }) => ({
      detail:
        complaints.length === 0
          ? message
          : complaints.map((one) => ({
              type: kind,
              loc: ['body', ...one.field.split('.')],
              msg: one.message,
              url: 'https://errors.pydantic.dev/2.5/v/string_type',
            })),
    })),
  },
  {
    id: 'errors-repeat-the-body',
    description: 'Refusals repeat what they refuse, however long it is.',
    apply: tellingJson(({ kind }, _status, { body }) => ({
      error: kind,
      received: new TextDecoder().decode(body),
    })),
  },
  {
    id: 'errors-like-django-rest',
    description: 'Refusals hold detail, or a list of messages under each field (Django REST framework).',
    apply: tellingJson(({ message, complaints }) =>
      complaints.length === 0
        ? { detail: message, code: 'not_authenticated' }
        : Object.fromEntries(complaints.map((one) => [one.field, [one.message]])),
    ),
  },
  {
    id: 'errors-like-spring',
    description: 'Refusals hold timestamp, status, error and the path of the request (Spring Boot).',
    apply: tellingJson((_rejected, status, { path }) => ({
      timestamp: new Date().toISOString(),
      status,
      error: STATUS_CODES[status],
      path,
    })),
  },
  {
    id: 'errors-like-express',
    description: 'Refusals hold a status, a name and a message with the method and path (Express, NestJS).',
    apply: tellingJson(({ message }, statusCode, { method, path }) => ({
      statusCode,
      error: STATUS_CODES[statusCode],
      message: [`Cannot ${method} ${path}`, message],
    })),
  },
  {
    id: 'errors-like-aspnet',
    description:
      'Refusals hold type, title, status, trace id and errors by field as application/json (ASP.NET).',
    apply: tellingJson(({ complaints }, status) => ({
      type: 'https://tools.ietf.org/html/rfc9110#section-15.5.1',
      title: 'One or more validation errors occurred.',
      status,
      errors: Object.fromEntries(complaints.map((one) => [`$.${one.field}`, [one.message]])),
      traceId: `00-${randomUUID().replaceAll('-', '')}-00`,
    })),
  },
  {
    id: 'errors-like-json-api',
    description: 'Refusals are a list of errors with pointers into the body (JSON:API).',
    apply: tellingJson(({ kind, message, complaints }, status) => ({
      errors: [{ field: undefined, message }, ...complaints].map((one) => ({
        status: String(status),
        code: kind,
        detail: one.message,
        source: { pointer: one.field === undefined ? '/data' : `/data/attributes/${one.field}` },
      })),
    })),
  },
  {
    id: 'errors-empty-object',
    description: 'Refusals have an empty JSON object.',
    apply: tellingJson(() => ({})),
  },
  {
    id: 'unauthorized-as-problem-json',
    description: '401 and 403 come as application/problem+json, as the contract names no type for them.',
    apply: telling((answer, { message }) =>
      answer.status === 401 || answer.status === 403
        ? {
            ...json(answer.status, { title: STATUS_CODES[answer.status], detail: message }, answer.headers),
            headers: { ...answer.headers, 'content-type': 'application/problem+json' },
          }
        : answer,
    ),
  },
  {
    id: 'unauthorized-as-text',
    description: '401 comes as the plain text Unauthorized (Express with passport).',
    apply: telling((answer) =>
      answer.status === 401
        ? { ...answer, headers: { ...answer.headers, 'content-type': 'text/plain' }, body: 'Unauthorized' }
        : answer,
    ),
  },
  {
    id: 'organizations-refused-403',
    description:
      'GET /v1/organizations is refused with 403 for want of a token: the contract names no status.',
    apply: telling((answer, _rejected, { method }) =>
      method === 'GET' && answer.status === 401 ? { ...answer, status: 403 } : answer,
    ),
  },
  {
    id: 'unauthorized-without-body',
    description: '401 has a challenge and no body (Spring Security).',
    apply: telling((answer) => {
      if (answer.status !== 401) return answer
      const { 'content-type': _type, ...headers } = answer.headers
      return { ...answer, headers, body: '' }
    }),
  },
  {
    id: 'foreign-donation-404',
    description: "Another organization's donation is refused as one that is not there.",
    apply: refusingWith(404, 'foreign-donation'),
  },
  {
    id: 'foreign-donation-401',
    description:
      "Another organization's donation is refused with 401, whose conditions the contract leaves open.",
    apply: telling((answer, { kind, message }) =>
      kind === 'foreign-donation'
        ? json(
            401,
            { error: 'insufficient_scope', message },
            { 'www-authenticate': 'Bearer realm="partners"' },
          )
        : answer,
    ),
  },
  {
    id: 'unknown-donation-403',
    description: 'A donation that is not there is refused with 403, as one of somebody else.',
    apply: refusingWith(403, 'unknown-donation'),
  },
  {
    id: 'not-pledged-409',
    description: 'Fields that only a pledged donation takes are refused with 409.',
    apply: refusingWith(409, 'not-pledged'),
  },
  {
    id: 'invalid-fields-400',
    description: 'Invalid fields are refused with 400 (Django REST framework, ASP.NET).',
    apply: refusingWith(400, 'invalid-field'),
  },
]
