import { expect, test } from 'vitest'
import { runOnThrowaway } from '../../harness/engine/in-process.ts'
import { openMock } from '../../harness/session/open-target.ts'
import { contractPolicies } from '../../mock/policies/index.ts'
import { replace } from '../../mock/policies/replace.ts'
import { suites } from '../../suites/index.ts'

/** Whoever approves a request without a state has to log in again: each time, or as if every other login were ended elsewhere. */
const asksAgain = (isAsked: (turn: number) => boolean) =>
  replace('pages', ({ nextPage }) => {
    let turn = 0
    return {
      nextPage(view) {
        const { interaction } = view
        if (interaction.decision === 'approve' && interaction.state === undefined && isAsked(turn++)) {
          delete interaction.decision
          delete interaction.session.user
        }
        return nextPage(view)
      },
    }
  })

test.each([
  ['which another login ends now and then is nothing that a request is refused for', 2, 'pass'],
  ['which ends each time for want of a state is a refusal', 1, 'fail'],
])('a login %s', async (_, each, verdict) => {
  const policies = asksAgain((turn) => turn % each === 0)(contractPolicies)
  const { target, close } = await openMock({ policies })
  const settings = { target, seed: 1, runs: 2, strict: false, only: ['AUTHZ-3'] as const }
  const { requirements } = await runOnThrowaway(settings, suites).finally(close)
  expect(requirements.map((one) => one.verdict)).toEqual([verdict])
})
