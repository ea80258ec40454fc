import { type Answer, json } from '../../http.ts'
import type { OAuthProblem, OAuthProblemReason } from '../../oauth/problem.ts'
import { type PolicyChange, replace } from '../../policies/replace.ts'
import type { Issued } from '../../policies/token.ts'
import type { Fault } from '../fault.ts'

/** Changes the response that holds the tokens. */
export function sending(change: (answer: Answer, issued: Issued) => Answer): PolicyChange {
  return replace('token', ({ answer }) => ({
    answer: (body, issued) => change(answer(body, issued), issued),
  }))
}

/** Changes the responses for certain OAuth errors. */
export function changingErrors(
  concerns: (problem: OAuthProblem) => boolean,
  tell: (problem: OAuthProblem, answer: Answer) => Answer,
): PolicyChange {
  return replace('rejections', ({ token }) => ({
    token(problem, request) {
      const answer = token(problem, request)
      return concerns(problem) ? tell(problem, answer) : answer
    },
  }))
}

/** Replaces the error code in the responses for one reason. */
export function mistaking(reason: OAuthProblemReason, error: string): PolicyChange {
  return changingErrors(
    (problem) => problem.reason === reason,
    ({ message }, { status, headers }) => json(status, { error, error_description: message }, headers),
  )
}

/** The faults that break TOKEN-11, TOKEN-12 and TOKEN-15. */
export const tokenAnswerFaults: readonly Fault[] = [
  {
    id: 'token-11-invalid-request',
    requirement: 'TOKEN-11',
    description: 'An unknown grant_type is answered with invalid_request.',
    apply: mistaking('unknown-grant-type', 'invalid_request'),
  },
  {
    id: 'token-11-prefix-matched',
    requirement: 'TOKEN-11',
    description: 'A grant_type that only begins like a known one is taken for it.',
    apply: replace('token', ({ grantType }) => ({
      grantType: (name) => grantType(name) ?? grantType(/^authorization_code/.exec(name)?.[0] ?? ''),
    })),
  },
  {
    id: 'token-11-any-is-code-exchange',
    requirement: 'TOKEN-11',
    description: 'Every grant_type but refresh_token is taken for a code exchange.',
    apply: replace('token', ({ grantType }) => ({
      grantType: (name) => grantType(name) ?? 'authorization_code',
    })),
  },
  {
    id: 'token-12-no-cache-control',
    requirement: 'TOKEN-12',
    description: 'Token responses say nothing about caches.',
    apply: sending(({ status, headers: { 'cache-control': _, ...headers }, body }) => ({
      status,
      headers,
      body,
    })),
  },
  {
    id: 'token-12-no-cache-only',
    requirement: 'TOKEN-12',
    description: 'Token responses forbid caches to answer by themselves, but not to keep the tokens.',
    apply: sending(({ status, headers, body }) => ({
      status,
      headers: { ...headers, 'cache-control': 'no-cache, private, max-age=0' },
      body,
    })),
  },
  {
    id: 'token-12-refresh-cacheable',
    requirement: 'TOKEN-12',
    description: 'Only the response of a refresh lacks Cache-Control.',
    apply: sending((answer, { grantType }) => {
      const { 'cache-control': _, ...headers } = answer.headers
      return grantType === 'refresh_token' ? { ...answer, headers } : answer
    }),
  },
  {
    id: 'token-15-no-description',
    requirement: 'TOKEN-15',
    description: 'Errors of the token endpoint have a code and no description.',
    apply: changingErrors(
      () => true,
      ({ error }, { status, headers }) => json(status, { error }, headers),
    ),
  },
  {
    id: 'token-15-description-list',
    requirement: 'TOKEN-15',
    description: 'The description of a missing parameter is a list of messages.',
    apply: changingErrors(
      ({ reason }) => reason === 'missing-parameter',
      ({ error, message }, { status, headers }) =>
        json(status, { error, error_description: [message] }, headers),
    ),
  },
  {
    id: 'token-15-wrong-credentials-in-plain-text',
    requirement: 'TOKEN-15',
    description: 'Wrong client credentials are answered in plain text, by a server in front of the endpoint.',
    apply: changingErrors(
      ({ reason }) => reason === 'wrong-credentials',
      ({ message }, { status, headers }) => ({
        status,
        headers: { ...headers, 'content-type': 'text/plain' },
        body: message,
      }),
    ),
  },
  {
    id: 'token-15-repeated-parameter-nested',
    requirement: 'TOKEN-15',
    description: 'A parameter given twice is answered with the error of a framework, one level deeper.',
    apply: changingErrors(
      ({ reason }) => reason === 'repeated-parameter',
      ({ error, message }, { status, headers }) => json(status, { error: { code: error, message } }, headers),
    ),
  },
]
