import { existsSync, statSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { OBSERVABLE_FIELDS } from '../../contract/fields.ts'
import { inspectedDonationSchema } from '../../contract/inspector.ts'
import { contractPolicies } from '../../mock/policies/index.ts'
import type { MockService } from '../../mock/server.ts'
import { envFile, servingMock, temporaryDirectory } from './places.ts'
import { run, start } from './program.ts'

/** The observable fields of every donation that the suite may change. */
async function shownBy({ environment, urls, inspectorKey }: MockService) {
  const { SANDBOX_PLEDGED_DONATION_IDS = '', SANDBOX_NON_PLEDGED_DONATION_IDS = '' } = environment
  const ids = `${SANDBOX_PLEDGED_DONATION_IDS},${SANDBOX_NON_PLEDGED_DONATION_IDS}`.split(',')
  const headers = { authorization: `Bearer ${inspectorKey}` }
  return Promise.all(
    ids.map(async (id) => {
      const response = await fetch(`${urls.inspector}/donations/${id}`, { headers })
      const donation: Record<string, unknown> = inspectedDonationSchema.parse(await response.json())
      return Object.fromEntries(OBSERVABLE_FIELDS.map((field) => [field, donation[field]]))
    }),
  )
}

/** A mock that tells when so many updates have changed something. */
async function mockTelling(updates: number, tell: () => void): Promise<MockService> {
  let seen = 0
  const transport = {
    ...contractPolicies.transport,
    around: async (request: Request, next: () => Promise<Response>) => {
      const isChange = request.method === 'PATCH' && request.headers.get('content-length') !== '2'
      if (isChange && ++seen === updates) tell()
      return next()
    },
  }
  return servingMock({ policies: { ...contractPolicies, transport } })
}

async function runEndedBy(signal: NodeJS.Signals, times = 1) {
  const cwd = await temporaryDirectory()
  let end = () => {}
  const mock = await mockTelling(25, () => end())
  const before = await shownBy(mock)
  const env = await envFile(cwd, mock)
  const args = ['run', '--env', env, '--only', 'UPDATE-3,UPDATE-4,UPDATE-17', '--out', cwd]
  const { process, ended } = start(args, { cwd })
  end = () => {
    for (let time = 1; time <= times; time++) process.kill(signal)
  }
  const { status } = await ended
  return { cwd, mock, before, env, status, file: `${env}.donations` }
}

test('what a killed run left is put back by `restore`', async () => {
  const { cwd, mock, before, env, file } = await runEndedBy('SIGKILL')
  expect(await shownBy(mock)).not.toEqual(before)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const restored = await run(['restore', '--env', env], { cwd })
  expect(restored).toMatchObject({ status: 0, stderr: '' })
  expect(restored.stdout).toContain('put back as they were before a run that was killed: donation ')
  expect(await shownBy(mock)).toEqual(before)
  expect(existsSync(file)).toBe(false)
  expect(await run(['restore', '--env', env], { cwd })).toEqual({
    status: 0,
    stdout: 'There is nothing to put back.\n',
    stderr: '',
  })
})

test('or by the next run', async () => {
  const { cwd, mock, before, env, file } = await runEndedBy('SIGKILL')
  const next = await run(['run', '--env', env, '--only', 'UPDATE-6', '--out', cwd], { cwd })
  expect(next.stdout).toContain('put back as they were before a run that was killed')
  expect(await shownBy(mock)).toEqual(before)
  expect(existsSync(file)).toBe(false)
})

test.each([
  ['SIGHUP', 1],
  ['SIGTERM', 1],
  // As `timeout` sends it: to the process, and to the group that it is in.
  ['SIGTERM', 2],
] as const)('%s ends a run as Ctrl-C does (%i at once)', async (signal, times) => {
  const { mock, before, file, status } = await runEndedBy(signal, times)
  expect(status).toBe(3)
  expect(await shownBy(mock)).toEqual(before)
  expect(existsSync(file)).toBe(false)
})

test('two runs of one machine do not share donations', async () => {
  const cwd = await temporaryDirectory()
  const env = await envFile(cwd, await servingMock())
  const args = ['run', '--env', env, '--only', 'UPDATE-3', '--out', cwd]
  const first = start(args, { cwd })
  while (!existsSync(`${env}.donations`)) await sleep(5)
  first.process.kill('SIGSTOP')
  const second = await run(args, { cwd })
  expect({ status: second.status, lines: second.stderr.trim().split('\n').length }).toEqual({
    status: 2,
    lines: 1,
  })
  expect(second.stderr).toMatch(
    /^another run on this machine uses the same donations: process \d+ is using these donations: wait for it to end$/m,
  )
})
