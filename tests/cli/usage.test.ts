import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { catalogue } from '../../contract/index.ts'
import { tool } from '../../harness/model/tool.ts'
import { temporaryDirectory } from './places.ts'
import { run } from './program.ts'

/** What Node writes of all that a program has loaded. */
const coverageSchema = z.object({ result: z.array(z.object({ url: z.string() })) })

test('--version', async () => {
  expect(await run(['--version'])).toEqual({ status: 0, stdout: `${tool.version}\n`, stderr: '' })
})

test('help tells what the exit status means', async () => {
  const { status, stdout } = await run(['--help'])
  expect(status).toBe(0)
  expect(stdout.slice(stdout.indexOf('Exit status'))).toMatchInlineSnapshot(`
    "Exit status:
      0  no violation
      1  at least one violation; between two runs, something newly broken
      2  the command or the configuration is wrong
      3  the target could not be tested
    "
  `)
})

test('help is there at once: nothing is loaded that only one command needs', async () => {
  const directory = await temporaryDirectory()
  await run(['--help'], { env: { NODE_V8_COVERAGE: directory } })
  const [file = ''] = await readdir(directory)
  const { result } = coverageSchema.parse(JSON.parse(await readFile(join(directory, file), 'utf8')))
  const loaded = result.map(({ url }) => url).filter((url) => url.startsWith('file:'))
  expect(loaded.filter((url) => url.endsWith('/dist/cli/main.js'))).toHaveLength(1)
  expect(loaded.filter((url) => !url.includes('/dist/'))).toEqual([])
  const sizes = await Promise.all(loaded.map(async (url) => (await stat(new URL(url))).size))
  expect(
    sizes.reduce((sum, size) => sum + size, 0),
    'of 9 MB',
  ).toBeLessThan(300_000)
})

test('without a command, it says what it is and what to do next', async () => {
  const { status, stdout, stderr } = await run([])
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
  expect(stderr).toMatchInlineSnapshot(`
    "Says, requirement by requirement, whether a service keeps the contract of the Donation Partner API.

      npx donation-conformance run                      see it work, against the reference service that comes with it
      npx donation-conformance init                     set up a project: .env.sandbox, .gitignore and a CI file
      npx donation-conformance run --env .env.sandbox   test your sandbox
      npx donation-conformance partner --help           examine a partner's application
      npx donation-conformance --help                   everything else
    "
  `)
})

const hint = '(add --help for what there is)\n'

test('what is wrong with a command line is told in one line', async () => {
  const lines = [
    'nonsense',
    'run --nonsense',
    'run extra',
    'run --only TOKEN-99',
    'run --only TOKN',
    'run --only nonsense',
    'run --only PARTNER-1',
    'run --seed x',
    'run --runs 0',
    'run --runs 1.5',
    'run --latency -1',
    'run --target moon',
    'run --replay nonsense',
    'run --replay TOKEN-99:1:0',
    'run --replay AUTHZ-2:1:0 --only AUTHZ',
    'run --env=',
    'run --out=',
    'mock --port 70000',
    'requirements --nonsense',
  ]
  const told = await Promise.all(
    lines.map(async (line) => {
      const { status, stdout, stderr } = await run(line.split(' '))
      expect({ line, status, stdout, hint: stderr.endsWith(hint) }).toEqual({
        line,
        status: 2,
        stdout: '',
        hint: true,
      })
      return `$ ${line}\n${stderr.slice(0, -hint.length)}`
    }),
  )
  expect(told.join('')).toMatchInlineSnapshot(`
    "$ nonsense
    error: unknown command 'nonsense'
    $ run --nonsense
    error: unknown option '--nonsense'
    $ run extra
    error: too many arguments for 'run'. Expected 0 arguments but got 1.
    $ run --only TOKEN-99
    error: option '--only <list>' argument 'TOKEN-99' is invalid. unknown requirement "TOKEN-99": did you mean TOKEN-9?
    $ run --only TOKN
    error: option '--only <list>' argument 'TOKN' is invalid. unknown requirement "TOKN": did you mean TOKEN?
    $ run --only nonsense
    error: option '--only <list>' argument 'nonsense' is invalid. unknown requirement "nonsense": the families are ENV, AUTHZ, TOKEN, ORG, REFRESH, BEARER, UPDATE, PLEDGED, DESIGNATION, ADVISOR, ERROR, VERSION, LIMIT
    $ run --only PARTNER-1
    error: option '--only <list>' argument 'PARTNER-1' is invalid. unknown requirement "PARTNER-1": the families are ENV, AUTHZ, TOKEN, ORG, REFRESH, BEARER, UPDATE, PLEDGED, DESIGNATION, ADVISOR, ERROR, VERSION, LIMIT
    $ run --seed x
    error: option '--seed <n>' argument 'x' is invalid. It must be a whole number from 0 to 2147483647.
    $ run --runs 0
    error: option '--runs <n>' argument '0' is invalid. It must be a whole number from 1 to 100000.
    $ run --runs 1.5
    error: option '--runs <n>' argument '1.5' is invalid. It must be a whole number from 1 to 100000.
    $ run --latency -1
    error: option '--latency <ms>' argument '-1' is invalid. It must be a whole number from 0 to 10000.
    $ run --target moon
    error: option '--target <kind>' argument 'moon' is invalid. Allowed choices are mock, sandbox.
    $ run --replay nonsense
    error: option '--replay <case>' argument 'nonsense' is invalid. It must be as a counterexample names it, such as UPDATE-4:42:7:0.
    $ run --replay TOKEN-99:1:0
    error: option '--replay <case>' argument 'TOKEN-99:1:0' is invalid. It must be as a counterexample names it, such as UPDATE-4:42:7:0.
    $ run --replay AUTHZ-2:1:0 --only AUTHZ
    error: option '--replay <case>' cannot be used with option '--only <list>'
    $ run --env=
    error: option '--env <file>' argument '' is invalid. It must not be empty.
    $ run --out=
    error: option '--out <dir>' argument '' is invalid. It must not be empty.
    $ mock --port 70000
    error: option '--port <n>' argument '70000' is invalid. It must be a whole number from 0 to 65530.
    $ requirements --nonsense
    error: unknown option '--nonsense'
    "
  `)
})

test('the catalogue is printed for people and for programs', async () => {
  const [text, json] = await Promise.all([run(['requirements']), run(['requirements', '--json'])])
  expect(text.stdout.split('\n').slice(0, 6).join('\n')).toMatchInlineSnapshot(`
    "ENV: Environments
    ENV-1          MUST    The production token endpoint gives no token to a client that identifies itself with its sandbox id and secret
                           Environments; RFC 6749 §2.3.1
                           decided with PRODUCTION_AUTH_URL
                           covered by ENV-1/credentials; ENV-1/a sandbox code; ENV-1/a sandbox refresh token
    ENV-2          MUST    The production API refuses an access token that the sandbox issued"
  `)
  const told: unknown = JSON.parse(json.stdout)
  expect(told).toHaveLength(catalogue.length)
  expect(told).toContainEqual(expect.objectContaining({ id: 'TOKEN-3', level: 'MUST', needs: ['login'] }))
})
