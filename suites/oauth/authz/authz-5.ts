import { cases, describeFlow, ensure, requirement } from '../../../harness/authoring/index.ts'
import { swapCaseUnlessHexadecimal } from '../../support/alter.ts'
import { expectNoCode, leadsTo } from '../../support/authorization.ts'
import { UNKNOWN_CLIENT_ID } from '../../support/unknown.ts'

/** No client id, unknown ones, and near misses of the one that is registered. */
export const authz5 = requirement(
  'AUTHZ-5',
  cases<(id: string) => string | undefined>(
    {
      missing: () => undefined,
      empty: () => '',
      unknown: () => UNKNOWN_CLIENT_ID,
      'one character more': (id) => `${id}x`,
      'one character less': (id) => id.slice(0, -1),
      'other letter case': swapCaseUnlessHexadecimal,
      'a wildcard': () => '*',
      'an SQL wildcard': () => '%',
      undefined: () => 'undefined',
    },
    async ({ oauth }, changed) => {
      const { id, redirectUri } = oauth.client
      const flow = await expectNoCode(oauth, { client_id: changed(id) })
      ensure(!leadsTo(flow, redirectUri), 'no redirect to the given URI', describeFlow(flow), flow)
    },
  ),
)
