import type { RejectionKind } from '../../api/rejected.ts'
import { grantOnEverything } from '../../faults/oauth/grants.ts'
import type { HttpRequest } from '../../http.ts'
import { replace } from '../../policies/replace.ts'
import type { AccessToken } from '../../store.ts'
import { type Breakage, breakage } from '../condition.ts'
import { type ApiCall, CALLS, CLAIMS, GET, LATER, SENT, STATUS, SURROUNDINGS, WHO } from './calls.ts'

const isUpdate = ({ method }: HttpRequest) => method === 'PUT' || method === 'PATCH'

const open = breakage<ApiCall>({
  requirement: 'BEARER-1',
  name: 'open',
  description: 'an update without an Authorization header is accepted',
  conditions: [...CALLS, ...SENT, ...SURROUNDINGS],
  apply: (when) =>
    replace('bearer', ({ readToken, findAccessToken }) => {
      const isOpen = (request: HttpRequest) =>
        isUpdate(request) && request.header('authorization') === undefined && when({ request })
      return {
        readToken: (request) => readToken(request) ?? (isOpen(request) ? '' : undefined),
        findAccessToken: (store, value, request) =>
          isOpen(request)
            ? { value, grant: grantOnEverything(store), expiresAt: Number.POSITIVE_INFINITY }
            : findAccessToken(store, value, request),
      }
    }),
})

/** How a token that is none is taken for a living one. */
const LIKENESSES: Readonly<Record<string, readonly [string, (given: string, known: string) => boolean]>> = {
  case: ['in another letter case', (given, known) => given.toLowerCase() === known.toLowerCase()],
  longer: ['with something behind it', (given, known) => given.startsWith(known)],
  shorter: ['without its last character', (given, known) => given === known.slice(0, -1)],
  half: [
    'of which only the first half is right',
    (given, known) => given.slice(0, 20) === known.slice(0, 20),
  ],
  'last-character': [
    'with another last character',
    (given, known) => given.length === known.length && given.slice(0, -1) === known.slice(0, -1),
  ],
  'first-character': [
    'with another first character',
    (given, known) => given.length === known.length && given.slice(1) === known.slice(1),
  ],
  middle: [
    'with another character in the middle',
    (given, known) =>
      given.length === known.length &&
      given.slice(0, 5) === known.slice(0, 5) &&
      given.slice(-5) === known.slice(-5),
  ],
}

const alike = Object.entries(LIKENESSES).map(([name, [words, isAlike]]) =>
  breakage<ApiCall>({
    requirement: 'BEARER-2',
    name: `token-${name}`,
    description: `an access token ${words} is accepted`,
    conditions: [...CALLS, ...GET, ...WHO],
    apply: (when) =>
      replace('bearer', ({ findAccessToken }) => ({
        findAccessToken: (store, given, request) =>
          findAccessToken(store, given, request) ??
          [...store.accessTokens.values()].find(
            ({ value, grant }) => isAlike(given, value) && when({ request, grant }),
          ),
      })),
  }),
)

const SCHEMES: Readonly<Record<string, RegExp>> = {
  Token: /^token (\S+)$/i,
  OAuth: /^oauth (\S+)$/i,
  JWT: /^jwt (\S+)$/i,
  none: /^(\S+)$/,
  colon: /^bearer: ?(\S+)$/i,
  'no-blank': /^bearer(\S+)$/i,
}

const schemes = Object.entries(SCHEMES).map(([name, pattern]) =>
  breakage<ApiCall>({
    requirement: 'BEARER-2',
    name: `scheme-${name}`,
    description: `a token is read by the scheme ${name}`,
    conditions: [...CALLS, ...GET],
    apply: (when) =>
      replace('bearer', ({ readToken }) => ({
        readToken: (request) =>
          readToken(request) ??
          (when({ request }) ? pattern.exec(request.header('authorization') ?? '')?.[1] : undefined),
      })),
  }),
)

const expired = breakage<ApiCall>({
  requirement: 'BEARER-3',
  name: 'accepted',
  description: 'an expired access token is accepted',
  conditions: [...CALLS, ...GET],
  apply: (when) =>
    replace('bearer', ({ accessTokenExpired }) => ({
      accessTokenExpired: (token, now, request) =>
        !when({ request, grant: token.grant }) && accessTokenExpired(token, now, request),
    })),
})

const KINDS: readonly RejectionKind[] = [
  'invalid-field',
  'not-pledged',
  'malformed-body',
  'unknown-donation',
  'foreign-donation',
]

const dying = KINDS.map((kind) =>
  breakage<ApiCall>({
    requirement: 'BEARER-4',
    name: `dies-of-${kind}`,
    description: `an access token dies of an update that is refused (${kind})`,
    conditions: [...CALLS, ...WHO.filter(({ value }) => value.startsWith('client'))],
    apply: (when) =>
      replace('update', ({ afterRejection }) => ({
        afterRejection(rejected, store, request, id) {
          afterRejection(rejected, store, request, id)
          const [, value = ''] = (request.header('authorization') ?? '').split(' ')
          const token: AccessToken | undefined = store.accessTokens.get(value)
          if (token && rejected.kind === kind && when({ request, grant: token.grant }))
            store.accessTokens.delete(value)
        },
      })),
  }),
)

const foreign = (['BEARER-5', 'BEARER-9'] as const).map((requirement) =>
  breakage<ApiCall>({
    requirement,
    name: 'permitted',
    description:
      requirement === 'BEARER-5'
        ? "another organization's donation can be updated"
        : 'who owns no organization can update donations',
    conditions: [
      ...CALLS,
      ...WHO,
      ...(requirement === 'BEARER-5'
        ? [...LATER, ...SENT]
        : [...STATUS, ...SENT.filter(({ value }) => value !== 'advisor' && value !== 'designation_id')]),
      ...CLAIMS,
    ],
    except: (values) =>
      requirement === 'BEARER-9' && values.includes('who=refreshed') && values.includes('who=client-2'),
    apply: (when) =>
      replace('bearer', ({ mayUpdate }) => ({
        mayUpdate: (grant, donation, request) =>
          mayUpdate(grant, donation, request) ||
          (grant.organizationIds.length > 0 === (requirement === 'BEARER-5') &&
            when({ request, grant, donation })),
      })),
  }),
)

/** Faults of who may call. */
export const bearerBreaks: readonly Breakage[] = [open, ...alike, ...schemes, expired, ...dying, ...foreign]
