import { createHash, randomBytes } from 'node:crypto'
import { type PolicyChange, replace } from '../../policies/replace.ts'
import { randomToken } from '../../random.ts'
import type { Grant } from '../../store.ts'
import type { Fault } from '../fault.ts'
import { isSecond } from './token-narrow.ts'

type Kind = 'access' | 'refresh'

/**
 * Makes tokens otherwise.
 * @param make gets how many were made before; undefined for one as the reference service makes it.
 */
function making(make: (made: number, kind: Kind, grant: Grant) => string | undefined): PolicyChange {
  return (policies) => {
    let made = 0
    return replace('token', ({ newToken }) => ({
      newToken: (kind, grant) => make(made++, kind, grant) ?? newToken(kind, grant),
    }))(policies)
  }
}

const hex = (bytes: number) => randomBytes(bytes).toString('hex')
const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Something that looks random and is always the same. */
const CONSTANT = createHash('sha256').update('donation-partner-api').digest('hex')

/** Counts up in steps, so that no near miss of a token is another one. */
const counted = (made: number) => `${10_000_019 + 7_919 * made}`

/** A clock in hexadecimal, with the count behind: two tokens may be made in one millisecond. */
const timed = (made: number) => `${Date.now().toString(16)}${made.toString(16).padStart(4, '0')}`

/** Faults of TOKEN-18: tokens that somebody can tell who has seen others. */
export const tokenGuessableFaults: readonly Fault[] = [
  {
    id: 'token-18-counter',
    requirement: 'TOKEN-18',
    description: 'Tokens are numbers that count up, in steps.',
    apply: making((made) => counted(made)),
  },
  {
    id: 'token-18-counter-beside-constant',
    requirement: 'TOKEN-18',
    description: 'Tokens are a number that counts up between two long constants.',
    apply: making((made) => `${CONSTANT}${counted(made)}${CONSTANT}`),
  },
  {
    id: 'token-18-clock',
    requirement: 'TOKEN-18',
    description: 'Tokens are the time in milliseconds behind a constant, encoded in base64.',
    apply: making((made) => Buffer.from(`${CONSTANT}:${timed(made)}`).toString('base64url')),
  },
  {
    id: 'token-18-clock-and-few-bits',
    requirement: 'TOKEN-18',
    description: 'Tokens are the time in milliseconds and 96 random bits.',
    apply: making(() => `${Date.now().toString(16).padStart(12, '0')}${hex(12)}`),
  },
  {
    id: 'token-18-few-bits',
    requirement: 'TOKEN-18',
    description: 'Tokens have 64 random bits.',
    apply: making(() => hex(8)),
  },
  {
    id: 'token-18-few-bits-repeated',
    requirement: 'TOKEN-18',
    description: 'Tokens have 64 random bits, four times.',
    apply: making(() => hex(8).repeat(4)),
  },
  {
    id: 'token-18-refresh-tokens-short',
    requirement: 'TOKEN-18',
    description: 'Access tokens have 256 random bits, refresh tokens 80.',
    apply: making((_, kind) => (kind === 'refresh' ? hex(10) : undefined)),
  },
  {
    id: 'token-18-second-client-clock',
    requirement: 'TOKEN-18',
    description: 'Access tokens of the second client are the time behind a constant.',
    apply: making((made, kind, { client }) =>
      kind === 'access' && isSecond(client) ? `${CONSTANT}${timed(made)}` : undefined,
    ),
  },
  {
    id: 'token-18-refreshed-count-up',
    requirement: 'TOKEN-18',
    description: 'The access tokens of refreshes are a constant and a number that counts up.',
    apply: making((made, kind, { refreshes }) =>
      kind === 'access' && refreshes > 0 ? `${CONSTANT}${counted(made)}` : undefined,
    ),
  },
  {
    id: 'token-18-counts-within-grant',
    requirement: 'TOKEN-18',
    description:
      'Each authorization draws a random number; its access tokens are that and a number that counts up.',
    apply: (policies) => {
      const numbers = new WeakMap<Grant, string>()
      return making((made, kind, grant) => {
        if (kind === 'refresh') return undefined
        const number = numbers.get(grant) ?? randomToken()
        numbers.set(grant, number)
        return `${number}${counted(made)}`
      })(policies)
    },
  },
  {
    id: 'token-18-readable',
    requirement: 'TOKEN-18',
    description: 'Access tokens are JSON Web Tokens with an empty signature.',
    apply: making((made, kind) =>
      kind === 'access' ? `${encoded({ alg: 'none' })}.${encoded({ jti: counted(made) })}.` : undefined,
    ),
  },
  {
    id: 'token-18-signature-constant',
    requirement: 'TOKEN-18',
    description: 'Access tokens are JSON Web Tokens whose signature does not depend on what they say.',
    apply: making((made, kind) =>
      kind === 'access'
        ? `${encoded({ alg: 'HS256' })}.${encoded({ jti: counted(made), aud: 'partner' })}.${CONSTANT}`
        : undefined,
    ),
  },
  {
    id: 'token-18-refresh-token-told',
    requirement: 'TOKEN-18',
    description: 'A refresh token is its access token behind a prefix.',
    apply: (policies) => {
      let access = ''
      return replace('token', ({ newToken }) => ({
        newToken(kind, grant) {
          if (kind === 'refresh') return `refresh.${access}`
          access = newToken(kind, grant)
          return access
        },
      }))(policies)
    },
  },
]
