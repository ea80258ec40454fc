/**
 * What changes from run to run without the service having changed: the one place that decides it.
 *
 * A value counts as the same when only these parts of it differ: UUIDs, long hexadecimal and numeric ids, tokens,
 * dates and times in the usual spellings, the port of a loopback address. A lifetime in seconds may be a few seconds
 * off, for a service that tells what is left of it. Of headers the names are compared, but for those that caches,
 * proxies and rate limits add now and then; and of Content-Type and Cache-Control what they say.
 *
 * Everything else counts: a status, a media type, the keys of a body, a lifetime, a word.
 */

/** In this order: what is part of a longer thing comes after it. */
const volatileParts: readonly (readonly [RegExp, string])[] = [
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, '<id>'],
  [/\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?/g, '<date>'],
  [/\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT\b/g, '<date>'],
  [/\b(127\.0\.0\.1|localhost|\[::1\]):\d+/g, '$1:<port>'],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, '<token>'],
  // Three digits tell a token from the name of a field.
  [/\b(?=(?:[\w-]*?\d){3})(?=[\w-]*[A-Za-z])[\w-]{20,}\b/g, '<token>'],
  [/\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{16,}\b/gi, '<id>'],
  // Lifetimes in seconds are shorter.
  [/\b\d{9,}\b/g, '<number>'],
]

const volatileHeaders =
  /^(?:age|alt-svc|cf-.*|connection|content-encoding|content-length|date|etag|expires|keep-alive|last-modified|nel|report-to|retry-after|server-timing|set-cookie|transfer-encoding|via|(?:x-)?ratelimit.*|x-cache.*|x-.*-id|x-runtime|x-response-time)$/

/** How far two lifetimes may lie apart, in seconds. */
const LIFETIME_TOLERANCE = 5

/** The names that an observation lists, such as the fields of a record, without volatile ones; undefined for others. */
export function listedNames(name: string, value: string): string[] | undefined {
  if (!/^(?:fields|headers) of /.test(name)) return undefined
  const names = value.split(', ').filter((one) => one !== '')
  return name.startsWith('headers') ? names.filter((one) => !volatileHeaders.test(one)) : names
}

/** The text with every part that changes from run to run replaced by what it is. */
export function stable(text: string): string {
  return volatileParts.reduce((rest, [pattern, placeholder]) => rest.replace(pattern, placeholder), text)
}

/** Whether two values of the observation with this name are the same but for what is volatile. */
export function isSame(name: string, before: string, after: string): boolean {
  const names = listedNames(name, before)
  if (names) return names.join() === listedNames(name, after)?.join()
  if (name === 'expires_in' && /^\d+$/.test(before) && /^\d+$/.test(after)) {
    return Math.abs(Number(before) - Number(after)) <= LIFETIME_TOLERANCE
  }
  return stable(before) === stable(after)
}
