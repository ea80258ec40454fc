import type { Rejected, RejectionKind } from '../../api/rejected.ts'
import type { Answer, HttpRequest } from '../../http.ts'
import { combine, type PolicyChange, replace } from '../../policies/replace.ts'
import { isObject } from '../../policies/rules.ts'
import type { Fault } from '../fault.ts'

/** Changes the responses for certain kinds of refusal. */
function refusing(
  kinds: readonly RejectionKind[],
  tell: (answer: Answer, rejected: Rejected, request: HttpRequest) => Answer,
): PolicyChange {
  return replace('rejections', ({ api }) => ({
    api(rejected, request) {
      const answer = api(rejected, request)
      return kinds.includes(rejected.kind) ? tell(answer, rejected, request) : answer
    },
  }))
}

/** Adds keys to the response bodies for certain kinds of refusal. */
function telling(
  kinds: readonly RejectionKind[],
  more: (rejected: Rejected, request: HttpRequest) => Readonly<Record<string, string>>,
): PolicyChange {
  return refusing(kinds, (answer, rejected, request) => withKeys(answer, more(rejected, request)))
}

/** Adds keys to the JSON object in an answer. */
function withKeys({ status, headers, body }: Answer, more: Readonly<Record<string, unknown>>): Answer {
  const value: unknown = JSON.parse(body)
  return { status, headers, body: JSON.stringify({ ...(isObject(value) && value), ...more }) }
}

/** The faults that break ERROR-1 and ERROR-3. */
export const errorBodyFaults: readonly Fault[] = [
  {
    id: 'error-1-validation-page',
    requirement: 'ERROR-1',
    description: 'Invalid fields are answered with the HTML page of a framework.',
    apply: refusing(['invalid-field'], ({ status }, { message }) => ({
      status,
      headers: { 'content-type': 'text/html; charset=utf-8' },
      body: `<!doctype html><title>Unprocessable</title><h1>${message.replaceAll('<', '&lt;')}</h1>`,
    })),
  },
  {
    id: 'error-1-unknown-donation-in-plain-text',
    requirement: 'ERROR-1',
    description: 'An unknown donation is answered in plain text.',
    apply: refusing(['unknown-donation'], ({ status }) => ({
      status,
      headers: { 'content-type': 'text/plain' },
      body: 'Not Found',
    })),
  },
  {
    id: 'error-1-problem-json',
    requirement: 'ERROR-1',
    description: 'Rejections are application/problem+json rather than application/json.',
    apply: refusing(
      ['malformed-body', 'invalid-field', 'not-pledged', 'unknown-donation'],
      ({ status, headers, body }) => ({
        status,
        headers: { ...headers, 'content-type': 'application/problem+json' },
        body,
      }),
    ),
  },
  {
    id: 'error-1-pledged-rule-without-type',
    requirement: 'ERROR-1',
    description: 'The rejection of a pledged-only field has a body and no Content-Type.',
    apply: refusing(['not-pledged'], ({ status, body }) => ({
      status,
      headers: { 'content-type': '' },
      body,
    })),
  },
  {
    id: 'error-3-stack-trace',
    requirement: 'ERROR-3',
    description: 'Rejections of invalid fields come with a stack trace.',
    apply: telling(['invalid-field'], ({ message }) => ({
      stack: `ValidationError: ${message}\n    at updateDonation (/srv/app/donations.js:42:7)`,
    })),
  },
  {
    id: 'error-3-sql',
    requirement: 'ERROR-3',
    description: 'An unknown donation is answered with the SQL that did not find it.',
    apply: telling(['unknown-donation'], () => ({
      detail: 'no rows: SELECT id, status FROM donations WHERE id = $1 LIMIT 1',
    })),
  },
  {
    id: 'error-3-sql-of-columns',
    requirement: 'ERROR-3',
    description:
      'A field that only a pledged donation takes is refused with the query that found the donation.',
    apply: telling(['not-pledged'], () => ({
      detail: 'SELECT "donations".* FROM "donations" WHERE "donations"."status" = $1 LIMIT 1',
    })),
  },
  {
    id: 'error-3-mysql',
    requirement: 'ERROR-3',
    description: 'An invalid field is answered with what MySQL said of the statement.',
    apply: telling(['invalid-field'], () => ({
      detail: "You have an error in your SQL syntax; check the manual near '' at line 1",
    })),
  },
  {
    id: 'error-3-file-path',
    requirement: 'ERROR-3',
    description: 'A malformed body is answered with the place in the source that gave up.',
    apply: telling(['malformed-body'], () => ({ source: '/srv/app/middleware/json.js:17' })),
  },
  {
    id: 'error-3-token-repeated',
    requirement: 'ERROR-3',
    description: 'The refusal of an access token repeats it.',
    apply: telling(['invalid-token', 'expired-token'], (_rejected, request) => ({
      received: request.header('authorization') ?? '',
    })),
  },
  {
    id: 'error-3-form-repeated',
    requirement: 'ERROR-3',
    description: 'Errors of the token endpoint repeat the form, with its client_secret and refresh_token.',
    apply: replace('rejections', ({ token }) => ({
      token(problem, request) {
        const form = new URLSearchParams(new TextDecoder().decode(request.body))
        return withKeys(token(problem, request), { received: Object.fromEntries(form) })
      },
    })),
  },
  {
    id: 'error-3-token-of-another',
    requirement: 'ERROR-3',
    description:
      'Where a pledged-only field is refused, the body names the refresh token that was issued last.',
    apply(policies) {
      let last = ''
      return combine(
        replace('token', ({ newToken }) => ({
          newToken(kind, grant) {
            const token = newToken(kind, grant)
            if (kind === 'refresh') last = token
            return token
          },
        })),
        telling(['not-pledged'], () => ({ session: `refresh:${last}` })),
      )(policies)
    },
  },
]
