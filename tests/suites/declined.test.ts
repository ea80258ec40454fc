import { expect, test } from 'vitest'
import { runOnThrowaway } from '../../harness/engine/in-process.ts'
import { openMock } from '../../harness/session/open-target.ts'
import { applyAll } from '../../mock/apply.ts'
import { contractPolicies } from '../../mock/policies/index.ts'
import { suites } from '../../suites/index.ts'

/** What AUTHZ-10 comes to where the service takes such freedoms, with one client or with two. */
async function verdictWith(variants: readonly string[], { clients = 2 } = {}) {
  const { target, close } = await openMock({ policies: applyAll(contractPolicies, { variants }) })
  const { otherClient: _, ...withOne } = target
  const settings = {
    target: clients === 1 ? withOne : target,
    seed: 1,
    runs: 2,
    strict: false,
    only: ['AUTHZ-10'] as const,
  }
  const { requirements } = await runOnThrowaway(settings, suites).finally(close)
  return requirements.map(({ verdict }) => verdict)
}

test.each(['pages-approval-given-unless-prompted', 'pages-cancel-at-login-only'])(
  'AUTHZ-10 is decided with %s',
  async (variant) => {
    expect(await verdictWith([variant], { clients: 1 })).toEqual(['pass'])
  },
)

test('AUTHZ-10 is undecided where nobody is asked to approve, though one may say no to something else', async () => {
  expect(await verdictWith(['pages-approved-by-administrator'])).toEqual(['inconclusive'])
})
