import { isJsonObject } from '../../client/http/answer.ts'
import type { Exchange } from '../../client/http/exchange.ts'
import type { Account, Call } from './account.ts'

export type { Call } from './account.ts'

/** Header by which the examiner's browser is known. */
export const BROWSER_HEADER = 'x-examiner-browser'

/** What is accepted is not done yet (RFC 9110 §15.3.3). */
export const ACCEPTED = 202

/** A parameter as it was sent. */
type Pair = readonly [name: string, value: string]

/** A request to the token endpoint. */
export function isTokenCall({ host, path, isByBrowser }: Call): boolean {
  return host === 'auth' && path === '/oauth2/token' && !isByBrowser
}

/**
 * A refresh, however it is sent: by what it is sent for, and with both a code and a refresh token by its grant type. What
 * has neither, where a form would have it, may be written otherwise.
 */
export function isRefresh(call: Call): boolean {
  if (!isTokenCall(call)) return false
  const parameters = new URLSearchParams(`${call.query}&${call.body}`)
  const [hasCode, hasToken] = [parameters.has('code'), parameters.has('refresh_token')]
  if (hasCode && hasToken) return parameters.get('grant_type') !== 'authorization_code'
  return hasCode || hasToken ? hasToken : /refresh_token/.test(`${call.query} ${call.body}`)
}

/** The exchange of a code, however it is sent. */
export function isCodeExchange(call: Call): boolean {
  return isTokenCall(call) && !isRefresh(call)
}

/** The parameters of a form body, as they were sent; broken escapes stay as they are. */
export function formOf({ body }: Pick<Call, 'body'>): readonly Pair[] {
  return [...new URLSearchParams(body)]
}

/** The first value of a form parameter. */
export function parameterOf(call: Pick<Call, 'body'>, name: string): string | undefined {
  return formOf(call).find(([one]) => one === name)?.[1]
}

/** Every value that a token request carries, whatever its parameters are called; none of other calls. */
export function valuesSent(call: Call): readonly string[] {
  return isTokenCall(call) ? [...new URLSearchParams(`${call.query}&${call.body}`).values()] : []
}

/** The id of the donation that an API call names in its path. */
export function donationIdOf({ host, path }: Call): string | undefined {
  const [, id] = (host === 'api' && /\/donations\/([^/]+)/.exec(path)) || []
  return id === undefined ? undefined : decoded(id)
}

/** The token of an Authorization header with the scheme Bearer. */
export function bearerOf({ headers }: Pick<Call, 'headers'>): string | undefined {
  return /^bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1]
}

/** An update of a donation: whatever its method, since only updates are documented. */
export function isUpdateCall(call: Call): boolean {
  return donationIdOf(call) !== undefined && call.method !== 'GET' && call.method !== 'HEAD'
}

/** A call about donations, whatever it does with them: also one that only reads acts for a user. */
export function isDonationCall({ host, path }: Pick<Call, 'host' | 'path'>): boolean {
  return host === 'api' && /\/donations(?:\/|$)/.test(path)
}

/** Whether a call was answered with 2xx. */
export function isAnsweredWell({ answer }: Pick<Call, 'answer'>): boolean {
  return answer !== undefined && answer.response.status >= 200 && answer.response.status < 300
}

/** The body as JSON; undefined where it is none. */
export function jsonBodyOf({ body }: Pick<Call, 'body'>): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

/** The members of a JSON object; none where the body is something else. */
export function membersOf(message: Pick<Call, 'body'>): Readonly<Record<string, unknown>> {
  const body = jsonBodyOf(message)
  return isJsonObject(body) ? body : {}
}

/** The member `error` of the answer, such as `invalid_grant`. */
export function errorOf({ answer }: Call): string | undefined {
  const { error } = answer ? membersOf(answer.response) : {}
  return typeof error === 'string' ? error : undefined
}

/** The call as reports show it. @param baseUrl of the host, without a trailing slash */
export function exchangeOf(call: Call, baseUrl: string): Exchange {
  const { id, account, answer, body, startedAt } = call
  return {
    id,
    ...(account === undefined ? {} : scenarioOf(account, call)),
    startedAt,
    durationMs: Math.max(0, (answer?.at ?? startedAt) - startedAt),
    request: {
      method: call.method,
      url: `${baseUrl}${call.path}${call.query === '' ? '' : `?${call.query}`}`,
      headers: call.headers,
      ...(body === '' ? {} : { body }),
    },
    ...(answer === undefined ? {} : { response: answer.response }),
  }
}

/** The requirement that a scenario is about, by its name; none where it is about no single one. */
export function requirementOf(scenario: string): { readonly requirement?: string } {
  const [requirement] = /^PARTNER-\d+/.exec(scenario) ?? []
  return requirement === undefined ? {} : { requirement }
}

function scenarioOf({ name }: Account, { isByBrowser }: Call) {
  return {
    ...requirementOf(name),
    step: { scenario: name, from: isByBrowser ? 'browser' : 'application', to: 'service' },
  } as const
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
