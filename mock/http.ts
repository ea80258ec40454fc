/** A request as the service's decisions see it: whole, plain, free of any framework. */
export interface HttpRequest {
  readonly method: string
  readonly path: string
  /** What stands after the question mark, undecoded. */
  readonly query: string
  header(name: string): string | undefined
  readonly body: Uint8Array
}

/** An answer as plain data, so that a decision can be wrapped and its answer changed. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export type Pair = readonly [name: string, value: string]

/** Parameters of a query or form. */
export interface Parameters {
  readonly values: ReadonlyMap<string, string>
  /** Names that occurred more than once. */
  readonly repeated: readonly string[]
}

/** An answer whose body is the JSON text of `value`. */
export function json(status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): Answer {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(value) }
}

/** An answer that is an HTML page. Never cached: it holds the id of an authorization in progress. */
export function html(status: number, body: string, headers: Readonly<Record<string, string>> = {}): Answer {
  return {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store', ...headers },
    body,
  }
}

/**
 * Decodes application/x-www-form-urlencoded text in order of occurrence.
 * Undefined where a percent escape is broken or its bytes are no UTF-8: replacement characters would
 * otherwise come back to the sender as an altered value.
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

/** Parameters by name. One without a value counts as left out (RFC 6749, 3.1). */
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
