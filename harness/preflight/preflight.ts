import type { TargetConfig } from '../../client/environment/config.ts'
import { secretsOf } from '../../client/environment/secrets-of.ts'
import { givesToken, isRefused, jsonOf, mediaType, statusOf, stringMember } from '../../client/http/answer.ts'
import { createHttpClient, type HttpClient } from '../../client/http/client.ts'
import type { Exchange } from '../../client/http/exchange.ts'
import type { TransportFailure } from '../../client/http/failure.ts'
import { proxyOf } from '../../client/http/network.ts'
import { type RateLimits, throttle } from '../../client/http/throttle.ts'
import { type AuthorizationFlow, codeOf, type Stopped } from '../../client/login/authorization-flow.ts'
import { FormBrowser } from '../../client/login/form-browser.ts'
import { LoginBudget } from '../../client/login/login-budget.ts'
import { Logins } from '../../client/login/logins.ts'
import { NoBrowserError, startBrowser } from '../../client/login/start-browser.ts'
import { OAuth } from '../../client/oauth/oauth.ts'
import { SecretRegistry } from '../../client/secrets/registry.ts'
import { InconclusiveError } from '../../contract/verdict.ts'
import type { Sent } from '../model/sent.ts'
import { interruptible, reasonToEnd } from '../session/interruptible.ts'
import { sentOf } from '../session/sent-of.ts'

/** A code that no service can have issued. */
export const CODE_OF_NOBODY = 'never-issued-1c2d3e4f5061728394a5b6c7d8e9f0a1'

/**
 * Looks whether there is a service to be tested at all, so that a wrong address or a wrong password is one line
 * and not forty violations. What a service that is there does wrong is for the suites to judge.
 * @param signal gives up.
 * @param budget the logins that it may take; where there are none, nobody logs in.
 * @param onSent is told of each request.
 * @returns what is wrong, for the person who runs the suite; undefined where the suites can start.
 */
export async function preflight(
  target: TargetConfig,
  signal: AbortSignal,
  rateLimits: RateLimits = {},
  budget = new LoginBudget(),
  onSent?: (sent: Sent) => void,
): Promise<string | undefined> {
  const secrets = new SecretRegistry()
  const recorder = (exchange: Exchange) => onSent?.(sentOf(exchange, secrets))
  for (const [value, label] of secretsOf(target)) secrets.add(value, label)
  const http = interruptible(
    throttle(createHttpClient({ secrets, signal, recorder, network: target.network }), rateLimits, signal),
    signal,
  )
  const logins = new Logins(() => new FormBrowser(), {}, budget)
  const oauth = new OAuth(target, http, logins, target.client, target.user)
  try {
    const [token, organizations] = await Promise.all([
      oauth.exchangeCode(CODE_OF_NOBODY),
      http.send({ method: 'GET', url: `${target.apiUrl}/v1/organizations` }),
    ])
    const problem =
      unreachable(token, 'SANDBOX_AUTH_URL', target) ??
      unreachable(organizations, 'SANDBOX_API_URL', target) ??
      strangers([token, organizations]) ??
      (await versionTwice(http, organizations)) ??
      (await withoutBrowser(target)) ??
      (budget.left > 0 ? await unknownAccount(oauth, target) : undefined)
    return problem && secrets.redact(problem)
  } catch (error) {
    if (signal.aborted) return reasonToEnd(signal)
    if (error instanceof InconclusiveError) return error.message
    throw error
  } finally {
    await http.close()
  }
}

/** Where a browser logs in, there has to be one. */
async function withoutBrowser(target: TargetConfig): Promise<string | undefined> {
  if (target.login !== 'browser') return undefined
  try {
    await (await startBrowser(target)).close()
    return undefined
  } catch (error) {
    if (error instanceof NoBrowserError) return error.message
    throw error
  }
}

function unreachable(
  { request, failure }: Exchange,
  key: string,
  { network }: TargetConfig,
): string | undefined {
  if (!failure || !['unreachable', 'tls', 'not-http'].includes(failure.kind)) return undefined
  const isSecure = request.url.startsWith('https:')
  const advice = connectionAdvice(failure, isSecure)
  // A host that a proxy leads to is looked for by the proxy alone.
  if (failure.kind === 'unreachable' && proxyOf(new URL(request.url), network))
    return `${request.url} cannot be tested: ${failure.message}. Are ${key} and ${isSecure ? 'HTTPS_PROXY' : 'HTTP_PROXY'} right, and the proxy up?`
  return `${request.url} cannot be tested: ${failure.message}${advice}. Is ${key} right, and the service up?`
}

/** What may help where no connection came about, or no secure one: a sentence that follows another, or nothing. */
export function connectionAdvice({ kind, message }: TransportFailure, secure: boolean): string {
  // By an alert (RFC 8446, 6.2), or by hanging up, a host refuses who shows no certificate, or a strange one.
  if (secure && (kind === 'dropped' || (kind === 'tls' && message.includes('alert'))))
    return '. Does it ask clients for a certificate? SANDBOX_CLIENT_CERT and SANDBOX_CLIENT_KEY name one'
  return kind === 'tls' ? '. TLS is always verified: NODE_EXTRA_CA_CERTS adds a certificate authority' : ''
}

/** One host that answers as the service might is enough: then the answers of the other are the service's own as well. */
function strangers(exchanges: readonly Exchange[]): string | undefined {
  if (exchanges.some(isOfService)) return undefined
  const answers = exchanges.map((exchange) => `${exchange.request.url} gives ${inShort(exchange)}`)
  return `there is no such service: ${answers.join(', and ')}. Are SANDBOX_AUTH_URL and SANDBOX_API_URL right, and the service up?`
}

/** Whether SANDBOX_API_URL holds the version that belongs to the paths: without the second, the API knows the path. */
async function versionTwice(http: HttpClient, organizations: Exchange): Promise<string | undefined> {
  const { method, url } = organizations.request
  const once = url.replace(/\/v1\/v1\//, '/v1/')
  if (once === url || statusOf(organizations) !== 404) return undefined
  const answer = await http.send({ method, url: once })
  if (answer.failure || statusOf(answer) === 404) return undefined
  return `SANDBOX_API_URL must be without /v1: ${url} gives 404, and ${once} does not`
}

/** An answer that has JSON in it or refuses; not one of a wrong address, or of a service that is down. */
function isOfService(exchange: Exchange): boolean {
  const status = statusOf(exchange)
  const refuses = isRefused(exchange) && status !== 404 && status !== 405
  return refuses || (status > 0 && status < 500 && jsonOf(exchange) !== undefined)
}

function inShort(exchange: Exchange): string {
  if (exchange.failure) return `no answer (${exchange.failure.message})`
  return `${statusOf(exchange)} (${mediaType(exchange) || 'no content type'})`
}

/** Whether the service knows the user and the client. */
async function unknownAccount(oauth: OAuth, target: TargetConfig): Promise<string | undefined> {
  if (!target.user || target.login !== 'form') return undefined
  const flow = await oauth.authorize()
  const code = codeOf(flow)
  if (code === undefined) return noLogin(flow)
  const exchange = await oauth.exchangeCode(code)
  if (!saysUnknownClient(exchange)) return undefined
  const basic = await exchangeByBasic(oauth)
  // A service that knows the client, but wants its credentials elsewhere, is the service's mistake (TOKEN-1).
  if (basic && givesToken(basic)) return undefined
  const said = stringMember(exchange, 'error_description') ?? stringMember(exchange, 'error')
  return `the service does not know the client: ${statusOf(exchange)}${said ? ` "${said}"` : ''}. Check SANDBOX_CLIENT_ID and SANDBOX_CLIENT_SECRET`
}

function noLogin(flow: AuthorizationFlow): string | undefined {
  if (flow.kind === 'redirected') {
    const error = flow.url?.searchParams.get('error') ?? ''
    if (!['invalid_scope', 'unauthorized_client'].includes(error)) return undefined
    return `the service refuses the authorization request: ${error}. Check SANDBOX_SCOPE and SANDBOX_CLIENT_ID`
  }
  if (flow.sawApproval) return undefined
  const page = flow.page ? `; the page says "${flow.page}"` : ''
  const check = suspects(flow)
  return `the login did not work: ${flow.why}${page}${check ? `. Check ${check}` : ''}`
}

function suspects(flow: Stopped): string | undefined {
  if (flow.loginRefused) return 'SANDBOX_USERNAME and SANDBOX_PASSWORD'
  const status = flow.status ?? 0
  if (flow.exchanges.length > 1 || status < 400) return undefined
  return status === 404 ? 'SANDBOX_AUTH_URL' : 'SANDBOX_CLIENT_ID, SANDBOX_REDIRECT_URI and SANDBOX_SCOPE'
}

/** Whether the token endpoint refuses the client, whatever else was asked. */
export function saysUnknownClient(exchange: Exchange): boolean {
  const error = stringMember(exchange, 'error') ?? ''
  return statusOf(exchange) === 401 || ['invalid_client', 'unauthorized_client'].includes(error)
}

/** A code exchange with the client's credentials in a header (RFC 6749, 2.3.1); undefined where there is no code. */
async function exchangeByBasic(oauth: OAuth): Promise<Exchange | undefined> {
  const code = codeOf(await oauth.authorize())
  if (code === undefined) return undefined
  const { id, secret } = oauth.client
  const { client_id, client_secret, ...parameters } = oauth.exchangeParameters(code)
  const credentials = Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString(
    'base64',
  )
  return oauth.token(parameters, { authorization: `Basic ${credentials}` })
}
