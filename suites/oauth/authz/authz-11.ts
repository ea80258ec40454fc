import type { FormParameters } from '../../../client/oauth/oauth.ts'
import { cases, requirement } from '../../../harness/authoring/index.ts'
import { expectNoCode } from '../../support/authorization.ts'

/** What an ordinary request sends once. */
interface OrdinaryParameters {
  readonly client_id: string
  readonly redirect_uri: string
  readonly scope: string
}

/** Each parameter of the request twice: with the same value, and where it matters with another. */
export const authz11 = requirement(
  'AUTHZ-11',
  cases<(ordinary: OrdinaryParameters) => FormParameters>(
    {
      'response_type twice': () => ({ response_type: ['code', 'code'] }),
      'response_type twice, the second unknown': () => ({ response_type: ['code', 'made_up'] }),
      'client_id twice': ({ client_id }) => ({ client_id: [client_id, client_id] }),
      'redirect_uri twice': ({ redirect_uri }) => ({ redirect_uri: [redirect_uri, redirect_uri] }),
      'scope twice': ({ scope }) => ({ scope: [scope, scope] }),
      'state twice': () => ({ state: ['one', 'one'] }),
      'state twice, with two values': () => ({ state: ['one', 'two'] }),
    },
    async ({ oauth, target }, twice) => {
      const { id, redirectUri } = oauth.client
      await expectNoCode(oauth, twice({ client_id: id, redirect_uri: redirectUri, scope: target.scope }))
    },
  ),
)
