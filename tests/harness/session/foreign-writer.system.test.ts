import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { Api } from '../../../client/donations/api.ts'
import type { TargetConfig } from '../../../client/environment/config.ts'
import { readEnvironment } from '../../../client/environment/read-environment.ts'
import { createHttpClient } from '../../../client/http/client.ts'
import { FormBrowser } from '../../../client/login/form-browser.ts'
import { Logins } from '../../../client/login/logins.ts'
import { OAuth } from '../../../client/oauth/oauth.ts'
import { TokenOwner } from '../../../client/oauth/token-owner.ts'
import { SecretRegistry } from '../../../client/secrets/registry.ts'
import { runOnThrowaway } from '../../../harness/engine/in-process.ts'
import type { RunResult } from '../../../harness/model/result.ts'
import { contractPolicies, type Policies } from '../../../mock/policies/index.ts'
import { suites } from '../../../suites/index.ts'
import { servingMock } from '../../cli/places.ts'

async function sandbox(policies: Policies = contractPolicies): Promise<TargetConfig> {
  const mock = await servingMock({ policies })
  return readEnvironment({ processEnv: mock.environment })
}

const NAMES = ['Grace', 'Ada', 'Renée Ann']

/** Somebody else with tokens of their own, who writes made-up cities, and names that the suite writes as well. */
function stranger(target: TargetConfig) {
  const http = createHttpClient({ secrets: new SecretRegistry() })
  onTestFinished(() => http.close())
  const oauth = new OAuth(target, http, new Logins(() => new FormBrowser()), target.client, target.user)
  const api = new Api(target, http, new TokenOwner(oauth))
  let written = 0
  return async () => {
    const donor_city = `Xq${(++written).toString(36)}zj${(written * 7919).toString(36)}vk`
    for (const id of [...target.pledgedDonationIds, ...target.nonPledgedDonationIds])
      await api.update('PATCH', id, { donor_city, donor_first_name: NAMES[written % NAMES.length] })
  }
}

function runOn(target: TargetConfig): Promise<RunResult> {
  const only = ['UPDATE-2', 'UPDATE-3', 'UPDATE-4', 'UPDATE-16', 'TOKEN-11']
  return runOnThrowaway({ target, seed: 1, runs: 5, strict: true, only }, suites)
}

test('what somebody else writes all the time is nobody’s violation, and the run says whose it is', async () => {
  const target = await sandbox()
  const write = stranger(target)
  const ended = new AbortController()
  const writing = (async () => {
    while (!ended.signal.aborted) {
      await write()
      await sleep(5)
    }
  })()
  const { requirements, problem, outcome } = await runOn(target)
  ended.abort()
  await writing
  expect(requirements.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')).toEqual([])
  expect(requirements.find(({ id }) => id === 'UPDATE-4')).toMatchObject({
    verdict: 'inconclusive',
    reason: expect.stringMatching(/^somebody else writes to donation .*donor_city was "Xq.*never sent$/),
  })
  expect(problem).toMatch(/^somebody else writes/)
  expect(outcome).toBe('error')
})

test.each([
  ['always the same one', () => 'Nowhere in Particular'],
  ['another one each time', () => `Xq${Math.random().toString(36).slice(2)}`],
])('a service that makes a city up by itself, %s, is not excused', async (_, city) => {
  const { update } = contractPolicies
  const target = await sandbox({
    ...contractPolicies,
    update: {
      ...update,
      mergeFields: (one) => ({
        ...update.mergeFields(one),
        ...('donor_city' in one.body ? {} : { donor_city: city() }),
      }),
    },
  })
  const { requirements } = await runOn(target)
  expect(requirements.find(({ id }) => id === 'UPDATE-4')?.verdict).toBe('fail')
})
