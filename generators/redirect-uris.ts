import fc from 'fast-check'
import type { Labelled } from './labelled.ts'
import { joinUri, type UriParts, uriParts } from './redirect-uri.ts'

/**
 * Replaces parts of a URI, so that it identifies another resource. Returns undefined or unchanged parts where
 * it does not apply, such as to a query that is absent.
 */
type Change = (uri: UriParts) => Partial<UriParts> | undefined

/** A host of somebody else. RFC 6761 reserves its domain, so it never resolves. */
const OTHER_HOST = 'evil.example'

/** A letter that is no hex digit of a percent escape, since those have no case. */
const LETTER = /(?<!%[0-9a-f]?)[a-z]/i

const changes: Readonly<Record<string, Change>> = {
  'other path': () => ({ path: '/elsewhere' }),
  'letter case of the path': ({ path }) => ({ path: path.replace(LETTER, swapCase) }),
  'trailing slash added': ({ path }) => (path.endsWith('/') ? undefined : { path: path && `${path}/` }),
  'trailing slash removed': ({ path }) => (path.length > 1 ? { path: path.replace(/\/$/, '') } : undefined),
  'dot segment': ({ path }) => ({ path: `/.${path}` }),
  'dot segments upward': ({ path }) => ({ path: `/x/..${path}` }),
  'dot segments at the end': ({ path }) => ({ path: `${path}/../elsewhere` }),
  'encoded dot segments': ({ path }) => ({ path: `${path}/%2e%2e/elsewhere` }),
  'double slash': ({ path }) => ({ path: `/${path}` }),
  'encoded letter': ({ path }) => ({ path: path.replace(LETTER, encodeCharacter) }),
  'encoded slash within': ({ path }) => ({ path: path.replace(/(?<=.)\/(?=.)/, '%2F') }),
  'encoded slash at the end': ({ path }) => ({ path: `${path || '/'}%2F` }),
  'prefix of the path': ({ path }) => (path.length > 1 ? { path: path.slice(0, -1) } : undefined),
  'path above': ({ path }) => (path.length > 1 ? { path: path.replace(/[^/]+\/?$/, '') } : undefined),
  'longer path': ({ path }) => ({ path: `${path}/more` }),
  'longer last segment': ({ path }) => ({ path: `${path || '/'}more` }),
  'path parameter': ({ path }) => ({ path: `${path || '/'};more` }),
  'encoded null byte': ({ path }) => ({ path: `${path || '/'}%00` }),
  'wildcard for the path': () => ({ path: '/*' }),
  'wildcard for a subdomain': ({ host }) => ({ host: `*.${host}` }),
  'user info': () => ({ userInfo: 'user@' }),
  'user name and password': () => ({ userInfo: 'user:password@' }),
  'registered host as user info': ({ host, port }) => ({
    userInfo: `${host}${port}@`,
    host: OTHER_HOST,
    port: '',
  }),
  'other host': () => ({ host: OTHER_HOST, port: '' }),
  subdomain: ({ host }) => ({ host: `evil.${host}` }),
  'longer first label of the host': ({ host }) => ({ host: `evil${host}` }),
  'host as a subdomain of another': ({ host }) => ({ host: `${host}.${OTHER_HOST}` }),
  'dot of the host as a wildcard': ({ host }) => ({ host: host.replace('.', 'x') }),
  'host with a trailing dot': ({ host }) => ({ host: `${host}.` }),
  // A service may accept any port of a loopback address (RFC 8252 §7.3).
  'other port': ({ host, port }) =>
    isLoopback(host) ? undefined : { port: port === ':8443' ? ':9443' : ':8443' },
  'without its port': ({ host }) => (isLoopback(host) ? undefined : { port: '' }),
  'added query parameter': ({ query }) => ({ query: query ? `${query}&more=1` : '?more=1' }),
  'empty query': ({ query }) => ({ query: query || '?' }),
  'without its query': () => ({ query: '' }),
  'other query value': ({ query }) => ({ query: query.replace(/=[^&]*/, '=other') }),
  'added fragment': () => ({ fragment: '#more' }),
  'empty fragment': ({ fragment }) => ({ fragment: fragment || '#' }),
  'backslash before the host': () => ({ userInfo: `${OTHER_HOST}\\@` }),
  'backslash after the host': ({ host }) => ({ host: `${host}\\.${OTHER_HOST}` }),
  'backslash in the path': ({ path }) => ({ path: `${path}\\..\\elsewhere` }),
  'custom scheme': () => ({ scheme: 'app:' }),
  'script scheme': () => ({ scheme: 'javascript:' }),
  'no scheme': () => ({ scheme: '' }),
  'blank at the end': ({ fragment }) => ({ fragment: `${fragment} ` }),
  'blank at the start': ({ scheme }) => ({ scheme: ` ${scheme}` }),
  'tab within': ({ path }) => ({ path: `${path.slice(0, 2)}\t${path.slice(2)}` }),
}

/**
 * URIs that come from the registered one by one change and must be refused. The same URI with `http:` is not
 * among them, since AUTHZ-7 covers it. Serves AUTHZ-6.
 * @param registered an absolute https URI
 * @returns the URIs, by a name of the change; changes that do not apply are left out
 * @throws TypeError where the registered URI is not absolute
 */
export function redirectUriNearMisses(registered: string): Record<string, string> {
  const uri = uriParts(registered)
  const misses = Object.keys(changes).map((name) => [name, change(uri, [name])] as const)
  return Object.fromEntries(
    misses.filter(([, miss]) => !areEquivalent(miss, uri)).map(([name, miss]) => [name, joinUri(miss)]),
  )
}

/**
 * As `redirectUriNearMisses`, with one to three changes at once, labelled with their names. Shrinks to fewer
 * changes. Serves AUTHZ-6.
 * @param registered an absolute https URI
 * @throws TypeError where the registered URI is not absolute
 */
export function redirectUriNearMiss(registered: string): fc.Arbitrary<Labelled<string, string>> {
  const uri = uriParts(registered)
  return fc
    .subarray(Object.keys(redirectUriNearMisses(registered)), { minLength: 1, maxLength: 3 })
    .map((names) => ({ names, miss: change(uri, names) }))
    .filter(({ miss }) => !areEquivalent(miss, uri))
    .map(({ names, miss }) => ({ kind: names.join(', '), value: joinUri(miss) }))
}

/**
 * Other spellings of the registered URI that are equivalent to it (RFC 3986 §6.2.2.1, §6.2.3). A service may
 * accept or refuse them. Serves AUTHZ-6, as observations.
 * @param registered an absolute https URI
 * @returns the URIs, by a name of the difference; those that equal the registered one are left out
 * @throws TypeError where the registered URI is not absolute
 */
export function samePlaceByRfc3986(registered: string): Record<string, string> {
  const uri = uriParts(registered)
  const named = {
    'letter case of the host': { ...uri, host: uri.host.replace(/[a-z]/i, swapCase) },
    'host in upper case': { ...uri, host: uri.host.toUpperCase() },
    'letter case of the scheme': { ...uri, scheme: uri.scheme.toUpperCase() },
    'explicit default port': { ...uri, port: uri.port === '' ? ':443' : uri.port },
    'default port left out': { ...uri, port: uri.port === ':443' ? '' : uri.port },
    'empty path spelled out': { ...uri, path: uri.path || '/' },
    'root path left out': { ...uri, path: uri.path === '/' ? '' : uri.path },
  }
  const joined = Object.entries(named).map(([name, parts]) => [name, joinUri(parts)] as const)
  return Object.fromEntries(joined.filter(([, text]) => text !== registered))
}

function change(uri: UriParts, names: readonly string[]): UriParts {
  let parts = uri
  for (const name of names) parts = { ...parts, ...changes[name]?.(parts) }
  return parts
}

/** Whether two URIs differ only in the case of scheme or host, in a default port or in an empty path. */
function areEquivalent(one: UriParts, other: UriParts): boolean {
  return canonical(one) === canonical(other)
}

function canonical(uri: UriParts): string {
  const port = uri.port === ':443' ? '' : uri.port
  const [scheme, host] = [uri.scheme.toLowerCase(), uri.host.toLowerCase()]
  return joinUri({ ...uri, scheme, host, port, path: uri.path || '/' })
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || host.startsWith('127.')
}

function swapCase(letter: string): string {
  return letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()
}

function encodeCharacter(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`
}
