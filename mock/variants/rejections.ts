import type { Rejected, RejectionKind } from '../api/rejected.ts'
import { type Answer, type HttpRequest, json } from '../http.ts'
import { type PolicyChange, replace } from '../policies/replace.ts'
import type { Variant } from './variant.ts'

/** Refusals whose status may not vary: 401 without a valid token by the contract, and internal errors. */
const settled: readonly RejectionKind[] = ['no-token', 'invalid-token', 'failure']

/** Sets the status of all other refusals of the API, the token endpoint and the pages. */
function refusingWith(status: number): PolicyChange {
  return (policies) => ({
    ...policies,
    authorization: { ...policies.authorization, refusalStatus: status },
    rejections: {
      api(rejected, request) {
        const answer = policies.rejections.api(rejected, request)
        return settled.includes(rejected.kind) ? answer : { ...answer, status }
      },
      token(problem, request) {
        const answer = policies.rejections.token(problem, request)
        return problem.reason === 'failure' ? answer : { ...answer, status }
      },
    },
  })
}

/** Changes refusals of the API, except for an expired token, whose body the contract documents. */
function telling(change: (answer: Answer, rejected: Rejected) => Answer): PolicyChange {
  return replace('rejections', ({ api }) => ({
    api(rejected, request) {
      const answer = api(rejected, request)
      return rejected.kind === 'expired-token' ? answer : change(answer, rejected)
    },
  }))
}

function pageFor(request: HttpRequest, answer: Answer): Answer {
  if (!request.header('accept')?.startsWith('text/html')) return answer
  return { ...answer, headers: { ...answer.headers, 'content-type': 'text/html' }, body: '<p>Refused</p>' }
}

/** Replaces the bodies of those refusals by JSON. */
function tellingJson(body: (rejected: Rejected) => unknown): PolicyChange {
  return telling(({ status, headers }, rejected) => json(status, body(rejected), headers))
}

/** Changes the WWW-Authenticate header of 401 answers. */
function challenging(change: (challenge: string) => string): PolicyChange {
  return replace('rejections', ({ api }) => ({
    api(rejected, request) {
      const answer = api(rejected, request)
      const { 'www-authenticate': challenge } = answer.headers
      return challenge === undefined
        ? answer
        : { ...answer, headers: { ...answer.headers, 'www-authenticate': change(challenge) } }
    },
  }))
}

const statuses = [400, 403, 404, 409, 410, 422].map(
  (status): Variant => ({
    id: `rejections-${status}`,
    description: `Whatever the contract leaves open is refused with ${status}.`,
    apply: refusingWith(status),
  }),
)

/** The variants of refusals: statuses, error bodies and challenges. */
export const rejectionVariants: readonly Variant[] = [
  ...statuses,
  {
    id: 'errors-as-list',
    description: 'Error bodies are arrays.',
    apply: tellingJson(({ kind, message }) => [{ code: kind, message }]),
  },
  {
    id: 'errors-as-text',
    description: 'Error bodies are JSON strings.',
    apply: tellingJson(({ message }) => message),
  },
  {
    id: 'errors-by-field',
    description: 'Error bodies hold a list of messages for each field.',
    apply: tellingJson(({ message, complaints }) => ({
      errors: Object.fromEntries([
        ['base', [message]],
        ...complaints.map((complaint) => [complaint.field, [complaint.message]]),
      ]),
    })),
  },
  {
    id: 'errors-null',
    description: 'Error bodies are null.',
    apply: tellingJson(() => null),
  },
  {
    id: 'errors-without-body',
    description: 'Refusals of the API have no body.',
    apply: telling(({ status, headers: { 'content-type': _, ...headers } }) => ({
      status,
      headers,
      body: '',
    })),
  },
  {
    id: 'unauthorized-as-page',
    description: '401 and 403 come with an HTML page, as the contract names no type for them.',
    apply: telling((answer) =>
      answer.status === 401 || answer.status === 403
        ? {
            status: answer.status,
            headers: { ...answer.headers, 'content-type': 'text/html' },
            body: '<!doctype html><title>No access</title>',
          }
        : answer,
    ),
  },
  {
    id: 'challenge-beside-others',
    description: 'The Bearer challenge of a 401 stands behind one for HTTP Basic.',
    apply: challenging((challenge) => `Basic realm="staff, only", ${challenge}`),
  },
  {
    id: 'challenge-in-lower-case',
    description: 'The scheme of the challenge is written in lower case.',
    apply: challenging((challenge) => challenge.replace('Bearer', 'bearer')),
  },
  {
    id: 'refusals-as-pages-for-browsers',
    description: 'Who likes HTML better is refused by a page (Spring Boot, Rails).',
    apply: replace('rejections', ({ api, token }) => ({
      api(rejected, request) {
        const answer = api(rejected, request)
        return rejected.kind === 'expired-token' ? answer : pageFor(request, answer)
      },
      token: (problem, request) => pageFor(request, token(problem, request)),
    })),
  },
]
