import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createHttpClient } from '../../client/http/client.ts'
import { FormBrowser } from '../../client/login/form-browser.ts'
import { SecretRegistry } from '../../client/secrets/registry.ts'
import type { MockService } from '../../mock/server.ts'
import { recordSchema } from '../../reports/record.ts'
import { envFile, servingMock, temporaryDirectory } from './places.ts'
import { start } from './program.ts'

const main = resolve(import.meta.dirname, '../../dist/cli/main.js')
const ADDRESS = /^ {2}(http:\S+\/oauth2\/authorize\?\S+)$/gm

/** What a person does with a printed address: the browser ends at the redirect URI, where nothing answers. */
async function approve({ environment }: MockService, address: string): Promise<string> {
  const http = createHttpClient({ secrets: new SecretRegistry() })
  const { SANDBOX_USERNAME: username = '', SANDBOX_PASSWORD: password = '' } = environment
  const { SANDBOX_REDIRECT_URI: redirectUri = '' } = environment
  const flow = await new FormBrowser().authorize(
    address,
    'approve',
    { username, password },
    [redirectUri],
    http,
  )
  await http.close()
  return flow.kind === 'redirected' ? flow.location : ''
}

const BY_HAND = { SANDBOX_LOGIN: 'manual', SANDBOX_USERNAME: '', SANDBOX_PASSWORD: '' }

/** All by one approval. */
const DECIDED = { 'ORG-5': 'pass', 'REFRESH-1': 'pass', 'BEARER-1': 'pass', 'UPDATE-3': 'pass' }

async function verdicts(directory: string) {
  const record = recordSchema.parse(JSON.parse(await readFile(join(directory, 'record.json'), 'utf8')))
  return Object.fromEntries(record.requirements.map(({ id, verdict }) => [id, verdict]))
}

test('a person logs in: the address is printed, and the one they end at is pasted at the terminal', async () => {
  const cwd = await temporaryDirectory()
  const mock = await servingMock()
  const env = await envFile(cwd, mock, BY_HAND)
  const command = [
    process.execPath,
    main,
    'run',
    '--env',
    env,
    '--only',
    'ORG-5,BEARER-1,REFRESH-1,UPDATE-3',
    '--out',
    cwd,
  ]
  const terminal = spawn('script', ['-qefc', command.map((word) => `'${word}'`).join(' '), '/dev/null'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  onTestFinished(() => void terminal.kill('SIGKILL'))
  let printed = ''
  let answered = 0
  terminal.stdout.setEncoding('utf8').on('data', async (text: string) => {
    printed += text
    const asked = [...printed.replaceAll('\r', '').matchAll(ADDRESS)]
    for (const [, address = ''] of asked.slice(answered)) {
      answered += 1
      terminal.stdin.write(`${await approve(mock, address)}\n`)
    }
  })
  const [status] = await once(terminal, 'close')
  expect(printed).toContain('paste it here')
  expect(printed, 'how far the run is, over the question').not.toContain('tests ended')
  expect(status).toBe(0)
  expect(answered).toBe(1)
  expect(await verdicts(cwd)).toEqual(DECIDED)
})

test('on a machine without terminal the address comes out of a file, which is removed', async () => {
  const cwd = await temporaryDirectory()
  const mock = await servingMock()
  const file = join(cwd, 'address.txt')
  const env = await envFile(cwd, mock, { ...BY_HAND, SANDBOX_MANUAL_FILE: file })
  const program = start([
    'run',
    '--env',
    env,
    '--only',
    'ORG-5,BEARER-1,REFRESH-1,UPDATE-3',
    '--max-logins',
    '1',
    '--out',
    cwd,
  ])
  let printed = ''
  program.process.stderr?.on('data', async (text: string) => {
    printed += text
    const [, address] = ADDRESS.exec(text) ?? []
    ADDRESS.lastIndex = 0
    if (address) await writeFile(file, await approve(mock, address))
  })
  expect((await program.ended).status).toBe(0)
  expect(printed).toContain(`write it to ${file}`)
  expect(printed).toContain('for everything that needs a token (login 1 of 1 at most), log in')
  expect(printed.match(ADDRESS)).toHaveLength(1)
  expect(existsSync(file)).toBe(false)
  expect(await verdicts(cwd)).toEqual(DECIDED)
})
