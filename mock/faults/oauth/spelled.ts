import type { HttpRequest } from '../../http.ts'
import { OAuthProblem } from '../../oauth/problem.ts'
import { type PolicyChange, replace } from '../../policies/replace.ts'

/**
 * Refuses token requests that are written in a way that means the same as others.
 * @param grantType of the requests that are looked at.
 */
export function refusingSpelled(
  grantType: 'authorization_code' | 'refresh_token',
  isOdd: (request: HttpRequest, form: string) => boolean,
): PolicyChange {
  return replace('token', ({ readParameters }) => ({
    readParameters(request) {
      const form = new TextDecoder().decode(request.body)
      if (new URLSearchParams(form).get('grant_type') === grantType && isOdd(request, form))
        throw new OAuthProblem('invalid_request', 'malformed-request', 'The request is malformed.')
      return readParameters(request)
    },
  }))
}
