/**
 * What of tokens nobody can read without a key, since only that has to be guessed: of JSON Web Tokens what is left
 * beside header and payload, and of text that is merely encoded the text.
 */
export function unreadableParts(tokens: readonly string[]): readonly string[] {
  if (tokens.every(isWebToken))
    return tokens.map((token) =>
      token
        .split('.')
        .filter((part) => !isJson(part))
        .join('.'),
    )
  for (const encoding of ['base64url', 'hex'] as const) {
    const texts = tokens.map((token) => decodedText(token, encoding))
    // A random token may happen to decode to text; several do not.
    if (texts.every((text) => text !== undefined)) return texts
  }
  return tokens
}

/** RFC 7515, 7.1 and RFC 7516, 7.1: the first part is a header in JSON. */
function isWebToken(token: string): boolean {
  const [header = '', ...more] = token.split('.')
  return more.length >= 2 && isJson(header)
}

function isJson(part: string): boolean {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString())
    return typeof value === 'object' && value !== null
  } catch {
    return false
  }
}

/** Undefined where the token is not written in this encoding, or stands for anything but printable ASCII. */
function decodedText(token: string, encoding: 'base64url' | 'hex'): string | undefined {
  const bytes = Buffer.from(token, encoding)
  const spelled = token.replace(/=+$/, '').replaceAll('+', '-').replaceAll('/', '_')
  const isWhole = bytes.toString(encoding).toLowerCase() === spelled.toLowerCase()
  const text = bytes.toString('latin1')
  return isWhole && /^[ -~]+$/.test(text) ? text : undefined
}
