import { Rejected } from '../../api/rejected.ts'
import type { HttpRequest } from '../../http.ts'
import { combine, type PolicyChange, replace } from '../../policies/replace.ts'
import type { AccessToken, Donation, Grant, Store } from '../../store.ts'
import { bodyOf } from '../donation/stored.ts'
import type { Fault } from '../fault.ts'
import { permitting } from './bearer-access.ts'
import { openingFor } from './bearer-narrow-entry.ts'

const hasCharset = (request: HttpRequest) => /charset/i.test(request.header('content-type') ?? '')
const isInChunks = (request: HttpRequest) => request.header('transfer-encoding') !== undefined

/** Stands for the path as it was written: handlers see it decoded. */
const AS_WRITTEN = 'x-path-as-written'
const isEscaped = (request: HttpRequest) => /\/donations\/%/.test(request.header(AS_WRITTEN) ?? '')

/** A change that can tell whether the id in the path is escaped. */
function knowingEscapes(change: PolicyChange): PolicyChange {
  return combine(
    replace('transport', ({ listener }) => ({
      listener: (inner, host) =>
        listener((request, response) => {
          request.headers[AS_WRITTEN] = request.url ?? ''
          inner(request, response)
        }, host),
    })),
    change,
  )
}

const ownsAny = ({ organizationIds }: Grant) => organizationIds.length > 0

/** The donation that a request names, in its path unless told otherwise. */
const donationOf = (store: Store, { path }: HttpRequest, id: unknown = path.split('/').at(-1)) =>
  store.donations.get(String(id))

/** Permits updates for a reason that is found in the store. */
function permittingIn(
  permits: (store: Store, grant: Grant, donation: Donation, request: HttpRequest) => boolean,
): PolicyChange {
  return replace('bearer', ({ findAccessToken, mayUpdate }) => {
    let known: Store | undefined
    return {
      findAccessToken(store, value, request) {
        known = store
        return findAccessToken(store, value, request)
      },
      mayUpdate: (grant, donation, request) =>
        mayUpdate(grant, donation, request) ||
        (known !== undefined && permits(known, grant, donation, request)),
    }
  })
}

/** Looks at tokens that were found, before anything else is asked of them. */
function lookingAt(
  look: (token: AccessToken, store: Store, request: HttpRequest) => AccessToken,
): PolicyChange {
  return replace('bearer', ({ findAccessToken }) => ({
    findAccessToken(store, value, request) {
      const token = findAccessToken(store, value, request)
      return token && look(token, store, request)
    },
  }))
}

/** Tokens of one kind begin with a word, which whoever looks them up can do without. */
const prefixOptional: PolicyChange = combine(
  replace('token', ({ newToken }) => ({
    newToken: (kind, grant) => (kind === 'access' ? 'access.' : '') + newToken(kind, grant),
  })),
  replace('bearer', ({ findAccessToken }) => ({
    findAccessToken: (store, value, request) =>
      findAccessToken(store, value, request) ?? store.accessTokens.get(`access.${value}`),
  })),
)

/** Faults of BEARER-1 to BEARER-9 that show where a call is written otherwise, or says two things. */
export const bearerWrittenNarrowFaults: readonly Fault[] = [
  {
    id: 'bearer-1-open-to-charset',
    requirement: 'BEARER-1',
    description: 'The filter that asks for tokens looks at the content type, and knows it without a charset.',
    apply: openingFor(hasCharset),
  },
  {
    id: 'bearer-1-open-in-chunks',
    requirement: 'BEARER-1',
    description: 'An update whose body comes in chunks passes by the filter that asks for tokens.',
    apply: openingFor(isInChunks),
  },
  {
    id: 'bearer-1-open-to-preflight-header',
    requirement: 'BEARER-1',
    description: 'Whatever has Access-Control-Request-Method is taken for a preflight, which needs no token.',
    apply: openingFor((request) => request.header('access-control-request-method') !== undefined),
  },
  {
    id: 'bearer-1-open-to-escaped-id',
    requirement: 'BEARER-1',
    description:
      'The filter that asks for tokens does not decode the path: an escape in the id passes by it.',
    apply: knowingEscapes(openingFor(isEscaped)),
  },
  {
    id: 'bearer-2-prefix-optional',
    requirement: 'BEARER-2',
    description: 'Access tokens begin with a word and a sign, and are found without these too.',
    apply: prefixOptional,
  },
  {
    id: 'bearer-3-owner-asked-first',
    requirement: 'BEARER-3',
    description: 'Whose a donation is is asked before whether the token has expired: 403 for a foreign one.',
    apply: lookingAt((token, store, request) => {
      const donation = donationOf(store, request)
      if (donation && !token.grant.organizationIds.includes(donation.organization_id))
        throw new Rejected('foreign-donation', 'The donation belongs to another organization.')
      return token
    }),
  },
  {
    id: 'bearer-3-donation-asked-first',
    requirement: 'BEARER-3',
    description: 'Whether a donation is known is asked before whether the token has expired.',
    apply: lookingAt((token, store, request) => {
      if (request.path.includes('/donations/') && !donationOf(store, request))
        throw new Rejected('unknown-donation', 'There is no such donation.')
      return token
    }),
  },
  {
    id: 'bearer-4-bound-to-program',
    requirement: 'BEARER-4',
    description: 'A token works only for the program that used it first.',
    apply: replace('bearer', ({ accessTokenRevoked }) => {
      const programs = new WeakMap<AccessToken, string>()
      return {
        accessTokenRevoked(token, store, request) {
          const program = request.header('user-agent') ?? ''
          if (!programs.has(token)) programs.set(token, program)
          return programs.get(token) !== program || accessTokenRevoked(token, store, request)
        },
      }
    }),
  },
  {
    id: 'bearer-5-own-donation-in-body',
    requirement: 'BEARER-5',
    description:
      'Whose a donation is is asked of the one that the body names, and that of the path is changed.',
    apply: permittingIn((store, { organizationIds }, _, request) => {
      const { id } = bodyOf(request)
      const named = id === undefined ? undefined : donationOf(store, request, id)
      return named !== undefined && organizationIds.includes(named.organization_id)
    }),
  },
  {
    id: 'bearer-5-escaped-id-not-compared',
    requirement: 'BEARER-5',
    description: 'The organization is not compared where the id in the path has an escape.',
    apply: knowingEscapes(permitting((grant, _, request) => ownsAny(grant) && isEscaped(request))),
  },
  {
    id: 'bearer-5-charset-not-compared',
    requirement: 'BEARER-5',
    description: 'The organization is not compared where the content type has a charset.',
    apply: permitting((grant, _, request) => ownsAny(grant) && hasCharset(request)),
  },
  {
    id: 'bearer-8-put-with-refreshed-token',
    requirement: 'BEARER-8',
    description: 'PUT takes the tokens of refreshes from the query too.',
    apply: replace('bearer', ({ readToken, findAccessToken }) => {
      const inQuery = ({ method, query }: HttpRequest) =>
        method === 'PUT' ? new URLSearchParams(query).get('access_token') : null
      return {
        readToken: (request) =>
          readToken(request) ??
          (request.header('authorization') === undefined ? (inQuery(request) ?? undefined) : undefined),
        findAccessToken(store, value, request) {
          const token = findAccessToken(store, value, request)
          return inQuery(request) === value && token?.grant.refreshes === 0 ? undefined : token
        },
      }
    }),
  },
  {
    id: 'bearer-9-foreign-donation-open',
    requirement: 'BEARER-9',
    description:
      'Without organizations a token is compared with nothing where the main user owns nothing either.',
    apply: permittingIn((store, grant, donation) => {
      const [first] = store.donations.values()
      return !ownsAny(grant) && donation.organization_id !== first?.organization_id
    }),
  },
]
