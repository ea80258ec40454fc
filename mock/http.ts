/** A request as policies see it, independent of the web framework. */
export interface HttpRequest {
  readonly method: string
  /** Without the query. */
  readonly path: string
  /** The part of the URL after the question mark, not decoded. */
  readonly query: string
  /** The value of a header, in any letter case; undefined where it is absent. */
  header(name: string): string | undefined
  /** The whole body; empty where the request has none. */
  readonly body: Uint8Array
}

/** A response as plain data, so that faults and variants can change it. */
export interface Answer {
  readonly status: number
  /** By name in lower case. An empty `content-type` is sent as an empty header; where there is none, `text/plain` is added. */
  readonly headers: Readonly<Record<string, string>>
  /** An empty string for no body. */
  readonly body: string
}

/** A decoded parameter of a query or form. */
export type Pair = readonly [name: string, value: string]

/** The parameters of a query or form, by name. */
export interface Parameters {
  /** The first value of each parameter, without empty ones. */
  readonly values: ReadonlyMap<string, string>
  /** Names that occur more than once, with whatever values. */
  readonly repeated: readonly string[]
}

/** Builds a JSON response. `headers` may override the content type. */
export function json(status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): Answer {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(value) }
}

/** Builds an HTML response that forbids caching, since pages hold the id of an authorization in progress. */
export function htmlAnswer(
  status: number,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  return {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store', ...headers },
    body,
  }
}

/**
 * Decodes application/x-www-form-urlencoded text.
 * @returns the parameters in their order; undefined where a percent escape is malformed or not UTF-8, since a
 * decoder that inserts replacement characters would alter values such as the state
 */
export function decodeForm(text: string): Pair[] | undefined {
  const decode = (part: string) => decodeURIComponent(part.replaceAll('+', ' '))
  try {
    return text
      .split('&')
      .filter((part) => part !== '')
      .map((part) => {
        const equals = part.indexOf('=')
        return equals < 0
          ? [decode(part), '']
          : [decode(part.slice(0, equals)), decode(part.slice(equals + 1))]
      })
  } catch {
    return undefined
  }
}

/** Groups parameters by name. Those without a value count as absent (RFC 6749 §3.1). */
export function collectParameters(pairs: readonly Pair[]): Parameters {
  const values = new Map<string, string>()
  const seen = new Set<string>()
  const repeated = new Set<string>()
  for (const [name, value] of pairs) {
    if (seen.has(name)) repeated.add(name)
    else if (value !== '') values.set(name, value)
    seen.add(name)
  }
  return { values, repeated: [...repeated] }
}
