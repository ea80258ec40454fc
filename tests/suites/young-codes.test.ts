import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { runOnThrowaway } from '../../harness/engine/in-process.ts'
import { openMock } from '../../harness/session/open-target.ts'
import { contractPolicies, type Policies } from '../../mock/policies/index.ts'
import { suites } from '../../suites/index.ts'

/** Codes live for a second, and each third code exchange is longer under way than that. @param onLate is told of its answer */
function pausing(onLate: (status: number) => void): Policies {
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
        const isLate = isExchange && ++exchanges % 3 === 0
        if (isLate) await sleep(1_200)
        const answer = await transport.around(request, next, at)
        if (isLate) onLate(answer.status)
        return answer
      },
    },
  }
}

test('a code that expired on its way is held against nobody', async () => {
  const late: number[] = []
  const { target, close } = await openMock({ policies: pausing((status) => late.push(status)) })
  const only = ['TOKEN-16', 'ORG-3'] as const
  const settings = { target, seed: 1, runs: 2, strict: false, once: true, only }
  const { requirements } = await runOnThrowaway(settings, suites).finally(close)
  const accused = requirements.filter(({ violations }) => violations.length > 0)
  expect(accused.map(({ id, violations }) => `${id}: ${violations[0]?.received}`)).toEqual([])
  expect(requirements.map(({ id, verdict }) => `${id} ${verdict}`)).toEqual(['TOKEN-16 pass', 'ORG-3 pass'])
  expect(late).toContain(400)
}, 60_000)
