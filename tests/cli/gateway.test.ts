import { readFile } from 'node:fs/promises'
import { createServer, type RequestListener, request } from 'node:http'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listen } from '../client/login/site.ts'
import { envFile, servingMock, temporaryDirectory } from './places.ts'
import { run, start } from './program.ts'

const PASS = 'open-sesame-42'

/** Lets requests through to a host, and its answers back. */
function leadingTo(host = ''): RequestListener {
  const { hostname, port } = new URL(host)
  return (asked, answer) => {
    const { url: path, method, headers } = asked
    asked.pipe(
      request({ hostname, port, path, method, headers }, (given) => {
        answer.writeHead(given.statusCode ?? 502, given.headers)
        given.pipe(answer)
      }),
    )
  }
}

/** A gateway that lets nothing through without its header; returns its address. */
function gatewayTo(host?: string): Promise<string> {
  const pass = leadingTo(host)
  return listen(
    createServer((asked, answer) => {
      if (asked.headers['x-gateway-pass'] === PASS) pass(asked, answer)
      else answer.writeHead(403, { 'content-type': 'text/html' }).end('<h1>Access denied</h1>')
    }),
  )
}

test('a service that has just been started is waited for', async () => {
  const cwd = await temporaryDirectory()
  const mock = await servingMock()
  const late = createServer(leadingTo(mock.environment.SANDBOX_AUTH_URL))
  const url = await listen(late)
  await new Promise((closed) => late.close(closed))
  const env = await envFile(cwd, mock, { SANDBOX_AUTH_URL: url })
  const running = start(['run', '--env', env, '--only', 'AUTHZ-4', '--wait', '60', '--out', 'out'], { cwd })
  await running.printed('Waiting up to 60 s until it answers.')
  late.listen(Number(new URL(url).port), '127.0.0.1')
  expect((await running.ended).status).toBe(0)
})

test('a sandbox behind a gateway that wants a header is tested, and the header is kept secret', async () => {
  const cwd = await temporaryDirectory()
  const mock = await servingMock()
  const [SANDBOX_AUTH_URL, SANDBOX_API_URL] = await Promise.all([
    gatewayTo(mock.environment.SANDBOX_AUTH_URL),
    gatewayTo(mock.environment.SANDBOX_API_URL),
  ])
  const env = await envFile(cwd, mock, {
    SANDBOX_AUTH_URL,
    SANDBOX_API_URL,
    SANDBOX_HEADERS: JSON.stringify({ 'X-Gateway-Pass': PASS }),
  })
  const { status, stdout } = await run(['run', '--env', env, '--only', 'TOKEN-1,ORG-1', '--out', 'out'], {
    cwd,
  })
  expect(stdout).toContain('The service keeps the contract in the 2 requirements decided.')
  expect(status).toBe(0)
  const har = await readFile(join(cwd, 'out', 'exchanges.har'), 'utf8')
  expect(har.includes('<header-1>')).toBe(true)
  expect(har.includes(PASS)).toBe(false)
})
