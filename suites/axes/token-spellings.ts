import type { HttpRequest } from '../../client/http/client.ts'

/** The content type of a form, as HTTP lets one write it (RFC 9110, 8.3.1). */
const FORM = 'application/x-www-form-urlencoded'

/** The same token request as it is written on the wire. */
export interface TokenSpelling {
  /** In place of the ordinary ones, and beside them. */
  readonly headers?: Readonly<Record<string, string>>
  /** The body, made of the encoded parameters in their order: `name=value`. */
  readonly body?: (parameters: readonly string[]) => string
  /** The body goes in chunks of so many bytes. */
  readonly chunkBytes?: number
}

/** A part of a form with all of its characters escaped, but for those that mean something there. */
export const escaped = (text: string) =>
  text.replace(/[^=&%]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)

/** The order of a form's parameters means nothing. */
const first = (name: string) => (all: readonly string[]) => {
  const isIt = (one: string) => decodeURIComponent(one.split('=')[0] ?? '') === name
  return [...all.filter(isIt), ...all.filter((one) => !isIt(one))].join('&')
}

/** Ways to send one form that mean the same (WHATWG URL, 5; RFC 3986, 2.1 and 6.2.2.1). */
const OF_ANY: Readonly<Record<string, TokenSpelling>> = {
  'the type with a charset': { headers: { 'content-type': `${FORM}; charset=UTF-8` } },
  'escapes in lower case': {
    body: (all) => all.join('&').replace(/%[\dA-F]{2}/g, (one) => one.toLowerCase()),
  },
  'letters escaped that need not be': {
    body: (all) =>
      all.map((one) => one.replace(/=.*/s, (value) => value.replace(/[a-z]/g, escaped))).join('&'),
  },
  'in reverse order': { body: (all) => all.toReversed().join('&') },
  'the secret first': { body: first('client_secret') },
  'an ampersand behind': { body: (all) => `${all.join('&')}&` },
  'a list of types accepted': { headers: { accept: 'application/json;q=0.9, text/html;q=0.8, */*;q=0.1' } },
  'a page preferred': { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } },
  'signs that need no escape': {
    body: (all) => all.join('&').replaceAll('%3A', ':').replaceAll('%2F', '/'),
  },
  'the same method in a header': { headers: { 'x-http-method-override': 'POST' } },
  'a cookie of somebody': { headers: { cookie: 'session=nobodys; lang=de' } },
  'the type in capitals': { headers: { 'content-type': FORM.toUpperCase() } },
  'any type accepted': { headers: { accept: '*/*' } },
  'names escaped that need not be': {
    body: (all) => all.map((one) => one.replace(/^[^=]*/, (name) => name.replaceAll('_', '%5F'))).join('&'),
  },
  'another language': { headers: { 'accept-language': 'de-DE,de;q=0.9,fr;q=0.5' } },
  'a program of others': { headers: { 'user-agent': 'python-requests/2.31.0' } },
  'marks of a proxy': {
    headers: { 'x-forwarded-for': '203.0.113.7, 10.0.0.1', 'x-forwarded-proto': 'https', via: '1.1 proxy' },
  },
  'the type with a charset in quotes': { headers: { 'content-type': `${FORM};charset="utf-8"` } },
  'in chunks': { chunkBytes: 40 },
  'no cache': { headers: { 'cache-control': 'no-cache', pragma: 'no-cache' } },
  'a trace': {
    headers: {
      'x-request-id': 'a-1',
      traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
    },
  },
}

/** Code exchanges that are spelled otherwise. */
export const EXCHANGE_SPELLINGS: Readonly<Record<string, TokenSpelling>> = {
  ...OF_ANY,
  'the code first': { body: first('code') },
  'the client first': { body: first('client_id') },
}

/** Refreshes that are spelled otherwise. */
export const REFRESH_SPELLINGS: Readonly<Record<string, TokenSpelling>> = {
  ...OF_ANY,
  'the refresh token first': { body: first('refresh_token') },
}

/**
 * Spellings are tried together, each by itself where that fails. By their order no pack has two content types, two orders
 * of the parameters, or two changes of the body's letters.
 */
export const PACKS = 4

/** The spellings of one pack, by name. */
export function packOf(
  spellings: Readonly<Record<string, TokenSpelling>>,
  pack: number,
): Readonly<Record<string, TokenSpelling>> {
  return Object.fromEntries(Object.entries(spellings).filter((_, index) => index % PACKS === pack))
}

/** The pack that holds the spelling of this name. */
export function packWith(spellings: Readonly<Record<string, TokenSpelling>>, name: string): number {
  return Object.keys(spellings).indexOf(name) % PACKS
}

/**
 * A token request, spelled in all these ways.
 * @param parameters encoded, in their order, as `a=1&b=2`.
 */
export function spelledAs(
  spellings: readonly TokenSpelling[],
  parameters: string,
): Pick<HttpRequest, 'headers' | 'body' | 'chunkBytes'> {
  const chunkBytes = spellings.find((one) => one.chunkBytes !== undefined)?.chunkBytes
  return {
    headers: Object.assign(
      { 'content-type': FORM, accept: 'application/json' },
      ...spellings.map((one) => one.headers),
    ),
    body: spellings.reduce((text, { body }) => body?.(text.split('&')) ?? text, parameters),
    ...(chunkBytes !== undefined && { chunkBytes }),
  }
}
