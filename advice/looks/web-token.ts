import { type Sighting, safe, weak } from '../advice.ts'

type Claims = Readonly<Record<string, unknown>>

/** Claims of OpenID Connect Core, 5.1, that tell who somebody is. */
const PERSONAL = ['email', 'name', 'given_name', 'family_name', 'phone_number', 'address', 'birthdate']

/** What an access token has to say of itself (RFC 9068, 2.2); nobody but the service reads a refresh token. */
const NEEDED = { 'access token': ['aud', 'exp'], 'refresh token': [] } as const

/** Whether a token can be read by whoever holds it, and what is wrong with that; without showing any of it. */
export function describeToken(token: string, kind: keyof typeof NEEDED): Sighting {
  const [header, payload, signature = '', ...more] = token.split('.')
  const { alg } = claimsIn(header) ?? {}
  if (typeof alg !== 'string') return safe(`${kind}s that are opaque`)
  // RFC 7516, 7.1: encrypted ones have five parts.
  if (more.length === 2) return safe(`${kind}s that are encrypted JWTs`)
  const claims = claimsIn(payload) ?? {}
  const personal = PERSONAL.filter((name) => name in claims)
  const flaws = [
    ...(/^none$/i.test(alg) || signature === '' ? ['not signed'] : []),
    ...NEEDED[kind].filter((name) => !(name in claims)).map((name) => `without ${name}`),
    ...(personal.length > 0 ? [`with ${personal.join(', ')}`] : []),
  ]
  const seen = `${kind}s that are JWTs (${alg.slice(0, 20)})`
  return flaws.length > 0 ? weak(`${seen}, ${flaws.join(', ')}`) : safe(`${seen}, signed`)
}

function claimsIn(part = ''): Claims | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString())
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
  } catch {
    return undefined
  }
}
