import {
  describeAnswer,
  givesToken,
  isAccepted,
  isJsonObject,
  jsonObjectOf,
  jsonOf,
} from '../../client/http/answer.ts'
import type { Exchange } from '../../client/http/exchange.ts'
import { contractIssues, donationSchema, tokenResponseSchema } from '../../contract/index.ts'
import { isTokenRequest, isUpdate, type Monitor } from './transport.ts'

function grantOf({ request }: Exchange): string | null {
  return new URLSearchParams(request.body).get('grant_type')
}

function tokenShape(exchange: Exchange): string | undefined {
  const issues = contractIssues(tokenResponseSchema, jsonOf(exchange))
  return issues.length > 0 ? issues.join('; ') : undefined
}

const isAcceptedUpdate: Monitor['applies'] = (exchange, target) =>
  isUpdate(exchange, target) && isAccepted(exchange)

/** The JSON value that the request sent; undefined where it said or sent something else. */
function sentJson({ request }: Exchange): { readonly value: unknown } | undefined {
  if (!/^application\/json\b/i.test(request.headers['content-type'] ?? '')) return undefined
  if (request.bodyEncoding || request.body === undefined) return undefined
  try {
    return { value: JSON.parse(request.body.replace(/^\ufeff/, '')) }
  } catch {
    return { value: undefined }
  }
}

function sentAdvisor(exchange: Exchange): unknown {
  const value = sentJson(exchange)?.value
  return isJsonObject(value) ? value.advisor : undefined
}

function lastSegment(url: string): string | undefined {
  const segment = new URL(url).pathname.split('/').at(-1)
  return segment === undefined ? undefined : decodeURIComponent(segment)
}

function parametersOf(url: string | undefined): URLSearchParams {
  return new URLSearchParams(url && URL.canParse(url) ? new URL(url).search : '')
}

const locationOf = ({ response }: Exchange) => parametersOf(response?.headers.location?.[0])

/**
 * What an exchange shows by itself, without knowing who sent it or why: the shapes of answers, and requests that no
 * service may accept. For recordings; in a run the tests judge this, and more.
 */
export const shapes: readonly Monitor[] = [
  {
    id: 'AUTHZ-2',
    applies: (exchange, target) =>
      exchange.request.url.startsWith(`${target.authUrl}/oauth2/authorize?`) &&
      locationOf(exchange).has('code') &&
      /^[ -~]+$/.test(parametersOf(exchange.request.url).get('state') ?? ''),
    expected: 'the state unchanged in the callback',
    wrong: (exchange) => {
      const sent = parametersOf(exchange.request.url).get('state')
      const came = locationOf(exchange).get('state')
      return sent === came ? undefined : `${JSON.stringify(came)} for ${JSON.stringify(sent)}`
    },
  },
  {
    id: 'TOKEN-2',
    applies: (exchange, target) =>
      isTokenRequest(exchange, target) && grantOf(exchange) === 'authorization_code' && givesToken(exchange),
    expected: 'a token response of the documented shape',
    wrong: tokenShape,
  },
  {
    id: 'REFRESH-1',
    applies: (exchange, target) =>
      isTokenRequest(exchange, target) && grantOf(exchange) === 'refresh_token' && givesToken(exchange),
    expected: 'a token response of the documented shape',
    wrong: tokenShape,
  },
  {
    id: 'UPDATE-1',
    applies: isAcceptedUpdate,
    expected: 'a JSON object whose single key is `data`',
    wrong: (exchange) =>
      Object.keys(jsonObjectOf(exchange) ?? {}).join() === 'data' ? undefined : describeAnswer(exchange),
  },
  {
    id: 'UPDATE-2',
    applies: (exchange, target) =>
      isAcceptedUpdate(exchange, target) && isJsonObject(jsonObjectOf(exchange)?.data),
    expected: 'the eight documented fields, all strings, and the id of the donation',
    wrong: (exchange) => {
      const data = jsonObjectOf(exchange)?.data
      const issues = contractIssues(donationSchema, data)
      if (issues.length > 0) return issues.join('; ')
      const asked = lastSegment(exchange.request.url)
      return isJsonObject(data) && data.id === asked ? undefined : 'the id of another donation'
    },
  },
  {
    id: 'UPDATE-7',
    applies: (exchange, target) => {
      const sent = sentJson(exchange)
      return isUpdate(exchange, target) && sent !== undefined && !isJsonObject(sent.value)
    },
    expected: 'a refusal of a body that is no JSON object',
    wrong: (exchange) => (isAccepted(exchange) ? describeAnswer(exchange) : undefined),
  },
  {
    id: 'ADVISOR-2',
    applies: (exchange, target) => {
      const advisor = sentAdvisor(exchange)
      return isUpdate(exchange, target) && isJsonObject(advisor) && !('email' in advisor)
    },
    expected: 'a refusal of an advisor without an email',
    wrong: (exchange) => (isAccepted(exchange) ? describeAnswer(exchange) : undefined),
  },
]
