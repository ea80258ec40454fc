import { inTurn, type PolicyChange, replace } from '../../policies/replace.ts'
import type { Grant, Store } from '../../store.ts'
import type { Fault } from '../fault.ts'

/** Lets production take access tokens of some grants of the sandbox. */
function takingInProduction(takes: (grant: Grant) => boolean): PolicyChange {
  return (policies) => {
    const { openStores } = policies.data
    let sandbox: Store | undefined
    return inTurn(
      replace('data', () => ({
        openStores() {
          const stores = openStores()
          sandbox = stores.sandbox
          return stores
        },
      })),
      replace('bearer', ({ findAccessToken }) => ({
        findAccessToken(store, value, request) {
          const foreign = sandbox?.accessTokens.get(value)
          const isTaken = foreign !== undefined && takes(foreign.grant)
          return findAccessToken(store, value, request) ?? (isTaken ? foreign : undefined)
        },
      })),
    )(policies)
  }
}

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
    apply: takingInProduction(
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
    apply: takingInProduction(({ organizationIds }) => organizationIds.length === 0),
  },
  {
    id: 'env-2-tokens-of-later-refreshes-shared',
    requirement: 'ENV-2',
    description: 'From the third refresh on, access tokens of the sandbox open production too.',
    apply: takingInProduction(({ refreshes }) => refreshes >= 3),
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
]
