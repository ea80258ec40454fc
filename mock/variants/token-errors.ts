import { type Answer, json } from '../http.ts'
import { OAuthProblem } from '../oauth/problem.ts'
import { type PolicyChange, replace } from '../policies/replace.ts'
import { noStore } from '../policies/token.ts'
import { withSandbox } from '../policies/with-sandbox.ts'
import type { Store } from '../store.ts'
import type { Variant } from './variant.ts'

/** Changes refusals of the token endpoint. */
function changingErrors(change: (problem: OAuthProblem, answer: Answer) => Answer): PolicyChange {
  return replace('rejections', ({ token }) => ({
    token: (problem, request) => change(problem, token(problem, request)),
  }))
}

/** Names another error for some reasons. */
function calling(error: string, ...reasons: readonly OAuthProblem['reason'][]): PolicyChange {
  return changingErrors(({ reason, message }, answer) =>
    reasons.includes(reason) ? json(answer.status, { error, error_description: message }, noStore) : answer,
  )
}

/**
 * Refuses codes and refresh tokens by how long they are, before they are looked up.
 * @param isMalformed is given the length of the longest that was issued, too: another variant may make long ones.
 */
function refusingMalformed(
  isMalformed: (length: number, longest: number) => boolean,
  why: string,
): PolicyChange {
  return replace('token', ({ findCode, findRefreshToken }) => {
    const check = (value: string, issued: ReadonlyMap<string, unknown>) => {
      const longest = Math.max(0, ...[...issued.keys()].map(({ length }) => length))
      if (isMalformed(value.length, longest))
        throw new OAuthProblem('invalid_request', 'malformed-request', why)
      return value
    }
    return {
      findCode: (store, value) => findCode(store, check(value, store.codes)),
      findRefreshToken: (store, value) => findRefreshToken(store, check(value, store.refreshTokens)),
    }
  })
}

/** Does something about what a request with wrong client credentials shows. */
function failing(act: (store: Store, values: ReadonlyMap<string, string>) => void): PolicyChange {
  return replace('token', ({ collectParameters, findClient, secretMatches }) => {
    let values: ReadonlyMap<string, string> = new Map()
    return {
      collectParameters(pairs) {
        const parameters = collectParameters(pairs)
        values = parameters.values
        return parameters
      },
      findClient(store, id, grantType) {
        const client = findClient(store, id, grantType)
        if (client === undefined) act(store, values)
        return client
      },
      secretMatches(client, given, grantType, store) {
        const matches = secretMatches(client, given, grantType, store)
        if (!matches) act(store, values)
        return matches
      },
    }
  })
}

const basicChallenge = { 'www-authenticate': 'Basic realm="oauth", charset="UTF-8"' }

/** The variants of which errors and statuses the token endpoint answers with (RFC 6749 §5.2). */
export const tokenErrorVariants: readonly Variant[] = [
  {
    id: 'invalid-client-400',
    description: 'Wrong client credentials get 400 (node-oauth2-server, where no header was sent).',
    apply: changingErrors(({ error }, answer) =>
      error === 'invalid_client' ? { ...answer, status: 400 } : answer,
    ),
  },
  {
    id: 'invalid-client-with-basic-challenge',
    description: 'Wrong client credentials in a form get 401 with a Basic challenge (Doorkeeper, Authlib).',
    apply: changingErrors(({ error }, answer) =>
      error === 'invalid_client' ? { ...answer, headers: { ...answer.headers, ...basicChallenge } } : answer,
    ),
  },
  {
    id: 'invalid-grant-403',
    description: 'invalid_grant comes with 403 (Auth0).',
    apply: changingErrors(({ error }, answer) =>
      error === 'invalid_grant' ? { ...answer, status: 403 } : answer,
    ),
  },
  {
    id: 'token-errors-401',
    description: 'Every refusal of the token endpoint is 401 (Authlib and older servers for invalid_grant).',
    apply: changingErrors((_problem, answer) => ({ ...answer, status: 401 })),
  },
  {
    id: 'foreign-code-unauthorized-client',
    description: "Another client's code or refresh token is refused with unauthorized_client (Keycloak).",
    apply: calling('unauthorized_client', 'foreign-code', 'foreign-refresh-token'),
  },
  {
    id: 'other-redirect-uri-invalid-request',
    description: 'Another redirect_uri in the exchange is refused with invalid_request (node-oauth2-server).',
    apply: calling('invalid_request', 'other-redirect-uri'),
  },
  {
    id: 'missing-credentials-invalid-request',
    description: 'A missing parameter is invalid_request, client_id and client_secret too (Okta).',
    apply: calling('invalid_request', 'missing-parameter'),
  },
  {
    id: 'overlong-codes-invalid-request',
    description:
      'Codes and refresh tokens that are 1024 characters too long are refused with invalid_request.',
    apply: refusingMalformed((length, longest) => length > longest + 1024, 'Too long.'),
  },
  {
    id: 'short-codes-invalid-request',
    description: 'Codes and refresh tokens of less than 12 characters are refused with invalid_request.',
    apply: refusingMalformed((length) => length < 12, 'Too short.'),
  },
  {
    id: 'token-exchange-known',
    description:
      'The service knows token exchange, and refuses an unknown subject token with invalid_request (RFC 8693, 2.2.2).',
    apply: replace('token', ({ grantType }) => ({
      grantType(name) {
        if (name !== 'urn:ietf:params:oauth:grant-type:token-exchange') return grantType(name)
        throw new OAuthProblem('invalid_request', 'malformed-request', 'The subject token is unknown.')
      },
    })),
  },
  {
    id: 'token-errors-like-hydra',
    description: 'Errors of the token endpoint come with hint, debug text and status code (Hydra).',
    apply: changingErrors(({ error, message }, { status, headers }) =>
      json(
        status,
        {
          error,
          error_description: `${message} See https://www.ory.sh/docs for more.`,
          error_hint: 'Check that all required parameters are given.',
          error_debug: null,
          status_code: status,
        },
        headers,
      ),
    ),
  },
  {
    id: 'token-errors-described-empty',
    description: 'Errors of the token endpoint have an empty error_description.',
    apply: changingErrors(({ error }, { status, headers }) =>
      json(status, { error, error_description: '' }, headers),
    ),
  },
  {
    id: 'code-used-up-by-foreign-client',
    description: "An attempt of another client uses a code up (oauth2orize's usual handlers).",
    apply: replace('token', ({ codeBelongsTo }) => ({
      codeBelongsTo(code, client) {
        const belongs = codeBelongsTo(code, client)
        if (!belongs) code.used = true
        return belongs
      },
    })),
  },
  {
    id: 'code-used-up-by-wrong-credentials',
    description: 'An attempt with wrong client credentials uses a code up.',
    apply: failing((store, values) => {
      const code = store.codes.get(values.get('code') ?? '')
      if (code !== undefined) code.used = true
    }),
  },
  {
    id: 'refresh-token-used-up-by-wrong-credentials',
    description: 'An attempt with wrong client credentials ends a refresh token and its family.',
    apply: failing((store, values) => {
      const token = store.refreshTokens.get(values.get('refresh_token') ?? '')
      if (token !== undefined) token.grant.revoked = true
    }),
  },
  {
    id: 'refresh-token-used-up-in-either-environment',
    description:
      'An attempt with wrong client credentials ends a refresh token of the sandbox and its family, in production too.',
    apply: withSandbox((sandbox) =>
      failing((_store, values) => {
        const token = sandbox()?.refreshTokens.get(values.get('refresh_token') ?? '')
        if (token !== undefined) token.grant.revoked = true
      }),
    ),
  },
  {
    id: 'code-checked-before-client',
    description: 'An unknown code is refused as such, whoever the client is: it is looked up first.',
    apply: replace('token', ({ collectParameters, findClient, findCode }) => {
      let code = ''
      return {
        collectParameters(pairs) {
          const parameters = collectParameters(pairs)
          code = parameters.values.get('code') ?? ''
          return parameters
        },
        findClient(store, id, grantType) {
          if (grantType === 'authorization_code' && findCode(store, code) === undefined)
            throw new OAuthProblem('invalid_grant', 'unknown-code', 'The authorization code is invalid.')
          return findClient(store, id, grantType)
        },
      }
    }),
  },
  {
    id: 'refresh-token-used-up-by-foreign-client',
    description: 'An attempt of another client ends a refresh token and its family.',
    apply: replace('token', ({ refreshTokenBelongsTo }) => ({
      refreshTokenBelongsTo(token, client) {
        const belongs = refreshTokenBelongsTo(token, client)
        if (!belongs) token.grant.revoked = true
        return belongs
      },
    })),
  },
]
