import fc from 'fast-check'
import type { Labelled } from './labelled.ts'
import { joinUri, type UriParts, uriParts } from './redirect-uri.ts'

/** Makes another place out of a URI; undefined, or the very same pieces, where it has no hold on this one. */
type Change = (uri: UriParts) => Partial<UriParts> | undefined

/** RFC 6761 reserves it: nobody answers there. */
const STRANGER = 'evil.example'

/** A letter that is no part of a percent escape: there case says nothing. */
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
    host: STRANGER,
    port: '',
  }),
  'other host': () => ({ host: STRANGER, port: '' }),
  subdomain: ({ host }) => ({ host: `evil.${host}` }),
  'longer first label of the host': ({ host }) => ({ host: `evil${host}` }),
  'host as a subdomain of another': ({ host }) => ({ host: `${host}.${STRANGER}` }),
  'dot of the host as a wildcard': ({ host }) => ({ host: host.replace('.', 'x') }),
  'host with a trailing dot': ({ host }) => ({ host: `${host}.` }),
  // A service may let the port of a loopback address vary (RFC 8252, 7.3).
  'other port': ({ host, port }) =>
    isLoopback(host) ? undefined : { port: port === ':8443' ? ':9443' : ':8443' },
  'without its port': ({ host }) => (isLoopback(host) ? undefined : { port: '' }),
  'added query parameter': ({ query }) => ({ query: query ? `${query}&more=1` : '?more=1' }),
  'empty query': ({ query }) => ({ query: query || '?' }),
  'without its query': () => ({ query: '' }),
  'other query value': ({ query }) => ({ query: query.replace(/=[^&]*/, '=other') }),
  'added fragment': () => ({ fragment: '#more' }),
  'empty fragment': ({ fragment }) => ({ fragment: fragment || '#' }),
  'backslash before the host': () => ({ userInfo: `${STRANGER}\\@` }),
  'backslash after the host': ({ host }) => ({ host: `${host}\\.${STRANGER}` }),
  'backslash in the path': ({ path }) => ({ path: `${path}\\..\\elsewhere` }),
  'custom scheme': () => ({ scheme: 'app:' }),
  'script scheme': () => ({ scheme: 'javascript:' }),
  'no scheme': () => ({ scheme: '' }),
  'blank at the end': ({ fragment }) => ({ fragment: `${fragment} ` }),
  'blank at the start': ({ scheme }) => ({ scheme: ` ${scheme}` }),
  'tab within': ({ path }) => ({ path: `${path.slice(0, 2)}\t${path.slice(2)}` }),
}

/**
 * URIs that are nearly the registered one and name another place, by what was changed. Only those that can be made
 * from this one: without a query there is none to leave out. The `http:` twin is not among them. Serves AUTHZ-6.
 * @throws TypeError where the registered URI is not absolute
 */
export function redirectUriNearMisses(registered: string): Record<string, string> {
  const uri = uriParts(registered)
  const misses = Object.keys(changes).map((name) => [name, change(uri, [name])] as const)
  return Object.fromEntries(
    misses.filter(([, miss]) => !samePlace(miss, uri)).map(([name, miss]) => [name, joinUri(miss)]),
  )
}

/**
 * Near misses with one, two or three changes at once, labelled with them; shrinks to the change that matters.
 * Serves AUTHZ-6.
 * @throws TypeError where the registered URI is not absolute
 */
export function redirectUriNearMiss(registered: string): fc.Arbitrary<Labelled<string, string>> {
  const uri = uriParts(registered)
  return fc
    .subarray(Object.keys(redirectUriNearMisses(registered)), { minLength: 1, maxLength: 3 })
    .map((names) => ({ names, miss: change(uri, names) }))
    .filter(({ miss }) => !samePlace(miss, uri))
    .map(({ names, miss }) => ({ kind: names.join(', '), value: joinUri(miss) }))
}

/**
 * Other spellings of the registered URI that name the same place (RFC 3986, 6.2.2.1 and 6.2.3), by what differs: a
 * service may accept or refuse them. Serves AUTHZ-6, as observations.
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

/** Whether two URIs differ in nothing but what RFC 3986 ignores: letter case of scheme and host, default port, root. */
function samePlace(one: UriParts, other: UriParts): boolean {
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
