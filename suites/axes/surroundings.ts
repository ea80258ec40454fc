/** What a request carries beside what the contract names. */
export interface Surroundings {
  readonly headers?: Readonly<Record<string, string>>
  /** Without the question mark. */
  readonly query?: string
  /** Members of the body. */
  readonly members?: Readonly<Record<string, string>>
  /** The body goes in chunks of so many bytes. */
  readonly chunkBytes?: number
}

/**
 * Headers, query parameters and members on which frameworks and proxies act, and which may open nothing. Those of one
 * kind stand together: where one opens what is closed, the others do not close it.
 */
export const OPENERS: Readonly<Record<string, Surroundings>> = {
  'an address of this host': {
    headers: {
      'x-forwarded-for': '127.0.0.1',
      'x-real-ip': '127.0.0.1',
      'x-client-ip': '127.0.0.1',
      'true-client-ip': '127.0.0.1',
      'client-ip': '127.0.0.1',
      'x-cluster-client-ip': '127.0.0.1',
      'x-originating-ip': '127.0.0.1',
      'x-remote-ip': '127.0.0.1',
      'x-remote-addr': '127.0.0.1',
      forwarded: 'for=127.0.0.1;by=127.0.0.1;host=localhost',
    },
  },
  'X-Forwarded-Host, localhost': { headers: { 'x-forwarded-host': 'localhost' } },
  'X-Original-URL': { headers: { 'x-original-url': '/v1/organizations' } },
  'X-Rewrite-URL': { headers: { 'x-rewrite-url': '/v1/organizations' } },
  'X-Forwarded-Prefix': { headers: { 'x-forwarded-prefix': '/internal' } },
  'X-HTTP-Method-Override: GET': { headers: { 'x-http-method-override': 'GET' } },
  'a method override to the other method': {
    headers: { 'x-http-method-override': 'PATCH', 'x-http-method': 'PUT', 'x-method-override': 'PATCH' },
  },
  '_method in the query': { query: '_method=PATCH' },
  '_method in the body': { members: { _method: 'PATCH' } },
  'a user whom a gateway names': {
    headers: {
      'x-user-id': '1',
      'x-authenticated-user': 'admin',
      'x-remote-user': 'admin',
      'x-forwarded-user': 'admin',
    },
  },
  'marks of an internal call': {
    headers: {
      'x-internal': 'true',
      'x-internal-request': '1',
      'x-ssl-client-verify': 'SUCCESS',
      'x-client-verified': 'true',
    },
  },
  'a page of its own': {
    headers: {
      referer: 'https://localhost/admin',
      origin: 'https://localhost',
      'x-requested-with': 'XMLHttpRequest',
      // As a preflight has it, though it is none.
      'access-control-request-method': 'PATCH',
    },
  },
  'cookies of a session': { headers: { cookie: 'session=1; admin=true; user_id=1' } },
  'the program of a monitor': { headers: { 'user-agent': 'kube-probe/1.27' } },
  'marks of a test': {
    headers: { 'x-test': 'true', 'x-debug': '1' },
    query: 'debug=true&test=1&force=true&admin=true&status=pledged',
  },
  'parameters of frameworks': { query: 'format=json&callback=x&client_id=1' },
}

/** What clients, proxies and libraries add to an ordinary request: whatever it is, the update is the same. */
export const HARMLESS: Readonly<Record<string, Surroundings>> = {
  'an address of this host': { headers: { 'x-forwarded-for': '127.0.0.1', 'x-real-ip': '127.0.0.1' } },
  'several addresses': {
    headers: { 'x-forwarded-for': '203.0.113.7, 10.0.0.1', forwarded: 'for=203.0.113.7' },
  },
  'a protocol and a port': { headers: { 'x-forwarded-proto': 'https', 'x-forwarded-port': '443' } },
  'cookies of a session': { headers: { cookie: 'session=1; admin=true; user_id=1' } },
  'any type accepted, in another language': {
    headers: { accept: 'text/plain;q=0.5, */*', 'accept-language': 'de-DE,de;q=0.9,fr;q=0.5' },
  },
  'JSON preferred, in a language that is written from the right': {
    headers: {
      accept: 'application/hal+json;q=0.1, application/json;q=0.9, */*;q=0.01',
      'accept-language': 'ar',
    },
  },
  'JSON with a charset': {
    headers: {
      accept: 'application/json; charset=utf-8',
      'accept-charset': 'utf-8',
      'content-type': 'application/json; charset=utf-8',
    },
  },
  'a script in a browser, and a trace': {
    headers: {
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/120.0',
      'x-requested-with': 'XMLHttpRequest',
      traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
      'x-request-id': 'a-1',
    },
  },
  'the other method': { headers: { 'x-http-method-override': 'PATCH', 'x-method-override': 'PUT' } },
  'a query of nothing, and no compression': { query: '', headers: { 'accept-encoding': 'identity' } },
  'a format, and no cache': {
    query: 'format=json',
    headers: { 'cache-control': 'no-cache', pragma: 'no-cache' },
  },
  'a method of before': { headers: { 'x-http-method-override': 'GET' }, query: '_method=DELETE' },
  'an address of before': {
    headers: { 'x-original-url': '/v1/organizations', 'x-rewrite-url': '/v1/organizations' },
  },
  'a callback': { query: 'callback=x&jsonp=x' },
  'another program, and marks of campaigns': {
    query: 'utm_source=mail&_=1700000000',
    headers: { 'user-agent': 'python-requests/2.31.0' },
  },
  'values in the query': { query: 'id=x&donor_city=Elsewhere&donor_first_name=Mallory&memo=elsewhere' },
  'a number of names': { query: 'a=1&a=2&b[]=3&c' },
  'in chunks of a byte': { chunkBytes: 1 },
}

/** Where a token may be sent that the contract does not name; by names that services give it. */
export const TOKEN_PLACES: Readonly<Record<string, (token: string) => Surroundings>> = {
  'another header': (token) => ({
    headers: {
      'x-access-token': token,
      'x-auth-token': token,
      'x-api-key': token,
      'access-token': token,
      token,
      'x-forwarded-access-token': token,
    },
  }),
  'another header, with its scheme': (token) => ({
    headers: Object.fromEntries(
      [
        'x-authorization',
        'proxy-authorization',
        'x-forwarded-authorization',
        'x-original-authorization',
        'x-amzn-remapped-authorization',
        'http-authorization',
        'authentication',
      ].map((name) => [name, `Bearer ${token}`]),
    ),
  }),
  'a cookie': (token) => ({
    headers: {
      cookie: `access_token=${token}; token=${token}; jwt=${token}; Authorization=Bearer%20${token}`,
    },
  }),
  'the body': (token) => ({ members: { access_token: token, token, bearer_token: token } }),
}

/** Names under which a service may read a token from the query. */
export const QUERY_NAMES: Readonly<Record<string, (token: string) => string>> = {
  access_token: (token) => `access_token=${token}`,
  'access_token, after others': (token) => `a=1&b=2&access_token=${token}`,
  'access_token, spelled otherwise': (token) =>
    ['access-token', 'accessToken', 'ACCESS_TOKEN', 'access_token[]', 'access_token%20']
      .map((name) => `${name}=${token}`)
      .join('&'),
  'another name': (token) =>
    [
      'token',
      'bearer_token',
      'auth_token',
      'oauth_token',
      'id_token',
      'api_key',
      'apikey',
      'jwt',
      'auth',
      'authorization',
      'bearer',
      'key',
      'session',
      'code',
      'sid',
      't',
      'access',
      'api_token',
      'apiKey',
      'private_token',
      'user_token',
      'x-access-token',
      'Access_Token',
      'access_token[0]',
    ]
      .map((name) => `${name}=${token}`)
      .join('&'),
  authorization: (token) => `authorization=Bearer%20${token}&Authorization=${token}`,
}

/** What services call an organization in a query or a body. */
const CLAIM_NAMES = ['organization_id', 'organization', 'org_id', 'org', 'tenant', 'account_id']

/** A query that says that this donation is meant. */
export function queryNaming(donation: string): string {
  const id = encodeURIComponent(donation)
  return `id=${id}&donation_id=${id}`
}

/** A claim to act for this organization, or that this donation is meant. */
export const CLAIMS_BESIDE: Readonly<
  Record<string, (organization: string, donation: string) => Surroundings>
> = {
  'the organization in the query': (id) => {
    const value = encodeURIComponent(id)
    return { query: CLAIM_NAMES.map((name) => `${name}=${value}`).join('&') }
  },
  'the organization in headers': (id) => ({
    headers: Object.fromEntries(
      [
        'x-organization-id',
        'x-organization',
        'organization-id',
        'x-tenant-id',
        'x-org-id',
        'x-account-id',
      ].map((name) => [name, id]),
    ),
  }),
  'the organization in the body': (id) => ({
    members: Object.fromEntries(CLAIM_NAMES.map((name) => [name, id])),
  }),
  'the donation in the body and the query': (_, id) => ({
    members: { id, donation_id: id },
    query: queryNaming(id),
  }),
  'a method override': () => ({ headers: { 'x-http-method-override': 'PATCH' } }),
  'an address of this host': () => ({ headers: { 'x-forwarded-for': '127.0.0.1' } }),
}

/** Spellings of the way to a donation by which a filter and a router may understand different things. */
export const ROUTES: Readonly<Record<string, (id: string) => string>> = {
  'a slash at the end': (id) => `/v1/donations/${id}/`,
  'two slashes in front': (id) => `//v1/donations/${id}`,
  'two slashes inside': (id) => `/v1//donations/${id}`,
  'capitals in the version': (id) => `/V1/donations/${id}`,
  'capitals in the resource': (id) => `/v1/Donations/${id}`,
  'a suffix .json': (id) => `/v1/donations/${id}.json`,
  'a path parameter': (id) => `/v1/donations/${id};a=b`,
  'a path parameter before it': (id) => `/v1/donations;a=b/${id}`,
  'an encoded letter': (id) => `/v1/%64onations/${id}`,
  'an encoded character of the id': (id) => `/v1/donations/${escapedFirst(id)}`,
  'a blank at the end': (id) => `/v1/donations/${id}%20`,
  'a NUL at the end': (id) => `/v1/donations/${id}%00`,
  'no version': (id) => `/donations/${id}`,
}

/** The same id by RFC 3986, 6.2.2.2. @param id percent-encoded. */
function escapedFirst(id: string): string {
  return id.replace(/^\w/, (one) => `%${one.charCodeAt(0).toString(16)}`)
}
