import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { envFile, servingMock, temporaryDirectory } from './places.ts'
import { run } from './program.ts'

test('a dry run says what would be sent to whom, and sends and writes nothing', async () => {
  const cwd = await temporaryDirectory()
  const env = await envFile(cwd, await servingMock(), {
    SANDBOX_AUTH_URL: 'https://auth.sandbox.example.org',
    SANDBOX_API_URL: 'https://api.sandbox.example.org',
    SANDBOX_FOREIGN_DONATION_ID: '',
  })
  const dry = ['run', '--dry-run', '--env', env]
  const { status, stdout, stderr } = await run([...dry, '--only', 'TOKEN-2,BEARER-5'], { cwd })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(stdout).toMatch(/^Nothing was sent to these hosts\./)
  expect(stdout).toMatch(/^TOKEN-2 +[1-9]\d* {2}to https:\/\/auth\.sandbox\.example\.org$/m)
  expect(stdout).toMatch(
    /^BEARER-5 +[1-9].* https:\/\/api\.sandbox.*; less without SANDBOX_FOREIGN_DONATION_ID$/m,
  )
  expect(stdout).toMatch(/^all +\d+ {2}\d+ to https:\/\/auth.*, \d+ to https:\/\/api/m)
  expect(stdout).toMatch(
    /^Among them about \d+ updates? of .* \d+ authorization requests? and \d+ token requests?\. /m,
  )
  expect(await readdir(cwd)).toEqual(['test.env'])
  expect(await run([...dry, '--env', 'nowhere.env'], { cwd })).toEqual({
    status: 2,
    stdout: '',
    stderr: 'nowhere.env cannot be read: there is no such file\n',
  })
})

test('as a list it has the requests of each requirement, the same for the same seed', async () => {
  const cwd = await temporaryDirectory()
  const mock = await servingMock()
  const env = await envFile(cwd, mock, {
    SANDBOX_AUTH_URL: 'https://auth.sandbox.example.org',
    SANDBOX_API_URL: 'https://sandbox.example.org/api',
    SANDBOX_PLEDGED_DONATION_IDS: 'd-1',
    SANDBOX_NON_PLEDGED_DONATION_IDS: 'd-2,d-3',
    SANDBOX_FOREIGN_DONATION_ID: 'd-4',
  })
  const list = ['run', '--dry-run=list', '--env', env, '--only', 'TOKEN-2,BEARER-5', '--seed', '7']
  const { status, stdout, stderr } = await run(list, { cwd })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  const [, ofToken = '', ofBearer = ''] = stdout.split(/^(?=TOKEN-2|BEARER-5|the suite itself)/m)
  expect(ofToken).toMatch(
    /^ +[1-9]\d* {2}POST {4}https:\/\/auth\.sandbox\.example\.org\/oauth2\/token {2}client_id, .*grant_type, code, /m,
  )
  expect(ofBearer).toMatch(
    /^ +[1-9]\d* {2}PATCH {3}https:\/\/sandbox\.example\.org\/api\/v1\/donations\/d-4 {2}donor_/m,
  )
  expect(ofBearer).toMatch(/^ +1 {2}PUT {5}https:\/\/sandbox\.example\.org\/api\/V1\/donations\/d-4$/m)
  expect(ofBearer).toMatch(
    /^ +[1-9]\d* {2}PUT {5}https:\/\/sandbox\.example\.org\/api\/v1\/donations\/\{id\} {2}memo, /m,
  )
  expect(stdout).toMatch(/^\{id\} is whichever of these donations is free: d-1, d-2, d-3\.$/m)
  expect(stdout).not.toContain(mock.environment.SANDBOX_CLIENT_SECRET)
  expect(await readdir(cwd)).toEqual(['test.env'])
  expect((await run(list, { cwd })).stdout).toBe(stdout)
})

test('a dry run that is to be anything but a list is refused', async () => {
  const { status, stderr } = await run(['run', '--dry-run=table'])
  expect(status).toBe(2)
  expect(stderr).toContain("argument 'table' is invalid. Allowed choices are list.")
})
