/*
 * Decides which differences between two runs are noise, that is, not caused by a change of the service.
 *
 * Noise is: UUIDs, long hexadecimal and numeric ids, tokens, dates and times in common formats, and the port
 * of a loopback address. Lifetimes may differ by a few seconds, since some services report the time that
 * remains. In lists of response headers, those that caches, proxies and rate limits add at times are noise.
 *
 * Every other difference counts: in a status, a media type, the keys of a body, a word.
 */

/** Longer patterns come first, so that a shorter one does not replace a part of their matches. */
const volatileParts: readonly (readonly [RegExp, string])[] = [
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, '<id>'],
  [/\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?/g, '<date>'],
  [/\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT\b/g, '<date>'],
  [/\b(127\.0\.0\.1|localhost|\[::1\]):\d+/g, '$1:<port>'],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, '<token>'],
  // A field name may be as long as a token, but hardly has three digits.
  [/\b(?=(?:[\w-]*?\d){3})(?=[\w-]*[A-Za-z])[\w-]{20,}\b/g, '<token>'],
  [/\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{16,}\b/gi, '<id>'],
  // Lifetimes in seconds have fewer digits.
  [/\b\d{9,}\b/g, '<number>'],
]

const volatileHeaders =
  /^(?:age|alt-svc|cf-.*|connection|content-encoding|content-length|date|etag|expires|keep-alive|last-modified|nel|report-to|retry-after|server-timing|set-cookie|transfer-encoding|via|(?:x-)?ratelimit.*|x-cache.*|x-.*-id|x-runtime|x-response-time)$/

/** Largest difference between two equal lifetimes, in seconds. */
const LIFETIME_TOLERANCE = 5

/**
 * Splits the value of an observation that lists names, such as `fields of the record`.
 * @returns the names, without volatile headers; undefined where the observation lists none
 */
export function listedNames(name: string, value: string): string[] | undefined {
  if (!/^(?:fields|headers) of /.test(name)) return undefined
  const names = value.split(', ').filter((one) => one !== '')
  return name.startsWith('headers') ? names.filter((one) => !volatileHeaders.test(one)) : names
}

/** Replaces each part of the text that changes from run to run with a placeholder such as `<id>`. */
export function stable(text: string): string {
  return volatileParts.reduce((rest, [pattern, placeholder]) => rest.replace(pattern, placeholder), text)
}

/** Whether two values of the observation with this name are equal, apart from their volatile parts. */
export function isSame(name: string, before: string, after: string): boolean {
  // What the operator said of it is no matter of the service.
  if (name === 'code lifetime') return true
  const names = listedNames(name, before)
  if (names) return names.join() === listedNames(name, after)?.join()
  if (name === 'expires_in' && /^\d+$/.test(before) && /^\d+$/.test(after)) {
    return Math.abs(Number(before) - Number(after)) <= LIFETIME_TOLERANCE
  }
  return stable(before) === stable(after)
}
