import { NotApplicableError } from '../../../contract/verdict.ts'
import { cases, describeFlow, ensure, requirement } from '../../../harness/authoring/index.ts'
import { swapCase } from '../../support/alter.ts'
import { expectNoCode, leadsTo } from '../../support/authorization.ts'

export const authz5 = requirement(
  'AUTHZ-5',
  cases<(id: string) => string | undefined>(
    {
      missing: () => undefined,
      empty: () => '',
      unknown: () => 'an-unknown-client',
      'one character more': (id) => `${id}x`,
      'one character less': (id) => id.slice(0, -1),
      'other letter case': (id) => {
        // Hexadecimal digits, as of a UUID, name the same value in either case.
        if (!/[g-z]/i.test(id)) throw new NotApplicableError('no letters but hexadecimal digits')
        return swapCase(id)
      },
      'a wildcard': () => '*',
      'an SQL wildcard': () => '%',
      undefined: () => 'undefined',
    },
    async ({ oauth }, change) => {
      const flow = await expectNoCode(oauth, { client_id: change(oauth.client.id) })
      const sent = leadsTo(flow, oauth.client.redirectUri)
      ensure(!sent, 'no redirect to the given URI', describeFlow(flow), flow)
    },
  ),
)
