import { decodeForm } from '../../http.ts'
import { type PolicyChange, replace } from '../../policies/replace.ts'
import { withSandbox } from '../../policies/with-sandbox.ts'
import type { AccessToken, Grant } from '../../store.ts'
import type { Fault } from '../fault.ts'

/** Lets production take some access tokens of the sandbox. */
function takingInProduction(take: (token: AccessToken) => AccessToken | undefined): PolicyChange {
  return withSandbox((sandbox) =>
    replace('bearer', ({ findAccessToken }) => ({
      findAccessToken(store, value, request) {
        const foreign = sandbox()?.accessTokens.get(value)
        return findAccessToken(store, value, request) ?? (foreign && take(foreign))
      },
    })),
  )
}

/** The same for all tokens of some grants. */
const takingInProductionOf = (takes: (grant: Grant) => boolean) =>
  takingInProduction((token) => (takes(token.grant) ? token : undefined))

/** A client that said who it is by HTTP Basic. */
const BY_BASIC = 'by-basic:'

/** Reads credentials by HTTP Basic, and looks these alone up in the sandbox, whichever host is asked. */
const knowingByBasic = withSandbox((sandbox) =>
  replace('token', ({ readParameters, findClient }) => ({
    readParameters(request) {
      const [, given] = /^Basic (.+)$/.exec(request.header('authorization') ?? '') ?? []
      if (given === undefined) return readParameters(request)
      const [id = '', secret = ''] = Buffer.from(given, 'base64')
        .toString()
        .split(':')
        .map(decodeURIComponent)
      const form = decodeForm(new TextDecoder().decode(request.body)) ?? []
      return [...form, ['client_id', BY_BASIC + id], ['client_secret', secret]]
    },
    findClient: (store, id, grantType) =>
      id.startsWith(BY_BASIC)
        ? sandbox()?.clients.get(id.slice(BY_BASIC.length))
        : findClient(store, id, grantType),
  })),
)

/** Lets production refresh tokens of the sandbox that a refresh gave. */
const refreshingInProduction = withSandbox((sandbox) =>
  replace('token', ({ findClient, findRefreshToken }) => ({
    findClient: (store, id, grantType) =>
      findClient(store, id, grantType) ??
      (grantType === 'refresh_token' ? sandbox()?.clients.get(id) : undefined),
    findRefreshToken(store, value) {
      const foreign = sandbox()?.refreshTokens.get(value)
      return findRefreshToken(store, value) ?? (foreign && foreign.grant.refreshes > 0 ? foreign : undefined)
    },
  })),
)

/** Lets production take credentials of the sandbox in refreshes, where it finds no token then. */
const knowingInRefreshes = withSandbox((sandbox) =>
  replace('token', ({ findClient }) => ({
    findClient: (store, id, grantType) =>
      findClient(store, id, grantType) ??
      (grantType === 'refresh_token' ? sandbox()?.clients.get(id) : undefined),
  })),
)

/** The faults that break ENV-1 to ENV-3. */
export const envFaults: readonly Fault[] = [
  {
    id: 'env-1-clients-shared',
    requirement: 'ENV-1',
    description: 'Both environments read one table of clients, so sandbox credentials open production too.',
    apply: replace('data', ({ openStores }) => ({
      openStores() {
        const { sandbox, production } = openStores()
        return { sandbox, production: { ...production, clients: sandbox.clients } }
      },
    })),
  },
  {
    id: 'env-1-clients-shared-by-basic',
    requirement: 'ENV-1',
    description: 'Who authenticates by HTTP Basic is looked up in the sandbox, at production as well.',
    apply: knowingByBasic,
  },
  {
    id: 'env-1-refreshed-refresh-tokens-shared',
    requirement: 'ENV-1',
    description: 'Production takes refresh tokens that a refresh in the sandbox gave.',
    apply: refreshingInProduction,
  },
  {
    id: 'env-1-credentials-known-in-refreshes',
    requirement: 'ENV-1',
    description: 'In refreshes production knows the clients of the sandbox, and none of their tokens.',
    apply: knowingInRefreshes,
  },
  {
    id: 'env-2-expired-tokens-open-production',
    requirement: 'ENV-2',
    description: 'Production takes access tokens of the sandbox for valid once they have expired there.',
    apply: takingInProduction((token) =>
      token.expiresAt <= Date.now() ? { ...token, expiresAt: Number.POSITIVE_INFINITY } : undefined,
    ),
  },
  {
    id: 'env-2-access-tokens-shared',
    requirement: 'ENV-2',
    description:
      'Both environments look access tokens up in one cache, so production takes those of the sandbox.',
    apply: replace('data', ({ openStores }) => ({
      openStores() {
        const { sandbox, production } = openStores()
        return { sandbox, production: { ...production, accessTokens: sandbox.accessTokens } }
      },
    })),
  },
  {
    id: 'env-2-refreshed-with-several-organizations',
    requirement: 'ENV-2',
    description: 'Production takes refreshed access tokens of users with several organizations.',
    apply: takingInProductionOf(
      ({ organizationIds, refreshes }) => organizationIds.length > 1 && refreshes > 0,
    ),
  },
  {
    id: 'env-3-wrong-destination',
    requirement: 'ENV-3',
    description: 'Webhooks of both environments go to the destination registered for production.',
    apply: replace('webhooks', () => ({ destinations: () => ['production'] })),
  },
  {
    id: 'env-3-both-destinations',
    requirement: 'ENV-3',
    description: 'Every webhook goes to the destinations of both environments.',
    apply: replace('webhooks', () => ({ destinations: () => ['sandbox', 'production'] })),
  },
  {
    id: 'env-3-put-announced-to-both',
    requirement: 'ENV-3',
    description: 'An update by PUT is announced to the production destination as well; one by PATCH is not.',
    apply: replace('webhooks', ({ destinations }) => ({
      destinations: (event) => (event.method === 'PUT' ? ['sandbox', 'production'] : destinations(event)),
    })),
  },
  {
    id: 'env-3-settled-announced-to-both',
    requirement: 'ENV-3',
    description: 'Updates of settled donations alone are announced to both destinations.',
    apply: replace('webhooks', ({ destinations }) => ({
      destinations: (event) =>
        event.donation.status === 'settled' ? ['sandbox', 'production'] : destinations(event),
    })),
  },
  {
    id: 'env-2-tokens-of-nobody-shared',
    requirement: 'ENV-2',
    description: 'Access tokens of users without organizations are looked up in the sandbox as well.',
    apply: takingInProductionOf(({ organizationIds }) => organizationIds.length === 0),
  },
  {
    id: 'env-2-tokens-of-later-refreshes-shared',
    requirement: 'ENV-2',
    description: 'From the third refresh on, access tokens of the sandbox open production too.',
    apply: takingInProductionOf(({ refreshes }) => refreshes >= 3),
  },
  {
    id: 'env-3-designated-announced-to-both',
    requirement: 'ENV-3',
    description: 'Updates of donations that have a designation are announced to both destinations.',
    apply: replace('webhooks', ({ destinations }) => ({
      destinations: (event) =>
        event.donation.designation_id === null ? destinations(event) : ['sandbox', 'production'],
    })),
  },
  {
    id: 'env-3-large-pledges-announced-to-both',
    requirement: 'ENV-3',
    description: 'Updates of pledges of more than two are announced to both destinations.',
    apply: replace('webhooks', ({ destinations }) => ({
      destinations: (event) =>
        event.donation.status === 'pledged' && (event.donation.quantity ?? 0) > 2
          ? ['sandbox', 'production']
          : destinations(event),
    })),
  },
]
