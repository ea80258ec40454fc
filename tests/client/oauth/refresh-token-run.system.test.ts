import { once } from 'node:events'
import { existsSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { readEnvironment } from '../../../client/environment/read-environment.ts'
import { createHttpClient } from '../../../client/http/client.ts'
import { FormBrowser } from '../../../client/login/form-browser.ts'
import { Logins } from '../../../client/login/logins.ts'
import { OAuth } from '../../../client/oauth/oauth.ts'
import { SecretRegistry } from '../../../client/secrets/registry.ts'
import type { MockService } from '../../../mock/server.ts'
import { envFile, servingMock, temporaryDirectory } from '../../cli/places.ts'
import { run, start } from '../../cli/program.ts'

/** A refresh token of the mock's user, as a person would get one to put into the env file. */
async function refreshTokenOf({ environment }: MockService): Promise<string> {
  const target = readEnvironment({ processEnv: environment })
  const http = createHttpClient({ secrets: new SecretRegistry() })
  onTestFinished(() => http.close())
  const logins = new Logins(() => new FormBrowser())
  const oauth = new OAuth(target, http, logins, target.client, target.user)
  return (await oauth.signInForRefresh()).refreshToken
}

/** Whether somebody holds the lock, and has said who. */
function isHeld(lock: string): boolean {
  const holder = join(lock, 'pid')
  return existsSync(holder) && statSync(holder).size > 0
}

/** A machine that is busy has time for a line or two of it. */
const NOTHING_BUT_PROGRESS = expect.stringMatching(/^(\d+\/\d+ tests ended, .*\n)*$/)

/** What makes a refresh token the only way in: nobody can log in. */
async function refreshTokenOnly(mock: MockService) {
  return {
    SANDBOX_REFRESH_TOKEN: await refreshTokenOf(mock),
    SANDBOX_USERNAME: '',
    SANDBOX_PASSWORD: '',
  }
}

test('runs from a refresh token follow each other, and one that was killed is in nobody’s way', async () => {
  const cwd = await temporaryDirectory()
  const mock = await servingMock()
  const env = await envFile(cwd, mock, { SANDBOX_REFRESH_TOKEN: await refreshTokenOf(mock) })
  const args = ['run', '--env', env, '--only', 'BEARER-2', '--out', cwd]
  const [store, lock] = [`${env}.tokens`, `${env}.tokens.lock`]

  expect(await run(args, { cwd })).toMatchObject({ status: 0, stderr: NOTHING_BUT_PROGRESS })
  expect(statSync(store).mode & 0o777).toBe(0o600)
  expect(existsSync(lock)).toBe(false)

  const killed = start(args, { cwd })
  while (!isHeld(lock)) await sleep(5)
  killed.process.kill('SIGSTOP')
  const second = await run(args, { cwd })
  expect(second.status).toBe(2)
  expect(second.stderr).toMatch(/^process \d+ is using SANDBOX_REFRESH_TOKEN: wait for it to end\n/)
  killed.process.kill('SIGKILL')
  await once(killed.process, 'exit')

  expect(await run(args, { cwd })).toMatchObject({ status: 0, stderr: NOTHING_BUT_PROGRESS })
})

test('a refresh that was refused is no green run, and says where the rotated token went', async () => {
  const cwd = await temporaryDirectory()
  const mock = await servingMock()
  const env = await envFile(cwd, mock, await refreshTokenOnly(mock))
  const args = ['run', '--env', env, '--only', 'TOKEN-5,BEARER-1,ORG-5', '--out', cwd]
  expect(await run(args, { cwd })).toMatchObject({ status: 0 })
  // As a CI system does that gives each job a fresh workspace.
  rmSync(`${env}.tokens`)
  const { status, stdout } = await run(args, { cwd })
  expect(status).toBe(3)
  const told = stdout.replaceAll(/\s+/g, ' ')
  expect(told).toContain('the refresh was refused: SANDBOX_REFRESH_TOKEN gave no tokens: 400')
  expect(told).toContain(`the newest in ${env}.tokens, and there is no such file`)
})

test('a login of a user whom only some requirements need may be refused', async () => {
  const cwd = await temporaryDirectory()
  const env = await envFile(cwd, await servingMock(), { SANDBOX_NO_ORG_PASSWORD: 'wrong' })
  const { status } = await run(['run', '--env', env, '--only', 'ORG', '--out', cwd], { cwd })
  expect(status).toBe(0)
})

test('a run that nobody can log in for ends: whoever renews the tokens waits for no test that waits for a donation', async () => {
  const cwd = await temporaryDirectory()
  const mock = await servingMock()
  const env = await envFile(cwd, mock, {
    ...(await refreshTokenOnly(mock)),
    SANDBOX_PLEDGED_DONATION_IDS: `${mock.environment.SANDBOX_PLEDGED_DONATION_IDS}`.split(',')[0] ?? '',
    SANDBOX_NON_PLEDGED_DONATION_IDS: '',
  })
  const args = ['run', '--env', env, '--only', 'BEARER-2', '--deadline', '50', '--out', cwd]
  const { status, stdout } = await run(args, { cwd })
  expect(status).toBe(0)
  expect(stdout).toContain('1 pass')
})
