import { createHash, randomBytes } from 'node:crypto'
import { OAuthProblem } from '../oauth/problem.ts'
import { replace } from '../policies/replace.ts'
import { randomToken } from '../random.ts'
import type { Grant } from '../store.ts'
import type { Variant } from './variant.ts'

/** The variants of what tokens are made of, and of the parameters that a service may know beside the contract's. */
export const tokenMakeVariants: readonly Variant[] = [
  {
    id: 'tokens-access-token-stays',
    description: 'A refresh answers with the same access token, which lives on.',
    apply: (policies) => {
      const known = new WeakMap<Grant, string>()
      return replace('token', () => ({
        newToken(kind, grant) {
          const value = (kind === 'access' && known.get(grant)) || randomToken()
          if (kind === 'access') known.set(grant, value)
          return value
        },
      }))(policies)
    },
  },
  {
    id: 'tokens-client-and-checksum',
    description: 'Tokens are the id of the client, 128 random bits and a checksum (GitHub).',
    apply: replace('token', () => ({
      newToken(_, { client }) {
        const random = randomBytes(16).toString('hex')
        return `${client.id}_${random}${createHash('sha256').update(random).digest('hex').slice(0, 6)}`
      },
    })),
  },
  {
    id: 'tokens-time-beside-random-bits',
    description: 'Tokens are the time in milliseconds and 128 random bits.',
    apply: replace('token', () => ({
      newToken: () => `${Date.now().toString(36)}.${randomBytes(16).toString('base64url')}`,
    })),
  },
  {
    id: 'token-request-resource-known',
    description: 'The token endpoint knows resource, and refuses one that it does not have (RFC 8707).',
    apply: replace('token', ({ readParameters }) => ({
      readParameters(request) {
        const pairs = readParameters(request)
        if (pairs.some(([name]) => name === 'resource'))
          throw new OAuthProblem('invalid_target', 'malformed-request', 'The resource is unknown.')
        return pairs
      },
    })),
  },
]
