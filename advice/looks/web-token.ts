import { type Sighting, safe, weak } from '../advice.ts'

type Claims = Readonly<Record<string, unknown>>

/** Claims of OpenID Connect Core, 5.1, that tell who somebody is. */
const PERSONAL = ['email', 'name', 'given_name', 'family_name', 'phone_number', 'address', 'birthdate']

/** What names a service or a program, not a person. */
const IMPERSONAL = ['iss', 'aud', 'azp', 'client_id']

/** The lengths are those of RFC 5321, 4.5.3.1: without them a long token would take the square of its length. */
const EMAIL = /[^\s"@:,;]{1,64}@[^\s"@:,;]{1,255}\.[a-z]+/i

/** What an access token has to say of itself (RFC 9068, 2.2); nobody but the service reads a refresh token. */
const NEEDED = { 'access token': ['aud', 'exp'], 'refresh token': [] } as const

/** Whether a token can be read by whoever holds it, and what is wrong with that; without showing any of it. */
export function describeToken(token: string, kind: keyof typeof NEEDED): Sighting {
  const [header, payload, signature = '', ...more] = token.split('.')
  const { alg } = claimsIn(header) ?? {}
  if (typeof alg !== 'string') return describeOther(token, kind)
  // RFC 7516, 7.1: encrypted ones have five parts.
  if (more.length === 2) return safe(`${kind}s that are encrypted JWTs`)
  const claims = claimsIn(payload) ?? {}
  const personal = personalIn(claims)
  const flaws = [
    ...(/^none$/i.test(alg) || signature === '' ? ['not signed'] : []),
    ...NEEDED[kind].filter((name) => !(name in claims)).map((name) => `without ${name}`),
    ...(personal.length > 0 ? [`with ${personal.join(', ')}`] : []),
  ]
  const seen = `${kind}s that are JWTs (${alg.slice(0, 20)})`
  return flaws.length > 0 ? weak(`${seen}, ${flaws.join(', ')}`) : safe(`${seen}, signed`)
}

/** Some have a form of their own, of which a part is encoded JSON or plain text. */
function describeOther(token: string, kind: string): Sighting {
  const readable = token
    .split('.')
    .map((part) => claimsIn(part))
    .filter((claims) => claims !== undefined)
  const personal = [...readable.flatMap(personalIn), ...(EMAIL.test(token) ? ['an address'] : [])]
  if (personal.length > 0) return weak(`${kind}s that others can read, with ${personal.join(', ')}`)
  return safe(readable.length > 0 ? `${kind}s that tell others nothing personal` : `${kind}s that are opaque`)
}

/** The names of claims that tell who somebody is, by their name or by an e-mail address in them. */
function personalIn(claims: Claims): readonly string[] {
  return Object.entries(claims)
    .filter(([name, value]) => !IMPERSONAL.includes(name) && (PERSONAL.includes(name) || isAddress(value)))
    .map(([name]) => name.slice(0, 60))
}

function isAddress(value: unknown): boolean {
  return EMAIL.test(JSON.stringify(value))
}

function claimsIn(part = ''): Claims | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString())
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
  } catch {
    return undefined
  }
}
