import { type PolicyChange, replace } from '../../policies/replace.ts'
import type { Fault } from '../fault.ts'

/** Takes a parameter that is missing from one of another name. */
function takingAlso(name: string, others: readonly string[]): PolicyChange {
  return replace('authorization', ({ collectParameters }) => ({
    collectParameters(pairs) {
      const { values, repeated } = collectParameters(pairs)
      const [other] = others.flatMap((one) => values.get(one) ?? [])
      if (values.has(name) || other === undefined) return { values, repeated }
      return { values: new Map([...values, [name, other]]), repeated }
    },
  }))
}

/** Leaves out what is written with an escape in its name where another has this name without. */
function withoutEscapedNames(query: string): string {
  const pairs = query.split('&')
  const nameOf = (pair: string) => pair.split('=')[0] ?? ''
  const names = pairs.map(nameOf)
  const isRepetition = (name: string) =>
    /%[2-7][\da-f]/i.test(name) && names.includes(decodeURIComponent(name))
  return pairs.filter((pair) => !isRepetition(nameOf(pair))).join('&')
}

/** Faults of AUTHZ-4, AUTHZ-5, AUTHZ-8, AUTHZ-11 and AUTHZ-12 that show where a parameter has another name, and of AUTHZ-9 for some users. */
export const authzNamesNarrowFaults: readonly Fault[] = [
  {
    id: 'authz-4-name-of-a-list',
    requirement: 'AUTHZ-4',
    description: 'response_type[] is read as response_type, as PHP does with lists.',
    apply: takingAlso('response_type', ['response_type[]', 'response_type[0]']),
  },
  {
    id: 'authz-4-name-in-camel-case',
    requirement: 'AUTHZ-4',
    description: 'Where there is no response_type, responseType is taken.',
    apply: takingAlso('response_type', ['responseType']),
  },
  {
    id: 'authz-5-name-in-capitals',
    requirement: 'AUTHZ-5',
    description: 'Names are compared without their case: Client_Id is taken for client_id.',
    apply: takingAlso('client_id', ['Client_Id', 'CLIENT_ID']),
  },
  {
    id: 'authz-8-name-in-the-plural',
    requirement: 'AUTHZ-8',
    description: 'Where there is no scope, scopes is taken.',
    apply: takingAlso('scope', ['scopes']),
  },
  {
    id: 'authz-9-short-without-organization',
    requirement: 'AUTHZ-9',
    description: 'Codes of users who own no organization are cut to 12 characters.',
    apply: replace('authorization', ({ newCode }) => ({
      newCode: (store, grant) =>
        newCode(store, grant).slice(0, grant.organizationIds.length === 0 ? 12 : undefined),
    })),
  },
  {
    id: 'authz-9-short-with-several-organizations',
    requirement: 'AUTHZ-9',
    description: 'Codes of users who own several organizations are cut to make room for a number.',
    apply: replace('authorization', ({ newCode }) => ({
      newCode: (store, grant) =>
        newCode(store, grant).slice(0, grant.organizationIds.length > 1 ? 16 : undefined),
    })),
  },
  {
    id: 'authz-12-dots-become-underscores',
    requirement: 'AUTHZ-12',
    description:
      'A dot in a name is read as an underscore, as PHP does: response.type is response_type again.',
    apply: replace('authorization', ({ collectParameters }) => ({
      collectParameters: (pairs) =>
        collectParameters(pairs.map(([name, value]) => [name.replaceAll('.', '_'), value])),
    })),
  },
  {
    id: 'authz-11-names-as-written',
    requirement: 'AUTHZ-11',
    description:
      'Names are compared before they are decoded: one with an escape is no repetition, and is dropped.',
    apply: replace('transport', ({ listener }) => ({
      listener: (inner, host) =>
        listener((request, response) => {
          const [path = '', query] = (request.url ?? '').split('?')
          if (path.endsWith('/oauth2/authorize') && query !== undefined)
            request.url = `${path}?${withoutEscapedNames(query)}`
          inner(request, response)
        }, host),
    })),
  },
]
