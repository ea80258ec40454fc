import type { ClientCredentials } from '../../../client/environment/config.ts'
import type { FormParameters } from '../../../client/oauth/oauth.ts'
import { NotApplicableError } from '../../../contract/verdict.ts'
import type { Context } from '../../../harness/authoring/index.ts'
import { type Asker, askerOf, CLIENTS, USERS } from '../../axes/askers.ts'
import type { Whose } from './whose.ts'

/** Who acts at the token endpoint, and who else could. */
export interface Actor {
  readonly asker: Asker
  readonly client: ClientCredentials
  /** The other client, where the target knows one. */
  readonly stranger: ClientCredentials | undefined
}

/** @throws NotApplicableError where the target knows no such user or client. */
export function actorOf(context: Context, { user, client }: Whose): Actor {
  const { target } = context
  const asker = askerOf(context, USERS[user], CLIENTS[client])
  const stranger = client === 'first client' ? target.otherClient : target.client
  return { asker, client: asker.client, stranger }
}

/** The changes that something wrong makes; undefined where the target has no such thing. */
export function changesOf<Given>(
  spoil: (given: Given) => FormParameters | undefined,
  given: Given,
): FormParameters | undefined {
  try {
    return spoil(given)
  } catch (error) {
    if (error instanceof NotApplicableError) return undefined
    throw error
  }
}
