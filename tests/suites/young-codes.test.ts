import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { runOnThrowaway } from '../../harness/engine/in-process.ts'
import { openMock } from '../../harness/session/open-target.ts'
import { contractPolicies, type Policies } from '../../mock/policies/index.ts'
import { suites } from '../../suites/index.ts'

/** Codes live for a second, and each third code exchange is longer under way than that. */
function pausing(): Policies {
  const { authorization, transport } = contractPolicies
  let exchanges = 0
  return {
    ...contractPolicies,
    authorization: { ...authorization, codeLifetimeSeconds: 1 },
    transport: {
      ...transport,
      async around(request, next, at) {
        const isToken = at.environment === 'sandbox' && new URL(request.url).pathname === '/oauth2/token'
        const isExchange = isToken && (await request.clone().text()).includes('grant_type=authorization_code')
        if (isExchange && ++exchanges % 3 === 0) await sleep(1_200)
        return transport.around(request, next, at)
      },
    },
  }
}

test('a code that expired on its way is held against nobody', async () => {
  const { target, close } = await openMock({ policies: pausing() })
  const only = ['TOKEN-16', 'ORG-3'] as const
  const settings = { target, seed: 1, runs: 2, strict: false, once: true, only }
  const { requirements } = await runOnThrowaway(settings, suites).finally(close)
  const accused = requirements.filter(({ violations }) => violations.length > 0)
  expect(accused.map(({ id, violations }) => `${id}: ${violations[0]?.received}`)).toEqual([])
}, 60_000)
