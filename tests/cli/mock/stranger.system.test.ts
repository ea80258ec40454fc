import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../places.ts'
import { run, start } from '../program.ts'

test('the mock in another process keeps the contract as a stranger', async () => {
  const cwd = await temporaryDirectory()
  const mock = start(['mock', '--env-out', 'mock.env', '--quiet'], { cwd })
  await mock.printed('Ctrl-C ends it')
  expect((await stat(join(cwd, 'mock.env'))).mode & 0o777).toBe(0o600)

  const { status, stdout, stderr } = await run(['run', '--env', 'mock.env', '--runs', '10'], { cwd })
  expect({ status, stdout, stderr }).toMatchObject({
    status: 0,
    stdout: expect.not.stringMatching(/^(Violations|Warnings|Errors)/m),
  })
  // What answers do not show, a reading of one's own would.
  expect(stdout).toContain('SANDBOX_READ_DONATION')
  expect(stderr).not.toContain('Error')

  mock.process.kill('SIGINT')
  const ended = await mock.ended
  expect({ ...ended, stdout: ended.stdout.replaceAll(/:\d+/g, ':PORT') }).toMatchInlineSnapshot(`
    {
      "status": 0,
      "stderr": "",
      "stdout": "sandbox     authorization http://127.0.0.1:PORT  API http://127.0.0.1:PORT
    production  authorization http://127.0.0.1:PORT  API http://127.0.0.1:PORT
    developers  page http://127.0.0.1:PORT  control http://127.0.0.1:PORT/_control
    test it with: npx donation-conformance run --env mock.env
    Ctrl-C ends it
    ",
    }
  `)
})
