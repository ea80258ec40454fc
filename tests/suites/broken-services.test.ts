import { expect, test } from 'vitest'
import { selectRequirements } from '../../contract/index.ts'
import { runOnThrowaway } from '../../harness/engine/in-process.ts'
import { openMock } from '../../harness/session/open-target.ts'
import { json } from '../../mock/http.ts'
import { contractPolicies, type Policies } from '../../mock/policies/index.ts'
import type { AccessToken } from '../../mock/store.ts'
import { suites } from '../../suites/index.ts'

/**
 * Runs families of the suite against a service with these policies. Returns what it did not find kept or observed.
 * @param asStranger without the inspector: only what answers show is known.
 */
async function flaggedIn(policies: Policies, families: readonly string[], asStranger = false) {
  const { target, close } = await openMock({ policies })
  try {
    const only = selectRequirements(families).map(({ id }) => id)
    const { inspector, ...stranger } = target
    const settings = { target: asStranger ? stranger : target, seed: 1, runs: 20, strict: false, only }
    const { requirements } = await runOnThrowaway(settings, suites)
    return requirements
      .filter(({ verdict }) => verdict !== 'pass' && verdict !== 'observed')
      .map(({ id, verdict }) => `${id} ${verdict}`)
  } finally {
    await close()
  }
}

test('a service that keeps the contract is accused of nothing, and nothing stays undecided', async () => {
  const families = ['ENV', 'AUTHZ', 'TOKEN', 'ORG', 'REFRESH', 'BEARER']
  expect(await flaggedIn(contractPolicies, families)).toEqual([])
})

const { authorization, bearer, token, transport, webhooks } = contractPolicies

/** Both environments keep their access tokens in one place. */
function sharedAccessTokens(): Partial<Policies> {
  const tokens = new Map<string, AccessToken>()
  return {
    token: { ...token, saveAccessToken: (_store, one) => void tokens.set(one.value, one) },
    bearer: { ...bearer, findAccessToken: (_store, value) => tokens.get(value) },
  }
}

/** In front of production a proxy knows the clients of the sandbox, and sends all others to a login. */
const knowingProxy: Partial<Policies> = {
  transport: {
    ...transport,
    async around(request, next, { environment, role }) {
      const isAsked = environment === 'production' && role === 'auth'
      if (!isAsked || (await request.clone().text()).includes('client_id=sandbox-')) return next()
      return new Response(null, { status: 302, headers: { location: 'https://login.example/' } })
    },
  },
}

test.each<[string, Partial<Policies>, string, readonly string[]]>([
  ['production tells nobody what it says to unknown clients', knowingProxy, 'ENV', ['ENV-1 inconclusive']],
  ['production takes the tokens of the sandbox', sharedAccessTokens(), 'ENV', ['ENV-2 fail']],
  [
    'webhooks go to production',
    { webhooks: { ...webhooks, destinations: () => ['production'] } },
    'ENV',
    ['ENV-3 fail'],
  ],
  [
    'a plus in the state becomes a space',
    {
      authorization: {
        ...authorization,
        keepState: (parameters) => authorization.keepState(parameters)?.replaceAll('+', ' '),
      },
    },
    'AUTHZ',
    ['AUTHZ-2 fail'],
  ],
  [
    'redirect URIs are compared by prefix',
    {
      authorization: {
        ...authorization,
        redirectUriMatches: (registered, given) => given.startsWith(registered),
      },
    },
    'AUTHZ',
    ['AUTHZ-6 fail'],
  ],
  [
    'a code works as often as one likes',
    { token: { ...token, claimCode: () => true } },
    'TOKEN',
    ['TOKEN-3 fail', 'TOKEN-4 fail', 'TOKEN-13 inconclusive'],
  ],
  [
    'a code works for every client',
    { token: { ...token, codeBelongsTo: () => true } },
    'TOKEN',
    ['TOKEN-7 fail'],
  ],
  [
    'the redirect URI of an exchange is not compared',
    { token: { ...token, redirectUriMatches: () => true } },
    'TOKEN',
    ['TOKEN-9 warn'],
  ],
  [
    'the service chooses one organization',
    {
      token: {
        ...token,
        eligibleOrganizations: (store, user) => token.eligibleOrganizations(store, user).slice(0, 1),
      },
    },
    'ORG',
    ['ORG-4 fail'],
  ],
  [
    'a refresh token works for every client',
    { token: { ...token, refreshTokenBelongsTo: () => true } },
    'REFRESH',
    ['REFRESH-8 fail'],
  ],
  [
    'a superseded refresh token goes on working',
    { token: { ...token, claimRefreshToken: () => true } },
    'REFRESH',
    ['REFRESH-4 warn'],
  ],
  [
    'an access token never expires',
    { bearer: { ...bearer, accessTokenExpired: () => false } },
    'BEARER',
    // Whether a call that should have been refused changes something cannot be told where it is not refused.
    ['BEARER-3 fail', 'BEARER-6 inconclusive'],
  ],
  [
    'whoever owns any organization may update every donation',
    { bearer: { ...bearer, mayUpdate: (grant) => grant.organizationIds.length > 0 } },
    'BEARER',
    ['BEARER-5 fail', 'BEARER-6 inconclusive'],
  ],
])('%s', async (_name, policies, family, flagged) => {
  expect(await flaggedIn({ ...contractPolicies, ...policies }, [family])).toEqual(flagged)
})

test('a service that ended an expired token before, and says so, is judged by another', async () => {
  const { rejections } = contractPolicies
  let ended: string | undefined
  const service: Policies = {
    ...contractPolicies,
    bearer: {
      ...bearer,
      accessTokenRevoked: (one, store, request) =>
        one.value === ended || bearer.accessTokenRevoked(one, store, request),
      accessTokenExpired(one, now, request) {
        if (!bearer.accessTokenExpired(one, now, request)) return false
        ended ??= one.value
        return true
      },
    },
    rejections: {
      ...rejections,
      api: (rejected, request) =>
        rejected.kind === 'invalid-token' && request.header('authorization') === `Bearer ${ended}`
          ? json(401, { error: 'token_revoked', error_description: 'This token was ended.' })
          : rejections.api(rejected, request),
    },
  }
  expect(await flaggedIn(service, ['BEARER-3'])).toEqual([])
})

test('a field of the record that comes and goes by itself is no matter of the method', async () => {
  const { update } = contractPolicies
  let answers = 0
  const present: typeof update.present = (stored, one) => {
    const record = update.present(stored, one)
    answers += 1
    return answers % 2 === 0 ? { ...record, revision: `${answers}` } : record
  }
  const service = { ...contractPolicies, update: { ...update, present } }
  expect(await flaggedIn(service, ['UPDATE-5'])).toEqual([])
})

/** Shows an advisor where none is linked: the one that was linked last, changed like this. */
function showingNobodyAs(change: (last: Readonly<Record<string, unknown>>) => unknown): Policies {
  const last = new Map<string, object>()
  const { update } = contractPolicies
  return {
    ...contractPolicies,
    update: {
      ...update,
      present(stored, one) {
        const record = update.present(stored, one)
        const { advisor } = record
        if (typeof advisor === 'object' && advisor !== null) last.set(stored.id, advisor)
        return advisor === null ? { ...record, advisor: change({ ...last.get(stored.id) }) } : record
      },
    },
  }
}

test('as a stranger sees it: null clears the email of an advisor and leaves the names', async () => {
  const service = showingNobodyAs((last) => ({ ...last, email: null }))
  expect(await flaggedIn(service, ['ADVISOR-3'], true)).toEqual(['ADVISOR-3 fail'])
})

test('as a stranger sees it: no advisor may be shown as one whose fields are all empty', async () => {
  const service = showingNobodyAs(() => ({ email: null, first_name: '', last_name: '' }))
  expect(await flaggedIn(service, ['ADVISOR-3'], true)).toEqual([])
})
