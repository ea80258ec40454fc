import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { RequirementId } from '../../contract/index.ts'
import { runOnThrowaway } from '../../harness/engine/in-process.ts'
import { openMock } from '../../harness/session/open-target.ts'
import { json } from '../../mock/http.ts'
import { contractPolicies, type Policies } from '../../mock/policies/index.ts'
import type { Interaction, User } from '../../mock/store.ts'
import { suites } from '../../suites/index.ts'

async function verdicts(only: readonly RequirementId[], changes: Partial<Policies> = {}) {
  const { target, close } = await openMock({ policies: { ...contractPolicies, ...changes } })
  const settings = { target, seed: 1, runs: 5, strict: false, only }
  const { requirements } = await runOnThrowaway(settings, suites).finally(close)
  return requirements.map(({ id, verdict }) => `${id} ${verdict}`)
}

test('AUTHZ-13 is decided where all users were logged in before', async () => {
  expect(await verdicts(['AUTHZ-10', 'AUTHZ-13'])).toEqual(['AUTHZ-10 pass', 'AUTHZ-13 pass'])
})

test('an API that shuts out users without organizations leaves nothing undecided by that', async () => {
  const { bearer } = contractPolicies
  const shut: Policies['bearer'] = {
    ...bearer,
    organizationsAnswer: (organizations) =>
      organizations.length > 0 ? bearer.organizationsAnswer(organizations) : json(403, { message: 'none' }),
  }
  expect(await verdicts(['ENV-2', 'REFRESH-2', 'BEARER-4'], { bearer: shut })).toEqual([
    'ENV-2 pass',
    'REFRESH-2 pass',
    'BEARER-4 pass',
  ])
})

test('a service that keeps one open authorization for a user may end one that is to be declined', async () => {
  const { authorization, pages } = contractPolicies
  const open = new Map<User, Interaction>()
  const changes: Partial<Policies> = {
    pages: {
      ...pages,
      nextPage(view) {
        const { session, decision } = view.interaction
        if (session.user && decision === undefined) open.set(session.user, view.interaction)
        return pages.nextPage(view)
      },
    },
    authorization: {
      ...authorization,
      findInteraction(store, session, id) {
        const found = authorization.findInteraction(store, session, id)
        const latest = session.user && open.get(session.user)
        return latest === undefined || latest === found ? found : undefined
      },
    },
  }
  expect(await verdicts(['AUTHZ-10'], changes)).toEqual(['AUTHZ-10 pass'])
})

test('BEARER-4 holds no token against a service that had expired by then', async () => {
  const { token, transport } = contractPolicies
  const slow: Partial<Policies> = {
    token: { ...token, accessTokenLifetimeSeconds: 2 },
    transport: {
      ...transport,
      async around(request, next, at) {
        if (at.role === 'api') await sleep(200)
        return transport.around(request, next, at)
      },
    },
  }
  expect(await verdicts(['BEARER-4'], slow)).toEqual(['BEARER-4 inconclusive'])
})
