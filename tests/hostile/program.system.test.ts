import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { Server } from 'node:net'
import { join } from 'node:path'
import { generate } from 'selfsigned'
import { expect, onTestFinished, test } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import { recordSchema } from '../../reports/record.ts'
import { envFile, servingMock, temporaryDirectory } from '../cli/places.ts'
import { run } from '../cli/program.ts'
import { attacks } from './attacks.ts'

/** `npm run hostile` lets everything run against each attack; the build, what meets most of them. */
const IS_WHOLE = process.env.HOSTILE === 'whole'
const ONLY = IS_WHOLE ? [] : ['--only', 'TOKEN-1,ORG-5,UPDATE-1,UPDATE-4']
/** What the failures of all rows keep of answers of a megabyte adds up: 255 to 344 were seen. */
const MOST_MEGABYTES = 420
const LONGEST_MS = 300_000

/** Writes how much memory the program took at most, in kilobytes, when it ends. */
const measured = (file: string) => ({
  RSS_FILE: file,
  NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(
    'import { writeFileSync } from "node:fs"; process.on("exit", () => writeFileSync(process.env.RSS_FILE, String(process.resourceUsage().maxRSS)))',
  )}`,
})

async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return address.port
}

/** A whole run of the program against a service whose API is hostile. */
async function attackedRun(apiUrl: string) {
  const directory = await temporaryDirectory()
  const env = await envFile(directory, await servingMock(), { SANDBOX_API_URL: apiUrl })
  const memory = join(directory, 'rss')
  const ended = await run(['run', '--env', env, '--seed', '1', '--out', directory, ...ONLY], {
    cwd: directory,
    env: measured(memory),
  })
  const text = (name: string) => readFile(join(directory, name), 'utf8')
  return { ...ended, text, megabytes: Number(await readFile(memory, 'utf8')) / 1024 }
}

test.each([
  'an endless body',
  'a gzip bomb',
  'a million organizations',
  'JSON nested ten thousand deep',
  'text that is obeyed',
])(
  '%s: the whole run ends with a verdict, little memory and valid reports',
  async (name) => {
    const server = createServer((request, response) => attacks[name]?.(request, response))
    const port = await listening(server)
    onTestFinished(() => server.closeAllConnections())
    const { status, stdout, stderr, text, megabytes } = await attackedRun(`http://127.0.0.1:${port}`)
    expect({ status, stderr: stderr.replaceAll(/^\d+\/\d+ tests ended.*\n/gm, '') }).toEqual({
      status: 1,
      stderr: '',
    })
    expect(stdout).toContain('UPDATE-1')
    expect(megabytes).toBeLessThan(MOST_MEGABYTES)
    const record = recordSchema.parse(JSON.parse(await text('record.json')))
    expect(record.requirements.filter(({ verdict }) => verdict === 'error')).toEqual([])
    const schema = await readFile(join(import.meta.dirname, '../reports/junit.xsd'), 'utf8')
    const { errors } = await validateXML({
      xml: [{ fileName: 'junit.xml', contents: await text('junit.xml') }],
      schema,
    })
    expect(errors).toEqual([])
    expect(await text('report.html')).not.toContain('<img src=x')
    process.stdout.write(`${name}: ${Math.round(megabytes)} MB\n`)
  },
  LONGEST_MS,
)

test('a certificate that nobody vouches for ends the run before anything is sent', async () => {
  const { private: key, cert } = generate([{ name: 'commonName', value: '127.0.0.1' }], {
    algorithm: 'sha256',
  })
  const server = createSecureServer({ key, cert }, (_, response) => void response.end('{}'))
  const port = await listening(server)
  const { status, stderr, text } = await attackedRun(`https://127.0.0.1:${port}`)
  expect(status).toBe(3)
  expect(stderr).toMatch(/^The service could not be tested: .*certificate.*\n$/)
  expect(recordSchema.parse(JSON.parse(await text('record.json'))).run.requests).toBe(0)
})
