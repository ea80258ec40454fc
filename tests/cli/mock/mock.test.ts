import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readEnvironment } from '../../../client/environment/read-environment.ts'
import { servingMock, temporaryDirectory } from '../places.ts'
import { main, run, start } from '../program.ts'

test('each request is a line, with the requirements that it touches and without secrets', async () => {
  const cwd = await temporaryDirectory()
  const mock = start(['mock', '--env-out', 'mock.env'], { cwd })
  await mock.printed('Ctrl-C ends it')
  const { apiUrl, authUrl, client } = readEnvironment({ file: join(cwd, 'mock.env'), processEnv: {} })
  await fetch(`${authUrl}/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: 'never issued',
      client_id: client.id,
      client_secret: client.secret,
      redirect_uri: client.redirectUri,
    }),
  })
  await fetch(`${apiUrl}/v1/organizations?access_token=of-somebody`)
  await fetch(`${authUrl}/callback?code=of-somebody&state=s`)
  await fetch(`${apiUrl}/v1/donations/${client.secret}`, { method: 'PATCH' })
  await mock.printed('/v1/donations/')

  mock.process.kill('SIGINT')
  const [, lines = ''] = (await mock.ended).stdout.split('Ctrl-C ends it\n')
  expect(lines.replaceAll(/^\d\d:\d\d:\d\d/gm, 'TIME').replaceAll(/\d+ ms/g, 'N ms')).toMatchInlineSnapshot(`
    "TIME sandbox    POST  /oauth2/token 400 N ms TOKEN-5
    TIME sandbox    GET   /v1/organizations?access_token=<access_token> 401 N ms ORG-5 BEARER-7
    TIME sandbox    GET   /callback?code=<code>&state=s 404 N ms
    TIME sandbox    PATCH /v1/donations/<client_secret> 401 N ms BEARER-1 BEARER-7
    "
  `)
})

test('what keeps the mock from serving is told in one line', async () => {
  const cwd = await temporaryDirectory()
  expect(await run(['mock', '--env-out', 'missing/mock.env'], { cwd })).toEqual({
    status: 2,
    stdout: '',
    stderr: 'cannot write missing/mock.env: ENOENT: no such file or directory\n',
  })

  const { port } = new URL((await servingMock()).urls.sandboxAuth)
  expect(await run(['mock', '--port', port], { cwd })).toEqual({
    status: 2,
    stdout: '',
    stderr: `the mock cannot listen: listen EADDRINUSE: address already in use 127.0.0.1:${port}\n`,
  })
})

test('a file that it did not write is left as it is, its own is replaced', async () => {
  const cwd = await temporaryDirectory()
  const file = join(cwd, '.env.sandbox')
  await writeFile(file, 'SANDBOX_CLIENT_SECRET=by-hand\n')
  expect(await run(['mock', '--env-out', '.env.sandbox'], { cwd })).toEqual({
    status: 2,
    stdout: '',
    stderr: '.env.sandbox is there already, and --env-out replaces only files that it wrote\n',
  })
  expect(await readFile(file, 'utf8')).toBe('SANDBOX_CLIENT_SECRET=by-hand\n')

  await writeFile(file, '')
  const secrets = new Set<string>()
  for (const _ of ['over an empty one', 'over its own']) {
    const mock = start(['mock', '--env-out', '.env.sandbox'], { cwd })
    await mock.printed('Ctrl-C ends it')
    mock.process.kill('SIGINT')
    expect(await mock.ended).toMatchObject({ status: 0, stderr: '' })
    secrets.add(readEnvironment({ file, processEnv: {} }).client.secret)
  }
  expect(secrets.size).toBe(2)
})

/** Starts it with a pipe to its standard input, which the test holds. */
function startHeld(...options: readonly string[]) {
  const mock = spawn(process.execPath, [main, 'mock', '--quiet', ...options], {
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  onTestFinished(() => void mock.kill('SIGKILL'))
  return mock
}

/** Until it serves. */
async function serving(mock: ReturnType<typeof startHeld>): Promise<void> {
  for await (const text of mock.stdout.setEncoding('utf8')) if (`${text}`.includes('Ctrl-C ends it')) break
}

test('a pipe that is held does not keep it from ending', async () => {
  const mock = startHeld()
  await serving(mock)
  mock.kill('SIGTERM')
  expect(await once(mock, 'exit')).toEqual([0, null])
  expect(await once(startHeld('--fault', 'unknown'), 'exit')).toEqual([2, null])
})

test('it ends with whoever holds a pipe to its standard input, though no signal gets through', async () => {
  const mock = startHeld()
  await serving(mock)
  mock.stdin.end()
  expect(await once(mock, 'exit')).toEqual([0, null])
})
