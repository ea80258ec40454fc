import { WRONG_PASSWORD } from '../../oauth/pages.ts'
import { type PolicyChange, replace } from '../../policies/replace.ts'
import type { Fault } from '../fault.ts'

/** Changes the query of the redirect to the application where the user mistyped the password before. */
function afterMistake(change: (query: URLSearchParams) => void): PolicyChange {
  return replace('transport', ({ around }) => {
    const mistaken = new Set<string>()
    return {
      async around(request, next, host) {
        const isForm = request.method === 'POST' && request.url.includes('/oauth2/authorize')
        const id = isForm ? new URLSearchParams(await request.clone().text()).get('request') : null
        const response = await around(request, next, host)
        if (id === null) return response
        if ((await response.clone().text()).includes(WRONG_PASSWORD)) mistaken.add(id)
        const location = response.headers.get('location')
        if (!mistaken.has(id) || !location?.startsWith('https:')) return response
        const destination = new URL(location)
        change(destination.searchParams)
        return new Response(null, { status: response.status, headers: { location: destination.href } })
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
    apply: afterMistake((query) => query.delete('code')),
  },
  {
    id: 'token-1-other-code-after-mistyped-password',
    requirement: 'TOKEN-1',
    description: 'Whoever mistyped the password once comes back with a code that was never stored.',
    apply: afterMistake((query) => query.set('code', `${query.get('code')}0`)),
  },
  {
    id: 'authz-2-state-lost-after-mistyped-password',
    requirement: 'AUTHZ-2',
    description: 'The login page that comes again after a wrong password has forgotten the state.',
    apply: afterMistake((query) => query.set('state', (query.get('state') ?? '').trim())),
  },
  {
    id: 'authz-2-state-trimmed-after-mistyped-password',
    requirement: 'AUTHZ-2',
    description:
      'The login page that comes again after a wrong password holds the state without blanks around.',
    apply: afterMistake((query) => query.set('state', (query.get('state') ?? '').trim())),
  },
  {
    id: 'authz-2-state-unescaped-after-mistyped-password',
    requirement: 'AUTHZ-2',
    description: 'The login page that comes again after a wrong password has read the state as markup.',
    apply: afterMistake((query) => query.set('state', (query.get('state') ?? '').replaceAll('&lt;', '<'))),
  },
]
