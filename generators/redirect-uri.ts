/** The pieces of a redirect URI, each with the delimiters that belong to it, so that joined they give it back. */
export interface UriParts {
  /** Such as `https:`; the two slashes are added. */
  readonly scheme: string
  /** Ends in `@` where there is any. */
  readonly userInfo: string
  readonly host: string
  /** Starts with `:` where there is one. */
  readonly port: string
  /** Starts with `/` where there is one. */
  readonly path: string
  /** Starts with `?` where there is one. */
  readonly query: string
  /** Starts with `#` where there is one. */
  readonly fragment: string
}

const URI = /^([a-z][a-z0-9+.-]*:)\/\/([^/?#@]*@)?(\[[^\]]*\]|[^/?#:]*)(:\d*)?([^?#]*)(\?[^#]*)?(#.*)?$/i

/**
 * Takes an absolute URI apart without normalizing anything.
 * @throws TypeError where it is none
 */
export function uriParts(uri: string): UriParts {
  const match = URI.exec(uri)
  if (!match)
    throw new TypeError('a registered redirect URI must be absolute, as in https://example.com/callback')
  const [, scheme = '', userInfo = '', host = '', port = '', path = '', query = '', fragment = ''] = match
  return { scheme, userInfo, host, port, path, query, fragment }
}

/** The URI that the pieces make. */
export function joinUri({ scheme, userInfo, host, port, path, query, fragment }: UriParts): string {
  return `${scheme}//${userInfo}${host}${port}${path}${query}${fragment}`
}
