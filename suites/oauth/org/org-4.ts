import type { Tokens } from '../../../client/oauth/tokens.ts'
import { cases, ensure, requirement } from '../../../harness/authoring/index.ts'
import { Asker, CLIENTS } from '../../axes/askers.ts'
import { organizationsOf, sortedIds } from './organizations.ts'

/** Logins of the user by one client: a choice that a service made for the first may only show at the next. */
const LOGINS = 2

/**
 * A user who owns several organizations signs in by each client, again and again. How many there are is not configured:
 * more than one, and as many as any of these answers names. By which client the user came is no matter of ownership.
 */
export const org4 = requirement(
  'ORG-4',
  cases(CLIENTS, async (context, clientOf) => {
    const { multiOrgOAuth, target } = context
    const client = clientOf(context)
    const asker = new Asker(multiOrgOAuth, client)
    const logins: Tokens[] = client === target.client ? [] : [await multiOrgOAuth.signIn()]
    for (let login = 1; login <= LOGINS; login++) logins.push(await asker.signIn())
    const named = logins.map(({ exchange }) => [...new Set(sortedIds(organizationsOf(exchange)))])
    const most = Math.max(2, ...named.map(({ length }) => length))
    for (const [index, ids] of named.entries())
      ensure(
        ids.length >= most,
        'all organizations of a user who owns several',
        `${ids.length} distinct entries at login ${index + 1}; there are ${most} at least`,
        logins.map(({ exchange }) => exchange),
      )
  }),
)
