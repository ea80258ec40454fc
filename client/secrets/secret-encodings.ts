/** Below this many characters a base64 fragment would match ordinary text. */
const shortestBase64 = 8

/**
 * Every way in which a secret is commonly spelled: as it is, percent-encoded (`%20` and `+`, either case of the
 * hex digits), inside JSON, inside HTML, and inside base64 whatever precedes it there (`id:secret` in Basic).
 */
export function encodingsOf(value: string): Set<string> {
  const encoded = encodeURIComponent(Buffer.from(value).toString())
  const form = encoded.replace(/%20/g, '+').replace(/[!'()~]/g, hexEscape)
  const json = JSON.stringify(value).slice(1, -1)
  const html = value.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
  return new Set([
    value,
    encoded,
    encoded.replace(/%../g, (hex) => hex.toLowerCase()),
    form,
    form.replace(/%../g, (hex) => hex.toLowerCase()),
    json,
    json.replaceAll('/', '\\/'),
    html.replaceAll('"', '&quot;').replaceAll("'", '&#39;'),
    html.replaceAll('"', '&#34;').replaceAll("'", '&#x27;'),
    ...base64Fragments(value),
  ])
}

function hexEscape(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`
}

/** What stays the same of the value's base64 text, for each of the three positions it can start at. */
function base64Fragments(value: string): string[] {
  const bytes = Buffer.from(value)
  return [0, 1, 2].flatMap((shift) => {
    const length = shift + bytes.length
    const text = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64')
    const fragment = text.slice(Math.ceil((shift * 8) / 6), Math.floor((length * 8) / 6))
    if (fragment.length < shortestBase64) return []
    return [fragment, fragment.replaceAll('+', '-').replaceAll('/', '_')]
  })
}

/**
 * A broken service may issue `undefined` or `00000000` where a secret belongs, and tests send `null` or thousands of
 * an `x` as one; replacing such texts wherever they occur would make the report unreadable.
 */
export function isTooCommon(value: string): boolean {
  return (
    value.length < 8 || (value.length < 24 && /^[a-z]+([_ -][a-z]+)*$/.test(value)) || hasFewCharacters(value)
  )
}

/** No secret is made of so few: to look for one of these in a text of such characters takes for ever. */
function hasFewCharacters(value: string): boolean {
  return new Set(value).size < 5
}
