import { InconclusiveError, NotApplicableError } from '../../../contract/verdict.ts'
import { ensure, requirement, test } from '../../../harness/authoring/index.ts'
import { seenBy } from '../lives/seen-by.ts'
import { visitsOf } from '../lives/visits.ts'
import { organizationsOf, sortedIds } from './organizations.ts'

/**
 * A user who owns several organizations signs in by each client, again and again. How many there are is not configured:
 * more than one, and as many as any of these answers names. By which client the user came is no matter of ownership.
 */
export const org4 = requirement(
  'ORG-4',
  test(async (context) => {
    // Asked for first, with the keys to set where there is no such user.
    if (!context.multiOrgOAuth.user) throw new NotApplicableError('nobody can log in here')
    const user = 'a user with several organizations'
    const visits = [...(await visitsOf(context, { user, client: 'first client' }))]
    if (context.canLogIn && context.target.otherClient)
      visits.push(...(await visitsOf(context, { user, client: 'second client' })))
    const logins = visits.flatMap(({ exchange }) => (exchange ? [seenBy(context, exchange)] : []))
    if (logins.length < visits.length)
      throw new InconclusiveError('no authorization code could be had (see AUTHZ-1)')
    const named = logins.map((exchange) => [...new Set(sortedIds(organizationsOf(exchange)))])
    const most = Math.max(2, ...named.map(({ length }) => length))
    for (const [index, ids] of named.entries())
      ensure(
        ids.length >= most,
        'all organizations of a user who owns several',
        `${ids.length} distinct entries at login ${index + 1}; there are ${most} at least`,
        logins,
      )
  }),
)
