import { expect, requirement, test } from '../../../harness/authoring/index.ts'
import { requireOwnFault } from '../../support/authorization.ts'

export const authz3 = requirement(
  'AUTHZ-3',
  test(async ({ oauth }) => {
    const flow = await oauth.authorize({ state: undefined })
    await requireOwnFault(oauth, flow)
    expect(flow).toYieldCode()
  }),
)
