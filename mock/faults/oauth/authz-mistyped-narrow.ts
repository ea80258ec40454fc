import { type PolicyChange, replace } from '../../policies/replace.ts'
import type { Fault } from '../fault.ts'

/** Where the browser is sent, of a redirect: with the parameters of its query changed. */
function withQuery(location: string, change: (query: URLSearchParams) => void): string {
  const url = new URL(location)
  change(url.searchParams)
  return url.href
}

/** Alters the redirect to the application of authorizations whose user mistyped the password before. */
function afterMistake(alter: (status: number, location: string) => readonly [number, string]): PolicyChange {
  return replace('transport', ({ around }) => {
    const mistaken = new Set<string>()
    return {
      async around(request, next, host) {
        const isForm = request.method === 'POST' && request.url.includes('/oauth2/authorize')
        const id = isForm ? new URLSearchParams(await request.clone().text()).get('request') : null
        const response = await around(request, next, host)
        if (id === null) return response
        if ((await response.clone().text()).includes('password is wrong')) mistaken.add(id)
        const location = response.headers.get('location')
        if (!mistaken.has(id) || !location?.startsWith('https:')) return response
        const [status, destination] = alter(response.status, location)
        return new Response(null, { status, headers: { location: destination } })
      },
    }
  })
}

/** Faults of what comes of a login at the second attempt. */
export const authzMistypedNarrowFaults: readonly Fault[] = [
  {
    id: 'authz-1-no-code-after-mistyped-password',
    requirement: 'AUTHZ-1',
    description: 'Whoever mistyped the password once comes back without a code.',
    apply: afterMistake((status, location) => [status, withQuery(location, (query) => query.delete('code'))]),
  },
  {
    id: 'authz-2-state-lost-after-mistyped-password',
    requirement: 'AUTHZ-2',
    description: 'The login page that comes again after a wrong password has forgotten the state.',
    apply: afterMistake((status, location) => [
      status,
      withQuery(location, (query) => query.delete('state')),
    ]),
  },
  {
    id: 'authz-2-state-trimmed-after-mistyped-password',
    requirement: 'AUTHZ-2',
    description:
      'The login page that comes again after a wrong password holds the state without blanks around.',
    apply: afterMistake((status, location) => [
      status,
      withQuery(location, (query) => query.set('state', (query.get('state') ?? '').trim())),
    ]),
  },
]
