import { InconclusiveError, NotApplicableError } from '../../../contract/verdict.ts'
import { ensure, requirement, test } from '../../../harness/authoring/index.ts'
import { ordinaryChain } from '../flows/chain.ts'
import { seenBy } from '../flows/seen-by.ts'
import { type ExchangedLogin, visitsOf } from '../flows/visits.ts'
import { leftOutByExchange, organizationsOf, sortedIds } from './organizations.ts'

/**
 * A user who owns several organizations signs in by each client, again and again. How many there are is not configured:
 * more than one, and as many as any of these answers names. By which client the user came is no matter of ownership. What
 * only refreshes name is the user's as well, where the API lists it.
 */
export const org4 = requirement(
  'ORG-4',
  test(async (context) => {
    // Asked for first, with the keys to set where there is no such user.
    if (!context.multiOrgOAuth.user) throw new NotApplicableError('nobody can log in here')
    const user = 'a user with several organizations'
    const clients =
      context.canLogIn && context.target.otherClient
        ? (['first client', 'second client'] as const)
        : (['first client'] as const)
    const visits: ExchangedLogin[] = []
    for (const client of clients) visits.push(...(await visitsOf(context, { user, client })))
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
    // A chain takes logins of its own.
    for (const client of context.canLogIn ? clients : []) {
      const chain = await ordinaryChain(context, { user, client })
      const missing = leftOutByExchange(chain)
      ensure(
        missing.length === 0,
        'all organizations of a user who owns several from the code exchange on',
        `${missing.length} more from a refresh, which the API lists for the token of the exchange, too`,
        [seenBy(context, chain.held.exchange), ...chain.links.slice(0, 1).map(({ refresh }) => refresh)],
      )
    }
  }),
)
