/** The parts of a URI (RFC 3986 §3), each with its delimiters; an empty string where a part is absent. */
export interface UriParts {
  /** Such as `https:`, without the two slashes. */
  readonly scheme: string
  /** Ends in `@`. */
  readonly userInfo: string
  readonly host: string
  /** Starts with `:`. */
  readonly port: string
  /** Starts with `/`. */
  readonly path: string
  /** Starts with `?`. */
  readonly query: string
  /** Starts with `#`. */
  readonly fragment: string
}

const URI = /^([a-z][a-z0-9+.-]*:)\/\/([^/?#@]*@)?(\[[^\]]*\]|[^/?#:]*)(:\d*)?([^?#]*)(\?[^#]*)?(#.*)?$/i

/**
 * Splits an absolute URI into its parts, without normalizing them.
 * @throws TypeError where the text is no absolute URI
 */
export function uriParts(uri: string): UriParts {
  const match = URI.exec(uri)
  if (!match)
    throw new TypeError('a registered redirect URI must be absolute, as in https://example.com/callback')
  const [, scheme = '', userInfo = '', host = '', port = '', path = '', query = '', fragment = ''] = match
  return { scheme, userInfo, host, port, path, query, fragment }
}

/** Joins the parts to a URI; the inverse of `uriParts`. */
export function joinUri({ scheme, userInfo, host, port, path, query, fragment }: UriParts): string {
  return `${scheme}//${userInfo}${host}${port}${path}${query}${fragment}`
}
