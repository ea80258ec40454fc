import { givesToken, isAccepted, isRefused, statusOf, stringMember } from '../../client/http/answer.ts'
import type { Exchange } from '../../client/http/exchange.ts'
import { parseUrl } from '../../client/http/url.ts'
import { type AuthorizationFlow, codeOf } from '../../client/login/authorization-flow.ts'
import { readPage } from '../../client/login/page.ts'
import type { FormParameters } from '../../client/oauth/oauth.ts'
import { InconclusiveError } from '../../contract/verdict.ts'
import { type Sighting, safe, weak } from '../advice.ts'
import { headerOf } from '../visit.ts'
import { codeFor, madeUp, type Probe, type Prober, requireAnswer, requireCode } from './probe.ts'

const LOGINS = 'a login by form'
/** Nobody has it, and it is registered nowhere. */
const STRANGER = 'https://conformance.example.net/callback'
/** Redirects within the service before its answer to a request. */
const MOST_HOPS = 5

const isRedirect = (exchange: Exchange) => statusOf(exchange) >= 300 && statusOf(exchange) < 400

function leadsTo(exchange: Exchange, redirectUri: string): URL | undefined {
  const [location = ''] = headerOf(exchange, 'location')
  const url = isRedirect(exchange) ? parseUrl(location, new URL(exchange.request.url)) : undefined
  const wanted = new URL(redirectUri)
  return url?.origin === wanted.origin && url.pathname === wanted.pathname ? url : undefined
}

/** The code in a form that a page posts to the redirect URI. */
function postedCode(flow: AuthorizationFlow, redirectUri: string): string | undefined {
  const last = flow.exchanges.at(-1)
  if (!last?.response) return undefined
  const { forms } = readPage(last.response.body, new URL(last.request.url))
  const form = forms.find(({ action, method }) => method === 'POST' && action.startsWith(redirectUri))
  return form?.fields.find(({ name }) => name === 'code')?.value
}

async function formPost(prober: Prober): Promise<readonly Sighting[]> {
  const { oauth, http } = prober
  await requireCode(prober)
  const flow = await oauth.authorize({ response_mode: 'form_post' })
  if (flow.exchanges.length === 0) throw new InconclusiveError('the browser does not show what it posts')
  const posted = postedCode(flow, oauth.client.redirectUri)
  http.secrets.add(posted, 'code')
  if (posted) return [safe('the code is posted')]
  if (codeOf(flow)) return [weak('not supported: the code comes in the address')]
  const error = flow.kind === 'redirected' ? flow.url?.searchParams.get('error') : undefined
  return [weak(`not supported: no code (${error ?? 'a page'})`)]
}

/** A POST of an authorization request, from nobody that the service knows. */
function post(prober: Prober, changes: FormParameters): Promise<Exchange> {
  const [url = '', query = ''] = prober.oauth.authorizationUrl(changes).split('?')
  const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' }
  return prober.http.send({ method: 'POST', url, headers, body: query })
}

async function authorizationPost(prober: Prober): Promise<readonly Sighting[]> {
  const strange = await post(prober, { redirect_uri: STRANGER })
  if (leadsTo(strange, STRANGER)) return [weak('by POST, a redirect URI that is not registered is obeyed')]
  const complete = await post(prober, {})
  const answers = [strange, complete].map((exchange) => statusOf(exchange))
  if (answers.some((status) => status === 0 || status >= 500))
    return [weak(`POST is answered by ${answers.join(' and ')}`)]
  // A login that begins there forgets what was not checked, or obeys it later.
  if (isAccepted(strange) && /<form\b/i.test(strange.response?.body ?? '')) {
    const url = prober.oauth.authorizationUrl({ redirect_uri: STRANGER })
    const byGet = await prober.http.send({ method: 'GET', url, headers: { accept: 'text/html' } })
    if (isRefused(byGet))
      return [weak('a login begins by POST with a redirect URI that a GET is refused for')]
  }
  return [safe(`POST is answered by ${answers[1]}, and with a strange redirect URI by ${answers[0]}`)]
}

/** RFC 6749, 5.1: where the scope is not the one that was asked for, the answer says which it is. */
async function unknownScope(prober: Prober): Promise<readonly Sighting[]> {
  const { oauth, target } = prober
  const unknown = madeUp()
  const code = await codeFor(prober, { scope: `${target.scope} ${unknown}` })
  if (code === undefined) return [safe('a request with an unknown scope gives no code')]
  const exchange = await oauth.exchangeCode(code)
  if (!givesToken(exchange)) return [safe('an unknown scope gives no token')]
  const scope = stringMember(exchange, 'scope')
  if (scope === undefined) return [weak('an unknown scope is taken without a word')]
  return [
    scope.split(' ').includes(unknown)
      ? weak('an unknown scope is granted')
      : safe('scope tells what was granted'),
  ]
}

/** A silent request (prompt=none) is none of them: what it is answered at once RFC 9700 excepts, and OpenID Connect wants. */
const BAD_REQUESTS: Readonly<Record<string, FormParameters>> = {
  'an unknown response_type': { response_type: 'unknown' },
  'no scope': { scope: undefined },
  'an unknown scope': { scope: madeUp() },
}

/** Where a user without a session ends, who asks for nothing and presses nothing. */
async function landing(prober: Prober, changes: FormParameters): Promise<URL | undefined> {
  let url = prober.oauth.authorizationUrl(changes)
  for (let hop = 0; hop < MOST_HOPS; hop++) {
    const exchange = requireAnswer(
      await prober.http.send({ method: 'GET', url, headers: { accept: 'text/html' } }),
    )
    const left = leadsTo(exchange, prober.oauth.client.redirectUri)
    if (left) return left
    const next = parseUrl(headerOf(exchange, 'location')[0] ?? '', new URL(url))
    if (!isRedirect(exchange) || next?.origin !== new URL(url).origin) return undefined
    url = next.href
  }
  return undefined
}

async function openRedirect(prober: Prober): Promise<readonly Sighting[]> {
  const found: Sighting[] = []
  for (const [name, changes] of Object.entries(BAD_REQUESTS))
    found.push(
      (await landing(prober, changes))
        ? weak(`${name}: sent on to the redirect URI before any login`)
        : safe(`${name}: kept at the service`),
    )
  return found
}

/** What the authorization endpoint makes of requests that partners do not send. */
export const authorizationProbes = {
  'form-post': {
    title: 'Codes that stay out of addresses',
    clause: 'RFC 9700, 4.3.1; OAuth 2.0 Form Post Response Mode',
    safe: 'response_mode=form_post is supported: codes are not in the browser’s history, nor in logs',
    todo: 'Offer `response_mode=form_post`, beside the redirect that the contract asks for.',
    needs: LOGINS,
    probe: formPost,
  },
  'authorization-post': {
    title: 'The authorization request by POST',
    clause: 'RFC 6749, 3.1; RFC 9700, 2.1',
    safe: 'it is refused, or checked as a GET is',
    todo: 'Check the redirect URI of a POST as that of a GET, or answer 405.',
    needs: 'an answer',
    probe: authorizationPost,
  },
  'unknown-scope': {
    title: 'A scope that there is not',
    clause: 'RFC 6749, 3.3 and 5.1',
    safe: 'it is refused (invalid_scope), or the token response says with scope what was granted',
    todo: 'Refuse unknown scopes with invalid_scope, or name the granted ones in the token response.',
    needs: LOGINS,
    probe: unknownScope,
  },
  'open-redirect': {
    title: 'Where a user without a session lands with a bad request',
    clause: 'RFC 9700, 4.11.2',
    safe: 'at a page of the service: nobody is sent on before a login',
    todo: 'Let the user log in, or show a page that says where the link leads, before the error is sent to the redirect URI.',
    needs: 'an answer',
    probe: openRedirect,
  },
} satisfies Readonly<Record<string, Probe>>
