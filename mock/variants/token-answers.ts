import { createHash, randomInt, randomUUID } from 'node:crypto'
import { decodeForm } from '../http.ts'
import { combine, type PolicyChange, replace } from '../policies/replace.ts'
import { randomToken } from '../random.ts'
import type { Variant } from './variant.ts'

/** Changes the members of token responses. */
function responding(change: (body: Readonly<Record<string, unknown>>) => unknown): PolicyChange {
  return replace('token', ({ responseBody }) => ({
    responseBody: (issued) => change(Object.assign({}, responseBody(issued))),
  }))
}

/** Changes the text of token responses. */
function rewriting(change: (text: string) => string): PolicyChange {
  return replace('token', ({ answer }) => ({
    answer(body, issued) {
      const sent = answer(body, issued)
      return { ...sent, body: change(sent.body) }
    },
  }))
}

const living = (seconds: number): PolicyChange =>
  replace('token', () => ({ accessTokenLifetimeSeconds: seconds }))

function segment(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

/** A signed token as Keycloak makes it: claims that hardly differ, and a signature that nobody can guess. */
function signedToken(type: string): string {
  const now = Math.floor(Date.now() / 1000)
  const claims = {
    exp: now + 300,
    iat: now,
    jti: randomUUID(),
    iss: 'https://auth.example/realms/partners',
    aud: 'account',
    typ: type,
    azp: 'partner',
    realm_access: { roles: ['offline_access', 'uma_authorization', 'default-roles-partners'] },
  }
  return `${segment({ alg: 'RS256', typ: 'JWT', kid: 'k1' })}.${segment(claims)}.${randomToken()}`
}

const alphabet = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
const thirtyCharacters = () => Array.from({ length: 30 }, () => alphabet[randomInt(62)]).join('')
const hexDigest = () => createHash('sha256').update(randomToken()).digest('hex')

const MANY = 300

const clientSession = randomUUID()

/** The variants of the members of token responses and of how tokens look, by real servers. */
export const tokenAnswerVariants: readonly Variant[] = [
  {
    id: 'token-response-like-keycloak',
    description:
      'Token responses hold refresh_expires_in, not-before-policy, session_state and scope (Keycloak).',
    apply: responding((body) => ({
      ...body,
      refresh_expires_in: 1800,
      'not-before-policy': 0,
      session_state: randomUUID(),
      scope: 'profile email',
    })),
  },
  {
    id: 'token-response-with-id-token',
    description: 'Token responses hold an ID token (Auth0, Okta).',
    apply: responding((body) => ({ ...body, id_token: signedToken('ID') })),
  },
  {
    id: 'token-response-null-members',
    description: 'Token responses hold members that are null (FastAPI with optional fields).',
    apply: responding((body) => ({ ...body, scope: null, id_token: null, error: null })),
  },
  {
    id: 'token-response-sorted',
    description: 'The members of token responses are in alphabetical order (Go and Hydra).',
    apply: responding((body) => Object.fromEntries(Object.entries(body).sort())),
  },
  {
    id: 'token-expires-in-as-float',
    description: 'expires_in is written as 3600.0 (Python and Lua), which is the same number in JSON.',
    apply: rewriting((text) => text.replace(/"expires_in":(\d+)/, '"expires_in":$1.0')),
  },
  ...[300, 36_000, 86_400].map(
    (seconds): Variant => ({
      id: `tokens-live-${seconds}-seconds`,
      description: `An access token lives ${seconds} seconds (Spring 300, Django OAuth Toolkit 36000, Auth0 86400).`,
      apply: living(seconds),
    }),
  ),
  {
    id: 'tokens-with-prefix',
    description: 'Codes and tokens have a prefix that tells their kind (Hydra, GitHub).',
    apply: combine(
      replace('token', () => ({
        newToken: (kind) => `ory_${kind === 'access' ? 'at' : 'rt'}_${randomToken()}`,
      })),
      replace('authorization', () => ({ newCode: () => `ory_ac_${randomToken()}` })),
    ),
  },
  {
    id: 'tokens-thirty-alphanumerics',
    description: 'Codes and tokens are 30 letters and digits (Django OAuth Toolkit).',
    apply: combine(
      replace('token', () => ({ newToken: thirtyCharacters })),
      replace('authorization', () => ({ newCode: thirtyCharacters })),
    ),
  },
  {
    id: 'tokens-hexadecimal',
    description: 'Codes and tokens are hexadecimal digests (node-oauth2-server, Doorkeeper).',
    apply: combine(
      replace('token', () => ({ newToken: hexDigest })),
      replace('authorization', () => ({ newCode: hexDigest })),
    ),
  },
  {
    id: 'tokens-like-keycloak',
    description:
      'Access and refresh tokens are JWTs with times and claims; codes end with two fixed UUIDs (Keycloak).',
    apply: combine(
      replace('token', () => ({ newToken: (kind) => signedToken(kind === 'access' ? 'Bearer' : 'Refresh') })),
      replace('authorization', () => ({
        newCode: () => `${randomUUID()}.${clientSession}.${clientSession}`,
      })),
    ),
  },
  {
    id: 'token-request-by-query-too',
    description: 'The token endpoint takes parameters in the query as well (Doorkeeper and Rails).',
    apply: replace('token', ({ readParameters }) => ({
      readParameters(request) {
        const inQuery = decodeForm(request.query) ?? []
        if (request.body.length === 0) return inQuery
        return [...inQuery, ...readParameters({ ...request, query: '' })]
      },
    })),
  },
  {
    id: 'organizations-in-changing-order',
    description: 'The organizations of a user come in another order each time (SQL without ORDER BY).',
    apply: replace('token', ({ eligibleOrganizations }) => {
      let turn = 0
      return {
        eligibleOrganizations(store, user) {
          const all = eligibleOrganizations(store, user)
          const first = all.length === 0 ? 0 : turn++ % all.length
          return [...all.slice(first), ...all.slice(0, first)]
        },
      }
    }),
  },
  {
    id: 'organizations-by-the-hundred',
    description: 'Whoever owns several organizations owns three hundred.',
    apply: (policies) =>
      replace('token', ({ eligibleOrganizations }) => ({
        eligibleOrganizations(store, user) {
          const own = eligibleOrganizations(store, user)
          if (own.length < 2 || own.length >= MANY) return own
          for (let index = own.length; index < MANY; index++) {
            const id = policies.data.recordId(store.environment, 'organization', MANY + index)
            const owners = [user.username]
            store.organizations.set(id, {
              id,
              internalId: MANY + index,
              name: `No. ${index}`,
              owners,
              members: [],
            })
          }
          return eligibleOrganizations(store, user)
        },
      }))(policies),
  },
  {
    id: 'organizations-named-alike',
    description:
      'The organizations of who owns several have one name, with letters of several scripts in it.',
    apply: responding((body) => {
      const all: unknown = body.ig_organizations
      if (!Array.isArray(all) || all.length < 2) return body
      const name = 'Ärzte & Freunde «Ящик» 寄付 "No. 1" 🎁'
      return { ...body, ig_organizations: all.map((one: unknown) => ({ ...Object.assign({}, one), name })) }
    }),
  },
  {
    id: 'organizations-with-more-keys',
    description: 'Entries of ig_organizations hold more than id and name.',
    apply: responding((body) => ({
      ...body,
      ig_organizations: Array.isArray(body.ig_organizations)
        ? body.ig_organizations.map((one: unknown) => ({
            ...Object.assign({}, one),
            role: 'owner',
            logo: null,
            address: { city: 'Springfield', lines: [] },
          }))
        : [],
    })),
  },
]
