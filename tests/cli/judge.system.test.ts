import { join } from 'node:path'
import { expect, test } from 'vitest'
import { contractPolicies } from '../../mock/policies/index.ts'
import type { TransportPolicies } from '../../mock/policies/transport.ts'
import { envFile, servingMock, temporaryDirectory } from './places.ts'
import { run } from './program.ts'

/** Answers that hold a donation hold its long history too. */
const withHistory: Partial<TransportPolicies> = {
  async around(_request, next) {
    const response = await next()
    const text = await response.text()
    if (!text.startsWith('{"data":{')) return new Response(text, response)
    const longer = text.replace('{"data":{', `{"data":{"history":"${'changed '.repeat(3_000)}",`)
    return new Response(longer, { status: response.status, headers: { 'content-type': 'application/json' } })
  },
}

test.each([
  ['that is ordinary', {}, '--except=UPDATE-2,UPDATE-4,UPDATE-13,UPDATE-17,PLEDGED-2'],
  ['whose answers are too long to keep', withHistory, '--only=ORG,UPDATE-1,UPDATE-3,PLEDGED'],
])('nothing is wrong with our own recording of a right service %s', async (_, changes, part) => {
  const cwd = await temporaryDirectory()
  const transport = { ...contractPolicies.transport, ...changes }
  // The run waits for a code to expire.
  const mock = await servingMock({ policies: { ...contractPolicies, transport }, codeLifetimeSeconds: 5 })
  const env = await envFile(cwd, mock)
  expect(await run(['run', '--env', env, '--seed', '1', part, '--out', cwd])).toMatchObject({ status: 0 })
  const { SANDBOX_AUTH_URL = '', SANDBOX_API_URL = '' } = mock.environment
  const hosts = ['--auth-url', SANDBOX_AUTH_URL, '--api-url', SANDBOX_API_URL]
  const judged = ['judge', join(cwd, 'exchanges.har'), ...hosts, '--out', join(cwd, 'judged')]
  const { status, stdout, stderr } = await run(judged)
  expect(stdout).not.toMatch(/ fail| warn/)
  expect(stderr).not.toContain('held a secret')
  expect(status).toBe(0)
})
