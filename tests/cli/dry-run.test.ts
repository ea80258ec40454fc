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
