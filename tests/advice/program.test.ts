import { readFile, writeFile } from 'node:fs/promises'
import { request as ask } from 'node:http'
import { createServer } from 'node:https'
import { join } from 'node:path'
import { generate } from 'selfsigned'
import { expect, test } from 'vitest'
import { recordSchema } from '../../reports/record.ts'
import { envFile, servingMock, temporaryDirectory } from '../cli/places.ts'
import { run } from '../cli/program.ts'
import { listening } from './advised.ts'

const { private: key, cert } = generate([{ name: 'commonName', value: 'proxy' }], {
  keySize: 2048,
  algorithm: 'sha256',
  extensions: [{ name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] }],
})

/** A host with https in front of one without; returns its URL. */
async function inFrontOf(url: string): Promise<string> {
  const server = createServer({ key, cert }, (request, response) => {
    const { method, headers } = request
    const passed = ask(`${url}${request.url}`, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(response)
    })
    request.pipe(passed)
  })
  return `https://127.0.0.1:${await listening(server)}`
}

test('a run over https sees what its connections and hosts are like', async () => {
  const cwd = await temporaryDirectory()
  const mock = await servingMock()
  const [auth, api] = await Promise.all([mock.urls.sandboxAuth, mock.urls.sandboxApi].map(inFrontOf))
  await writeFile(join(cwd, 'ca.pem'), cert)
  const env = await envFile(cwd, mock, { SANDBOX_AUTH_URL: auth ?? '', SANDBOX_API_URL: api ?? '' })
  const surroundings = { cwd, env: { NODE_EXTRA_CA_CERTS: join(cwd, 'ca.pem') } }
  const args = ['run', '--env', env, '--only', 'TOKEN-1', '--advice', 'deep', '--out', 'out']
  const { status, stdout } = await run(args, surroundings)
  expect({ status, line: /^Security advice: .*$/m.exec(stdout)?.[0] }).toEqual({
    status: 0,
    line: 'Security advice: 11 to mend, 23 safe, 3 not seen.',
  })
  const { advice } = recordSchema.parse(JSON.parse(await readFile(join(cwd, 'out/record.json'), 'utf8')))
  const found = new Map(
    advice?.results.map(({ id, status, seen }) => [id, { status, seen: seen.map(withoutPort) }]),
  )
  expect(found.get('hsts')).toEqual({
    status: 'advised',
    seen: ['no Strict-Transport-Security from 127.0.0.1'],
  })
  for (const id of ['tls-version', 'tls-cipher', 'tls-certificate', 'http-twin', 'old-tls'])
    expect(found.get(id)?.status).toBe('safe')
  expect(found.get('tls-version')?.seen).toContain('127.0.0.1: TLS 1.3')
})

function withoutPort(text: string): string {
  return text.replace(/:\d{2,5}\b/, '')
}
