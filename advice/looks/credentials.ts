import type { TargetConfig } from '../../client/environment/config.ts'
import { bitsOfLength, changingBits } from '../../client/oauth/changing-bits.ts'
import { unreadableParts } from '../../client/oauth/readable.ts'
import { type Look, type Sighting, safe, weak } from '../advice.ts'
import { describeToken } from './web-token.ts'

/** What the service made for the partner: what it gave during the run, and what was configured. */
export interface IssuedCredentials {
  readonly accessTokens: readonly string[]
  readonly refreshTokens: readonly string[]
  readonly codes: readonly string[]
  readonly target: TargetConfig
}

/** Generators that leave out leading zeros, and estimates, are a little short of it. */
const WANTED_BITS = 160
const TOLERANCE = 0.5

/** With so many, a place that is the same in all of them is so by design. */
const ENOUGH = 8
const PLENTY = 200
/** Characters that are looked at: there is no need to know how many more bits there are. */
const LONGEST = 1_000

/** RFC 6749, 4.1.2. */
const LONGEST_CODE_LIFETIME = 600

/** Two hexadecimal digits of a random UUID are given away, for its version and variant (RFC 9562, 5.4). */
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
const BITS_OF_A_UUID = 122

/** What the longest of these could hold at most. */
function lengthInBits(texts: readonly string[]): number {
  return texts.every((text) => UUID.test(text)) ? BITS_OF_A_UUID : Math.max(...bitsOfLength(texts))
}

/** What has to be guessed of credentials of one kind, in bits: by the length of the longest, and by what changes. */
function bitsOf(values: readonly string[]): number {
  const parts = unreadableParts([...new Set(values)].slice(0, PLENTY))
  const texts = parts.map((part) => part.slice(-LONGEST))
  const byLength = lengthInBits(texts)
  return texts.length < ENOUGH ? byLength : Math.min(byLength, changingBits(texts, []))
}

function bits(values: readonly string[], kind: string): readonly Sighting[] {
  if (values.length === 0) return []
  const found = bitsOf(values)
  const least = WANTED_BITS - TOLERANCE
  return [
    found >= least
      ? safe(`${kind}s of ${WANTED_BITS} bits or more`)
      : weak(`${kind}s of ${Math.floor(found)} bits`),
  ]
}

const todoBits = 'Make it of 20 bytes or more of a cryptographic random number generator.'

function bitsLook(
  kind: string,
  of: (credentials: IssuedCredentials) => readonly string[],
): Look<IssuedCredentials> {
  return {
    title: `How hard ${kind}s are to guess`,
    clause: 'RFC 6749, 10.10',
    safe: `${WANTED_BITS} bits that nobody can know (${kind}s must have 128)`,
    todo: todoBits,
    needs: `${kind}s that were given`,
    look: (credentials) => bits(of(credentials), kind),
  }
}

function formatLook(
  kind: 'access token' | 'refresh token',
  of: (credentials: IssuedCredentials) => readonly string[],
): Look<IssuedCredentials> {
  const claims = kind === 'access token' ? ' with aud and exp, and' : ''
  return {
    title: `What ${kind}s let others read`,
    clause: 'RFC 9068, 2.2 and 6; RFC 8725, 3.1; RFC 9700, 2.3',
    safe: `an opaque token, or a signed JWT${claims} without personal data`,
    todo: 'Make the token opaque; or sign it, name its audience and its end in it, and leave out who the user is.',
    needs: `${kind}s that were given`,
    look: (credentials) => of(credentials).map((token) => describeToken(token, kind)),
  }
}

/** Looks at the credentials that partners hold. */
export const credentialLooks = {
  'access-token-bits': bitsLook('access token', ({ accessTokens }) => accessTokens),
  'refresh-token-bits': bitsLook('refresh token', ({ refreshTokens }) => refreshTokens),
  'code-bits': bitsLook('authorization code', ({ codes }) => codes),
  'access-token-format': formatLook('access token', ({ accessTokens }) => accessTokens),
  'refresh-token-format': formatLook('refresh token', ({ refreshTokens }) => refreshTokens),
  'client-secret-length': {
    title: 'How long the client secret is',
    clause: 'RFC 6749, 10.10',
    safe: `${WANTED_BITS} bits or more by its length`,
    todo: `${todoBits} Give every partner a new secret.`,
    needs: 'SANDBOX_CLIENT_SECRET',
    look: ({ target: { client } }) => {
      if (client.secret === '') return []
      const found = lengthInBits([client.secret])
      const seen = `${client.secret.length} characters, ${Math.floor(found)} bits at most`
      return [{ isSafe: found >= WANTED_BITS - TOLERANCE, seen }]
    },
  },
  'code-lifetime': {
    title: 'How long an authorization code lives',
    clause: 'RFC 6749, 4.1.2',
    safe: 'ten minutes at most',
    todo: 'Let codes live for a minute or so, and for ten at most.',
    needs: 'SANDBOX_CODE_LIFETIME_SECONDS',
    look: ({ target: { codeLifetimeSeconds } }) => {
      if (codeLifetimeSeconds === undefined) return []
      return [
        {
          isSafe: codeLifetimeSeconds <= LONGEST_CODE_LIFETIME,
          seen: `${codeLifetimeSeconds} s, as configured`,
        },
      ]
    },
  },
} satisfies Readonly<Record<string, Look<IssuedCredentials>>>
