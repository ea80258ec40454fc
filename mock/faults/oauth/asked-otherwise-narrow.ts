import { Rejected } from '../../api/rejected.ts'
import { decodeForm, type HttpRequest, json, type Pair } from '../../http.ts'
import { type PolicyChange, replace } from '../../policies/replace.ts'
import { bodyOf } from '../donation/stored.ts'
import type { Fault } from '../fault.ts'
import { grantOnEverything } from './grants.ts'

type Body = ReturnType<typeof bodyOf>

/** Looks at the fields of an update before it asks for a token. */
const lookingFirst = (isWrong: (body: Body) => boolean): PolicyChange =>
  replace('bearer', ({ readToken }) => ({
    readToken(request) {
      if (!request.header('authorization') && isWrong(bodyOf(request)))
        throw new Rejected('invalid-field', 'A field is not as it has to be.')
      return readToken(request)
    },
  }))

/** Looks at the status of the donation before it asks for a token. */
const gatingFirst: PolicyChange = replace('bearer', ({ findAccessToken, readToken }) => ({
  readToken: (request) => readToken(request) ?? (request.method === 'GET' ? undefined : ''),
  findAccessToken(store, value, request) {
    const donation = store.donations.get(request.path.split('/').at(-1) ?? '')
    if (value === '' && donation && donation.status !== 'pledged' && 'quantity' in bodyOf(request))
      throw new Rejected('not-pledged', 'quantity is for pledged donations.')
    return findAccessToken(store, value, request)
  },
}))

/** Lets some requests without a token read the organizations. */
const listingFor = (opens: (request: HttpRequest) => boolean): PolicyChange =>
  replace('bearer', ({ readToken, findAccessToken }) => ({
    readToken: (request) => (request.method === 'GET' && opens(request) ? '(none)' : readToken(request)),
    findAccessToken: (store, value, request) =>
      value === '(none)'
        ? { value, grant: grantOnEverything(store), expiresAt: Number.POSITIVE_INFINITY }
        : findAccessToken(store, value, request),
  }))

/** Describes the errors of the token endpoint by language to whoever names one. */
const describingByLanguage: PolicyChange = replace('rejections', ({ token }) => ({
  token(problem, request) {
    const answer = token(problem, request)
    const isGerman = request.header('accept-language')?.startsWith('de') === true
    const error_description = { de: problem.message }
    return isGerman
      ? { ...answer, body: JSON.stringify({ error: problem.error, error_description }) }
      : answer
  },
}))

/** What stands for the secret of a client that is not asked for it. */
const TRUSTED = 'trusted'

/** Asks whoever comes from this host for no secret. */
const trustingThisHost: PolicyChange = replace('token', ({ readParameters, secretMatches }) => ({
  readParameters(request) {
    const pairs = readParameters(request)
    const isTrusted = request.header('x-forwarded-for') === '127.0.0.1'
    const hasSecret = pairs.some(([name]) => name === 'client_secret')
    return isTrusted && !hasSecret ? [...pairs, ['client_secret', TRUSTED] satisfies Pair] : pairs
  },
  secretMatches: (client, given, grantType, store) =>
    given === TRUSTED || secretMatches(client, given, grantType, store),
}))

/** Faults that show in what nobody needs to send: wrong fields beside no token, headers of browsers and proxies, a state of 0. */
export const askedOtherwiseNarrowFaults: readonly Fault[] = [
  {
    id: 'bearer-1-types-before-token',
    requirement: 'BEARER-1',
    description:
      'Types are checked before the token: without one, a name that is a number gets 422, not 401.',
    apply: lookingFirst(({ donor_first_name: name }) => typeof name === 'number'),
  },
  {
    id: 'bearer-1-addresses-before-token',
    requirement: 'BEARER-1',
    description:
      'Addresses are checked before the token: without one, an email that is none gets 422, not 401.',
    apply: lookingFirst(({ donor_email: email }) => typeof email === 'string' && !email.includes('@')),
  },
  {
    id: 'bearer-1-advisor-before-token',
    requirement: 'BEARER-1',
    description:
      'Advisors are checked before the token: without one, an advisor without email gets 422, not 401.',
    apply: lookingFirst(
      ({ advisor }) => typeof advisor === 'object' && advisor !== null && !('email' in advisor),
    ),
  },
  {
    id: 'bearer-1-status-before-token',
    requirement: 'BEARER-1',
    description:
      'The pledged-only rule is asked before the token: strangers are told the status of a donation.',
    apply: gatingFirst,
  },
  {
    id: 'org-5-open-to-organization-in-query',
    requirement: 'ORG-5',
    description:
      'GET /v1/organizations goes by the organization that the query names, and asks for no token.',
    apply: listingFor(
      ({ query }) => decodeForm(query)?.some(([name]) => name === 'organization_id') === true,
    ),
  },
  {
    id: 'org-5-open-to-empty-header',
    requirement: 'ORG-5',
    description: 'GET /v1/organizations takes an empty Authorization header for one that was checked.',
    apply: listingFor((request) => request.header('authorization') === ''),
  },
  {
    id: 'org-5-open-to-browsers',
    requirement: 'ORG-5',
    description: 'Who asks for a page as a browser does may read the organizations without a token.',
    apply: listingFor(
      (request) =>
        request.header('authorization') === undefined &&
        request.header('accept')?.startsWith('text/html') === true,
    ),
  },
  {
    id: 'token-15-message-for-json',
    requirement: 'TOKEN-15',
    description: 'A token request whose body is JSON is refused with a message and no error.',
    apply: replace('rejections', ({ token }) => ({
      token: (problem, request) =>
        request.header('content-type') === 'application/json'
          ? json(400, { message: 'Send a form.' })
          : token(problem, request),
    })),
  },
  {
    id: 'token-15-description-by-language',
    requirement: 'TOKEN-15',
    description: 'Whoever names a language gets the description as an object, by language.',
    apply: describingByLanguage,
  },
  {
    id: 'token-8-this-host-needs-no-secret',
    requirement: 'TOKEN-8',
    description: 'Who says by X-Forwarded-For to come from this host needs no client_secret.',
    alsoBreaks: ['REFRESH-7'],
    apply: trustingThisHost,
  },
  {
    id: 'token-8-condition-as-secret',
    requirement: 'TOKEN-8',
    description: 'The secret is put into a query as it is: a condition that is true finds the client.',
    alsoBreaks: ['REFRESH-7'],
    apply: replace('token', ({ secretMatches }) => ({
      secretMatches: (client, given, grantType, store) =>
        secretMatches(client, given, grantType, store) || /'\s*OR\s/i.test(given ?? ''),
    })),
  },
]
