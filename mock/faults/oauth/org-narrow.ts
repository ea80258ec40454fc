import { combine, type PolicyChange, replace } from '../../policies/replace.ts'
import type { Issued } from '../../policies/token.ts'
import type { Grant, Organization } from '../../store.ts'
import type { Fault } from '../fault.ts'

/** Replaces the organizations that token responses list, but not those that the tokens act on. */
function naming(choose: (issued: Issued, login: number) => readonly Organization[]): PolicyChange {
  return replace('token', ({ responseBody }) => {
    const logins = new Map<string, number>()
    return {
      responseBody(issued) {
        const { grant, grantType } = issued
        const who = `${grant.client.id} ${grant.user.username}`
        if (grantType === 'authorization_code') logins.set(who, (logins.get(who) ?? 0) + 1)
        return responseBody({ ...issued, organizations: choose(issued, logins.get(who) ?? 0) })
      },
    }
  })
}

const isSecond = ({ grant }: Issued) => /2$/.test(grant.client.id)

/** Faults of ORG-1 to ORG-4 that show for one user, client, login or entry only. */
export const orgNarrowFaults: readonly Fault[] = [
  {
    id: 'org-2-none-after-an-update',
    requirement: 'ORG-2',
    description: 'Once a token has updated a donation, refreshes of its grant name no organization.',
    apply: (policies) => {
      const updating = new Set<Grant>()
      return combine(
        naming(({ grant, grantType, organizations }) =>
          grantType === 'refresh_token' && updating.has(grant) ? [] : organizations,
        ),
        replace('update', ({ save }) => ({
          save(next, update) {
            const token = update.request.header('authorization')?.replace(/^bearer /i, '') ?? ''
            const grant = update.store.accessTokens.get(token)?.grant
            if (grant) updating.add(grant)
            return save(next, update)
          },
        })),
      )(policies)
    },
  },
  {
    id: 'org-1-second-client-internal-ids',
    requirement: 'ORG-1',
    description: 'For the second client entries hold the key of the database row instead of the public id.',
    apply: naming((issued) =>
      issued.organizations.map((one) => (isSecond(issued) ? { ...one, id: String(one.internalId) } : one)),
    ),
  },
  {
    id: 'org-1-ids-of-each-client',
    requirement: 'ORG-1',
    alsoBreaks: ['BEARER-5'],
    description:
      'For the second client organizations have other ids than for the first (pairwise identifiers).',
    apply: naming((issued) =>
      issued.organizations.map((one) =>
        isSecond(issued)
          ? { ...one, id: one.id.replace(/^[0-9a-f]/, (digit) => (digit === '0' ? '1' : '0')) }
          : one,
      ),
    ),
  },
  {
    id: 'org-1-name-escaped-after-refresh',
    requirement: 'ORG-1',
    description: 'In the answer to a refresh a name comes with a letter escaped, as in HTML.',
    apply: naming((issued) =>
      issued.grantType === 'refresh_token'
        ? issued.organizations.map((one) => ({ ...one, name: one.name.replace(/[a-z]/, '&#$&;') }))
        : issued.organizations,
    ),
  },
  {
    id: 'org-1-last-name-blank',
    requirement: 'ORG-1',
    description: 'Where there are several organizations, the name of the last is a blank.',
    apply: naming(({ organizations }) =>
      organizations.map((one, index) =>
        index > 0 && index === organizations.length - 1 ? { ...one, name: ' ' } : one,
      ),
    ),
  },
  {
    id: 'org-2-several-second-client-first-refresh',
    requirement: 'ORG-2',
    description: 'For the second client a refresh names only the first of several organizations.',
    apply: naming((issued) =>
      issued.grantType === 'refresh_token' && isSecond(issued)
        ? issued.organizations.slice(0, 1)
        : issued.organizations,
    ),
  },
  {
    id: 'org-3-member-from-second-login',
    requirement: 'ORG-3',
    alsoBreaks: ['BEARER-9'],
    description:
      'From the second login on, a user without organizations gets those of which they are a member.',
    apply: replace('token', ({ eligibleOrganizations }) => {
      const seen = new Map<string, number>()
      return {
        eligibleOrganizations(store, user) {
          const owned = eligibleOrganizations(store, user)
          const times = (seen.get(user.username) ?? 0) + 1
          seen.set(user.username, times)
          if (owned.length > 0 || times < 2) return owned
          return [...store.organizations.values()].filter(({ members }) => members.includes(user.username))
        },
      }
    }),
  },
  {
    id: 'org-4-choice-remembered',
    requirement: 'ORG-4',
    description: 'What the first login showed first is remembered as the user’s choice for the next.',
    apply: naming(({ organizations }, login) => (login > 1 ? organizations.slice(0, 1) : organizations)),
  },
  {
    id: 'org-4-second-client-one-missing',
    requirement: 'ORG-4',
    description: 'From the second login on, the second client misses the last of several organizations.',
    apply: naming((issued, login) =>
      isSecond(issued) && login > 1 && issued.organizations.length > 1
        ? issued.organizations.slice(0, -1)
        : issued.organizations,
    ),
  },
  {
    id: 'org-1-names-of-one-another',
    requirement: 'ORG-1',
    description: 'A refresh sorts the names of several organizations, and leaves their ids in order.',
    apply: naming(({ organizations, grantType }) => {
      const names = organizations
        .map(({ name }) => name)
        .toSorted()
        .toReversed()
      if (grantType === 'authorization_code') return organizations
      return organizations.map((one, index) => ({ ...one, name: names[index] ?? one.name }))
    }),
  },
]
