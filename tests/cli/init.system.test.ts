import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { readEnvironment } from '../../client/environment/read-environment.ts'
import { servingMock, temporaryDirectory } from './places.ts'
import { run } from './program.ts'

const main = resolve(import.meta.dirname, '../../dist/cli/main.js')
const textOf = (directory: string, name: string) => readFile(join(directory, name), 'utf8')

/** Where nothing listens, so that doctor has little to do. Secrets come from the environment of the process. */
const settings = [
  ...['AUTH_URL=http://127.0.0.1:1', 'API_URL=http://127.0.0.1:1', 'CLIENT_ID=me', 'USERNAME=ada'],
  ...['REDIRECT_URI=https://partner.example.org/cb', 'SCOPE=donations organizations'],
]
const env = { SANDBOX_CLIENT_SECRET: 'hunter2', SANDBOX_PASSWORD: "sword'fish" }

test('writes what a project needs, shows no secret, and ends with doctor', async () => {
  const cwd = await temporaryDirectory()
  await writeFile(join(cwd, '.gitignore'), 'node_modules\nconformance-results/')
  const { status, stdout, stderr } = await run(
    ['init', '--ci', 'github', ...settings.flatMap((one) => ['--set', `SANDBOX_${one}`])],
    { cwd, env },
  )
  expect({ status, stderr }).toEqual({ status: 3, stderr: '' })
  expect(stdout.slice(0, stdout.indexOf('Keys'))).toMatchInlineSnapshot(`
    "added to .gitignore: .env.sandbox .env.sandbox.* !.env.sandbox.example .env.partner .env.partner.* !.env.partner.example mock-tls/
    wrote .env.sandbox
      you alone can read it; every other key is explained there
    wrote .github/workflows/conformance.yml
      then: gh secret set CONFORMANCE_ENV < .env.sandbox

    "
  `)
  expect(stdout).toContain('✗ SANDBOX_API_URL: connection refused by 127.0.0.1:1 [environment]')
  expect(stdout).not.toMatch(/hunter2|fish/)

  expect(await textOf(cwd, '.gitignore')).toBe(
    [
      'node_modules',
      'conformance-results/',
      '.env.sandbox',
      '.env.sandbox.*',
      '!.env.sandbox.example',
      '.env.partner',
      '.env.partner.*',
      '!.env.partner.example',
      'mock-tls/',
      '',
    ].join('\n'),
  )
  expect(await textOf(cwd, '.github/workflows/conformance.yml')).toContain('secrets.CONFORMANCE_ENV')
  expect((await stat(join(cwd, '.env.sandbox'))).mode & 0o777).toBe(0o600)
  expect(readEnvironment({ file: join(cwd, '.env.sandbox'), processEnv: {} })).toMatchObject({
    client: { id: 'me', secret: 'hunter2' },
    user: { username: 'ada', password: "sword'fish" },
    scope: 'donations organizations',
  })
})

test('asks in a terminal, shows nothing of a secret, and finds that all is well', async () => {
  const { environment } = await servingMock()
  const cwd = await temporaryDirectory()
  const command = `stty cols 200; exec ${process.execPath} ${main} init --ci gitlab`
  const child = spawn('script', ['--quiet', '--return', '--command', command, join(cwd, 'typescript')], {
    cwd,
  })
  let shown = ''
  let asked = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    shown += text
    // Each question begins with the key that it asks for; it is shown again as the answer is typed.
    const key = /(SANDBOX_\w+):/.exec(text)?.[1]
    if (key === undefined || key === asked) return
    asked = key
    child.stdin.write(`${environment[key] ?? ''}\r`)
  })
  const [status]: unknown[] = await once(child, 'close')
  expect({ status, shown }).toEqual({ status: 0, shown: expect.stringContaining('wrote .gitlab-ci.yml') })
  for (const key of ['SANDBOX_CLIENT_SECRET', 'SANDBOX_PASSWORD']) {
    expect(shown).toContain(`${key}:`)
    expect(shown).not.toContain(environment[key])
  }
  const { client } = readEnvironment({ file: join(cwd, '.env.sandbox'), processEnv: {} })
  expect(client.secret).toBe(environment.SANDBOX_CLIENT_SECRET)
})
