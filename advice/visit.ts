import type { Exchange } from '../client/http/exchange.ts'
import { parseUrl } from '../client/http/url.ts'
import type { AuthorizationFlow } from '../client/login/authorization-flow.ts'

/** One way of a user through the pages of the service, up to the partner's redirect URI if it got there. */
export interface Visit {
  readonly flow: AuthorizationFlow
  /** What the user types in, to know the forms that carry it. */
  readonly password: string
  /** Where the user is expected to end. */
  readonly redirectUri: string
}

/** All values of a header of the answer. */
export function headerOf({ response }: Exchange, name: string): readonly string[] {
  return response?.headers[name] ?? []
}

/**
 * The pages on which the user does something: HTML with a form, or with a link that led to the partner. An error page has
 * nothing that one could be made to press.
 */
export function activePages({ flow }: Visit): readonly Exchange[] {
  const control = flow.kind === 'redirected' ? /<(form|a)\b/i : /<form\b/i
  return flow.exchanges.filter(
    (exchange) => headerOf(exchange, 'location').length === 0 && control.test(exchange.response?.body ?? ''),
  )
}

/** What a page is called: its address may hold what changes each time. */
export function pageName({ response }: Exchange): string {
  return /type\s*=\s*["']?password/i.test(response?.body ?? '') ? 'the login page' : 'a page behind the login'
}

/**
 * The address at the partner that the user was sent to, with an answer in its query; undefined where it was none. (What
 * other response types are refused with may be in the fragment.)
 */
export function callbackOf({ flow, redirectUri }: Visit): URL | undefined {
  const expected = parseUrl(redirectUri)
  if (flow.kind !== 'redirected' || !flow.url || !expected) return undefined
  const isThere = flow.url.origin === expected.origin && flow.url.pathname === expected.pathname
  const { searchParams } = flow.url
  return isThere && (searchParams.has('code') || searchParams.has('error')) ? flow.url : undefined
}

/** The redirect that sent the user there; undefined where a page did, or where the user agent does not show it. */
export function lastRedirect(visit: Visit): Exchange | undefined {
  const last = visit.flow.exchanges.at(-1)
  return callbackOf(visit) && last && headerOf(last, 'location').length > 0 ? last : undefined
}
