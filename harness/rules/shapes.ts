import type { TargetConfig } from '../../client/environment/config.ts'
import {
  describeAnswer,
  givesToken,
  isAccepted,
  isJsonObject,
  jsonObjectOf,
  jsonOf,
} from '../../client/http/answer.ts'
import type { Exchange } from '../../client/http/exchange.ts'
import {
  contractIssues,
  donationSchema,
  GATED_FIELDS,
  OBSERVABLE_FIELDS,
  tokenResponseSchema,
  UPDATE_FIELDS,
  updateDonationRequestSchema,
} from '../../contract/index.ts'
import { isTokenRequest, isUpdate } from './requests.ts'
import type { Rule, ShapeRule } from './rule.ts'
import { stateChange } from './state.ts'

/** A token response of the documented shape; the code exchange and the refresh have one shape and two requirements. */
function tokenResponse(id: 'TOKEN-2' | 'REFRESH-1', grant: string): ShapeRule {
  return {
    id,
    applies: (exchange, target) =>
      isTokenRequest(exchange, target) &&
      new URLSearchParams(exchange.request.body).get('grant_type') === grant &&
      givesToken(exchange),
    expected: 'a token response of the documented shape',
    check: (exchange) => contractIssues(tokenResponseSchema, jsonOf(exchange)).join('; ') || undefined,
  }
}

export const tokenResponseShape = tokenResponse('TOKEN-2', 'authorization_code')
const refreshResponseShape = tokenResponse('REFRESH-1', 'refresh_token')

const isAcceptedUpdate: Rule['applies'] = (exchange, target) =>
  isUpdate(exchange, target) && isAccepted(exchange)

/** UPDATE-1: an accepted update answers with an object whose single key holds the donation. */
export const updateEnvelope: ShapeRule = {
  id: 'UPDATE-1',
  applies: isAcceptedUpdate,
  expected: 'a JSON object whose single key is `data`, holding the donation',
  check: (exchange) => {
    const body = jsonObjectOf(exchange) ?? {}
    const { data } = body
    const isDonation = isJsonObject(data) && OBSERVABLE_FIELDS.some((field) => field in data)
    return Object.keys(body).length === 1 && isDonation ? undefined : describeAnswer(exchange)
  },
}

/** Headers of an ordinary update: others may ask for another form of answer. */
const ORDINARY_HEADERS = ['accept', 'accept-encoding', 'authorization', 'content-type', 'user-agent']

/**
 * UPDATE-1, of every update that a run sends and that is valid for whatever donation of its kind: what a test sends to be
 * refused, or in a form of its own, only the test knows how to judge.
 */
export const validUpdateEnvelope: ShapeRule = {
  ...updateEnvelope,
  applies: (exchange, target) =>
    updateEnvelope.applies(exchange, target) && !exchange.irregular && isOrdinary(exchange, target),
}

function isOrdinary(exchange: Exchange, target: TargetConfig): boolean {
  const { headers, url } = exchange.request
  if (headers.accept !== 'application/json') return false
  if (Object.keys(headers).some((name) => !ORDINARY_HEADERS.includes(name))) return false
  const { success, data } = updateDonationRequestSchema.safeParse(sentJson(exchange)?.value)
  if (!success || Object.keys(data).some((name) => !UPDATE_FIELDS.some((field) => field === name)))
    return false
  const id = lastSegment(url) ?? ''
  const { pledgedDonationIds, nonPledgedDonationIds, designationIds } = target
  const isGated = GATED_FIELDS.some((field) => field in data)
  const { designation_id: designation = null } = data
  return (
    (pledgedDonationIds.includes(id) || (nonPledgedDonationIds.includes(id) && !isGated)) &&
    (designation === null || designationIds.includes(designation))
  )
}

function lastSegment(url: string): string | undefined {
  const segment = new URL(url).pathname.split('/').at(-1)
  return segment === undefined ? undefined : decodeURIComponent(segment)
}

/** UPDATE-2: the record of an accepted update. */
export const updateRecord: ShapeRule = {
  id: 'UPDATE-2',
  applies: (exchange, target) =>
    isAcceptedUpdate(exchange, target) && isJsonObject(jsonObjectOf(exchange)?.data),
  expected: 'the eight documented fields, all strings, and the id of the donation',
  check: (exchange) => {
    const data = jsonObjectOf(exchange)?.data
    const issues = contractIssues(donationSchema, data)
    if (issues.length > 0) return issues.join('; ')
    const asked = lastSegment(exchange.request.url)
    const shown = isJsonObject(data) ? data.id : undefined
    if (shown === asked) return undefined
    return {
      words: `id ${JSON.stringify(shown)} for ${JSON.stringify(asked)}`,
      wrong: [{ field: 'id', shown }],
    }
  },
}

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

/** A request that no service may accept. */
const refusal: Pick<ShapeRule, 'check'> = {
  check: (exchange) => (isAccepted(exchange) ? describeAnswer(exchange) : undefined),
}

function parametersOf(url: string | undefined): URLSearchParams {
  return new URLSearchParams(url && URL.canParse(url) ? new URL(url).search : '')
}

const callbackOf = ({ response }: Exchange) => parametersOf(response?.headers.location?.[0])

/** AUTHZ-2: a callback with a code carries the state of its request. */
export const stateRule: ShapeRule = {
  id: 'AUTHZ-2',
  applies: (exchange, target) =>
    exchange.request.url.startsWith(`${target.authUrl}/oauth2/authorize?`) &&
    callbackOf(exchange).has('code') &&
    /^[ -~]+$/.test(parametersOf(exchange.request.url).get('state') ?? ''),
  expected: 'the state unchanged in the callback',
  check: (exchange) =>
    stateChange(parametersOf(exchange.request.url).get('state') ?? '', callbackOf(exchange)),
}

/**
 * What an exchange shows by itself, without knowing who sent it or why: the shapes of answers, and requests that no
 * service may accept. Recordings are held against all of these; in a run the tests are, where they ask for it, since
 * what a test sends on purpose to be accepted or not only the test knows.
 */
export const shapeRules: readonly ShapeRule[] = [
  stateRule,
  tokenResponseShape,
  refreshResponseShape,
  updateEnvelope,
  updateRecord,
  {
    id: 'UPDATE-7',
    applies: (exchange, target) => {
      const sent = sentJson(exchange)
      return isUpdate(exchange, target) && sent !== undefined && !isJsonObject(sent.value)
    },
    expected: 'a refusal of a body that is no JSON object',
    ...refusal,
  },
  {
    id: 'ADVISOR-2',
    applies: (exchange, target) => {
      const advisor = sentAdvisor(exchange)
      return isUpdate(exchange, target) && isJsonObject(advisor) && !('email' in advisor)
    },
    expected: 'a refusal of an advisor without an email',
    ...refusal,
  },
]
