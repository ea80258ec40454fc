import { NotApplicableError } from '../../contract/verdict.ts'

/** Where developers try things out. The paths are such that nobody has registered them by the way. */
const TEMPTING_PLACES: Readonly<Record<string, string>> = {
  localhost: 'https://localhost/never-registered',
  'localhost by http': 'http://localhost:49152/never-registered',
  // By http with any port, as RFC 8252, 7.3 lets applications on a device have it.
  'the loopback address': 'http://127.0.0.1:49152/never-registered',
  'the loopback address of IPv6': 'http://[::1]:49152/never-registered',
  'an example domain': 'https://example.com/never-registered',
  'a tool for API calls': 'https://oauth.pstmn.io/v1/callback',
  'out of band': 'urn:ietf:wg:oauth:2.0:oob',
  'a custom scheme': 'com.example.partner:/callback',
  'a host only': '//elsewhere.example/callback',
}

/** Makes another URI of a registered one. */
type Change = (uri: string, parts: URL) => string

const query = (uri: string) => (uri.includes('?') ? '&' : '?')

/** What filters, routers, browsers and URL libraries take for the registered URI; AUTHZ-6 has the simpler ones. */
const TRICKS: Readonly<Record<string, Change>> = {
  'a line break behind': (uri) => `${uri}\n`,
  'a line break and another URI behind': (uri) => `${uri}\r\nhttps://elsewhere.example/`,
  'another URI and a line break before': (uri) => `https://elsewhere.example/\n${uri}`,
  'a NUL and more behind': (uri) => `${uri}\0more`,
  'an invisible character behind': (uri) => `${uri}\u200b`,
  'encoded twice': (uri) => encodeURIComponent(uri),
  'an empty user name': (uri) => uri.replace('//', '//@'),
  'a tab before': (uri) => `\t${uri}`,
  'a tab in the scheme': (uri) => uri.replace('https', 'ht\ttps'),
  'a path parameter before dot segments': (uri) => `${uri}/..;/elsewhere`,
  'an encoded slash between dot segments': (uri) => `${uri}/..%2F..%2Felsewhere`,
  'dot segments above the root': (uri) => `${uri}/../../../../elsewhere`,
  'backslashes in its path': (_, { origin, pathname }) => `${origin}${pathname.replaceAll('/', '\\')}`,
  'the path twice': (uri, { pathname }) => `${uri}${pathname}`,
  'an added parameter named code': (uri) => `${uri}${query(uri)}code=another`,
  'twice, with a blank between': (uri) => `${uri} ${uri}`,
  'an SQL wildcard for its end': (uri) => `${uri.slice(0, -3)}%`,
  'only its origin': (uri, { origin, pathname }) => (pathname === '/' ? uri : origin),
  "in another's query": (uri) => `https://elsewhere.example/?${uri}`,
  "in another's fragment": (uri) => `https://elsewhere.example/#${uri}`,
  'its host and another behind an at sign': (_, { host, pathname }) =>
    `https://${host}:443@elsewhere.example${pathname}`,
  'a question mark before the at sign': (_, { host, pathname }) =>
    `https://elsewhere.example?@${host}${pathname}`,
  'a hyphen behind the host': (_, { host, pathname }) => `https://${host}-elsewhere.example${pathname}`,
  // Read as a dot by what hosts are prepared with (UTS #46), and by compatibility forms alone (NFKC).
  'a fullwidth dot': (_, { host, pathname }) => `https://${host.replace('.', '\uff0e')}${pathname}`,
  'a Cyrillic letter in the host': (_, { host, pathname }) =>
    `https://${host.replace(/[aeo]/, (one) => ({ a: 'а', e: 'е' })[one] ?? 'о')}${pathname}`,
  'a session id behind': (uri) => `${uri};jsessionid=1`,
  'a comma and another URI behind': (uri) => `${uri},https://elsewhere.example/`,
  'another ending of the host': (uri, { host }) =>
    uri.replace(host, host.replace(/\.[a-z]+(?=$|:)/i, '.test')),
  'one slash behind the scheme': (uri) => uri.replace('//', '/'),
  'three slashes behind the scheme': (uri) => uri.replace('//', '///'),
  'encoded dots': (uri, { pathname }) => uri.replace(pathname, `/%2e%2e${pathname}`),
  'a pipe and another URI behind': (uri) => `${uri}|https://elsewhere.example/`,
  'a quote behind': (uri) => `${uri}'`,
  'a file extension': (uri, { pathname }) => uri.replace(pathname, `${pathname}.html`),
  'an added parameter named state': (uri) => `${uri}${query(uri)}state=another`,
  'an added parameter of marketing': (uri) => `${uri}${query(uri)}utm_source=newsletter`,
  'the port beside that of https': (uri, { host }) => uri.replace(host, `${host.replace(/:\d+$/, '')}:444`),
  'the port of http': (uri, { host }) => uri.replace(host, `${host.replace(/:\d+$/, '')}:80`),
  'the last letter of the path altered': (uri, { pathname }) =>
    uri.replace(
      pathname,
      pathname.replace(/[a-z](?=[^a-z]*$)/i, (one) => (one === 'x' ? 'y' : 'x')),
    ),
  'www before its host': (uri) => uri.replace('//', '//www.'),
  'its host without hyphens': (uri, { host }) => uri.replace(host, host.replaceAll('-', '')),
  'underscores for the hyphens of its host': (uri, { host }) => uri.replace(host, host.replaceAll('-', '_')),
  'the plural of its last segment': (uri, { pathname }) =>
    uri.replace(pathname, pathname.endsWith('s') ? pathname.slice(0, -1) : `${pathname}s`),
  'a no-break space behind': (uri) => `${uri}\u00a0`,
  'an accent in the path': (uri) => uri.replace(/[aeiou](?=[^aeiou]*$)/, (one) => `${one}\u0301`),
}

/**
 * More URIs that nobody has registered.
 * @param registered those that were: what equals one of them is left out.
 */
export function strangeRedirectUris(registered: string): Readonly<Record<string, () => string>> {
  const parts = new URL(registered)
  const unlike = (uri: string) => () => {
    if (uri === registered || uri === parts.href) throw new NotApplicableError('this URI stays the same')
    return uri
  }
  return Object.fromEntries([
    ...Object.entries(TEMPTING_PLACES).map(([name, uri]) => [name, unlike(uri)] as const),
    ...Object.entries(TRICKS).map(([name, change]) => [name, unlike(change(registered, parts))] as const),
  ])
}
