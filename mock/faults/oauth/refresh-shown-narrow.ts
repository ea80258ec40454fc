import { combine, type PolicyChange, replace } from '../../policies/replace.ts'
import type { Grant } from '../../store.ts'
import type { Fault } from '../fault.ts'

/** Updates that link an advisor end the refresh tokens of their grant. */
const endedByAdvisor: PolicyChange = (policies) => {
  const ended = new WeakSet<Grant>()
  return combine(
    replace('bearer', ({ mayUpdate }) => ({
      mayUpdate(grant, donation, request) {
        if (new TextDecoder().decode(request.body).includes('"advisor":{"email"')) ended.add(grant)
        return mayUpdate(grant, donation, request)
      },
    })),
    replace('token', ({ refreshTokenRevoked }) => ({
      refreshTokenRevoked: (token, store) => ended.has(token.grant) || refreshTokenRevoked(token, store),
    })),
  )(policies)
}

/** Faults of REFRESH-3, REFRESH-5 and REFRESH-9 that show where one thing is shown or done before. */
export const refreshShownNarrowFaults: readonly Fault[] = [
  {
    id: 'refresh-3-advisor-ends-it',
    requirement: 'REFRESH-3',
    description: 'An update that links an advisor ends the refresh token.',
    apply: endedByAdvisor,
  },
  {
    id: 'refresh-5-newest-for-none',
    requirement: 'REFRESH-5',
    description: 'A refresh without a refresh token takes the newest that is left.',
    apply: replace('token', ({ requiredParameters, findRefreshToken }) => ({
      requiredParameters: { ...requiredParameters, refresh_token: ['client_id', 'client_secret'] },
      findRefreshToken: (store, value) =>
        value === ''
          ? [...store.refreshTokens.values()].findLast(({ superseded }) => !superseded)
          : findRefreshToken(store, value),
    })),
  },
  {
    id: 'refresh-9-first-access-token-refreshes',
    requirement: 'REFRESH-9',
    description:
      'The access token of a code exchange is taken for a refresh token, those of refreshes are not.',
    apply: replace('token', ({ findRefreshToken }) => ({
      findRefreshToken(store, value) {
        const access = store.accessTokens.get(value)
        const isFirst = access?.grant.refreshes === 0
        return findRefreshToken(store, value) ?? (isFirst ? { ...access, superseded: false } : undefined)
      },
    })),
  },
]
