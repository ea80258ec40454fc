import { CUT_MARK } from '../secrets/cut.ts'
import type { Exchange, ExchangeRequest, ExchangeResponse } from './exchange.ts'

/** What a JSON text holds that is an object: no array, and not null. */
export type JsonObject = Readonly<Record<string, unknown>>

/** Matchers and monitors look into the same bodies many times over; what long ones hold takes too much memory. */
const LONGEST_KEPT_PARSED = 16 * 1024
const parsedBodies = new WeakMap<ExchangeResponse, { readonly json: unknown }>()
/** Of long ones the last: whoever looks at an answer does so right after it came. */
let lastLong: { readonly response: ExchangeResponse; readonly json: unknown } | undefined

/** The answer's status; 0 where none came. */
export function statusOf(exchange: Exchange): number {
  return exchange.response?.status ?? 0
}

/** 2xx. */
export function isAccepted(exchange: Exchange): boolean {
  const status = statusOf(exchange)
  return status >= 200 && status < 300
}

/** 4xx: a 5xx, a redirect or silence is no refusal. */
export function isRefused(exchange: Exchange): boolean {
  const status = statusOf(exchange)
  return status >= 400 && status < 500
}

/** The media type in lower case without parameters; empty where the header is missing. */
export function mediaType(exchange: Exchange): string {
  return withoutParameters(exchange.response?.headers['content-type']?.[0])
}

/** Whether a body is refused because it came without its length (RFC 9110, 15.5.12; RFC 9112, 6.1), as a service may. */
export function wantsLength(exchange: Exchange): boolean {
  return [411, 501].includes(statusOf(exchange))
}

/** Whether the body of a request is a form, whatever charset it names. */
export function isForm({ headers }: ExchangeRequest): boolean {
  return withoutParameters(headers['content-type']) === 'application/x-www-form-urlencoded'
}

function withoutParameters(contentType = ''): string {
  return (contentType.split(';')[0] ?? '').trim().toLowerCase()
}

/** Whether the answer says that it is JSON: `application/json` or a `+json` type (RFC 6839). */
export function isJsonTyped(exchange: Exchange): boolean {
  const type = mediaType(exchange)
  return type === 'application/json' || type.endsWith('+json')
}

/** The parsed body; undefined where there is none or it is no JSON. */
export function jsonOf({ response }: Exchange): unknown {
  if (!response) return undefined
  if (response.body.length > LONGEST_KEPT_PARSED) {
    if (lastLong?.response !== response) lastLong = { response, json: parseJson(response.body) }
    return lastLong.json
  }
  const parsed = parsedBodies.get(response) ?? { json: parseJson(response.body) }
  parsedBodies.set(response, parsed)
  return parsed.json
}

/** Pages are answers too, and an exception costs more than all else about them. */
const isMarkup = /^\s*</

function parseJson(text: string): unknown {
  if (isMarkup.test(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Whether a JSON value is an object, and neither an array nor null. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The parsed body where it is a JSON object. */
export function jsonObjectOf(exchange: Exchange): JsonObject | undefined {
  const json = jsonOf(exchange)
  return isJsonObject(json) ? json : undefined
}

/** A string member of the JSON object in the body. */
export function stringMember(exchange: Exchange, name: string): string | undefined {
  const value = jsonObjectOf(exchange)?.[name]
  return typeof value === 'string' ? value : undefined
}

/** Whether the body holds an error as the contract has it: `error` and `error_description`, both strings. */
export function holdsOAuthError(exchange: Exchange): boolean {
  return ['error', 'error_description'].every((name) => stringMember(exchange, name) !== undefined)
}

/** Whether an access token came, whatever the status says. */
export function givesToken(exchange: Exchange): boolean {
  return Boolean(stringMember(exchange, 'access_token'))
}

/** Whether a call is refused for its access token: by 401, or by another status and the error of RFC 6750, 3.1. */
export function refusesToken(exchange: Exchange): boolean {
  return (
    statusOf(exchange) === 401 || (isRefused(exchange) && stringMember(exchange, 'error') === 'invalid_token')
  )
}

const MAX_BODY_SHOWN = 400

/** A slice keeps the whole text in memory for as long as the slice lives; what is said of an answer is kept to the end. */
function copyOf(slice: string): string {
  return Buffer.from(slice).toString()
}

/** One or two lines on what came back, for a person; not redacted. */
export function describeAnswer(exchange: Exchange): string {
  if (exchange.failure) return `no answer: ${exchange.failure.message}`
  const response = exchange.response
  if (!response) return 'no answer'
  const type = mediaType(exchange) || 'no content type'
  const body = response.body.trim()
  const location = response.headers.location?.[0]
  const cut =
    body.length > MAX_BODY_SHOWN
      ? `${copyOf(body.slice(0, MAX_BODY_SHOWN))}${CUT_MARK} (${response.bytes} bytes)`
      : body
  return [`${response.status} (${type})`, location && `Location: ${location}`, cut || 'empty body']
    .filter(Boolean)
    .join(', ')
}
