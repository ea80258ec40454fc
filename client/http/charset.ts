const UTF_8 = 'utf-8'

/** Where a page may say itself how it is encoded (HTML, 13.2.3.2), in bytes. */
const PRESCANNED = 1_024

/** One byte is one character in these: a form can be sent in them. */
const SINGLE_BYTE = /^(?:iso-8859|windows-125|koi8|macintosh|x-mac|ibm866)/

/**
 * How an answer is encoded: as its media type or, of a page, its meta element says. UTF-8 for whatever is no page (JSON is
 * never anything else, RFC 8259 §8.1), and where nothing is said or nobody knows the name.
 * @param start the beginning of the body, read as any encoding that keeps ASCII.
 * @returns a name of the Encoding Standard, in small letters.
 */
export function charsetOf(type: string, start: string): string {
  if (!isPage(type)) return UTF_8
  const ofType = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(type)
  const named = ofType ?? META.exec(start.slice(0, PRESCANNED))
  const encoding = encodingNamed(named?.[1] ?? UTF_8) ?? UTF_8
  // Whoever can read the element reads no UTF-16.
  return ofType || !encoding.startsWith('utf-16') ? encoding : UTF_8
}

/** Its name in the Encoding Standard; undefined where nobody knows the encoding. */
function encodingNamed(name: string): string | undefined {
  try {
    return new TextDecoder(name).encoding
  } catch {
    return undefined
  }
}

/**
 * The encoding that a form asks for.
 * @param names of encodings, with blanks between (HTML, accept-charset): the first that anybody knows, or else UTF-8.
 */
export function charsetAsked(names: string): string {
  const known = names.trim().split(/\s+/).map(encodingNamed)
  return known.find((encoding) => encoding !== undefined) ?? UTF_8
}

/** Nearly no answer of a run is one. */
const isPage = (type: string) => /html/i.test(type)

const META = /<meta\s[^>]*charset\s*=\s*["']?([\w-]+)/i

/** The text of a body. @param type its media type, with parameters. */
export function textOf(body: Buffer, type: string): string {
  const charset = isPage(type)
    ? (markedAs(body) ?? charsetOf(type, body.toString('latin1', 0, PRESCANNED)))
    : UTF_8
  return charset === UTF_8 ? body.toString('utf8') : new TextDecoder(charset).decode(body)
}

/** What a byte order mark says goes before all else (Encoding Standard, "decode"); undefined where there is none. */
function markedAs(body: Buffer): string | undefined {
  if (body[0] === 0xfe && body[1] === 0xff) return 'utf-16be'
  if (body[0] === 0xff && body[1] === 0xfe) return 'utf-16le'
  return body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf ? UTF_8 : undefined
}

/**
 * Encodes a name or a value of a form as a browser does that shows a page in this encoding (WHATWG URL, 5.2): what it cannot
 * express becomes a character reference. Encodings of several bytes are not known here: then it is UTF-8.
 */
export function encodeIn(charset: string, text: string): string {
  const encoded = (part: string) => new URLSearchParams([['', part]]).toString().slice(1)
  if (!SINGLE_BYTE.test(charset)) return encoded(text)
  const upper = new TextDecoder(charset).decode(Uint8Array.from({ length: 128 }, (_, index) => 128 + index))
  const byteOf = (one: string) => {
    const at = upper.indexOf(one)
    return at < 0 ? encoded(`&#${one.codePointAt(0)};`) : `%${(128 + at).toString(16).toUpperCase()}`
  }
  return text.replace(/[^\0-\x7f]+|[\0-\x7f]+/gu, (run) =>
    run < '\x80' ? encoded(run) : [...run].map(byteOf).join(''),
  )
}
