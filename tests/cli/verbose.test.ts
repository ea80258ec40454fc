import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { recordSchema } from '../../reports/record.ts'
import { envFile, servingMock, temporaryDirectory } from './places.ts'
import { run } from './program.ts'

/** When, what, where to, what came of it, how long that took, and for which requirement. */
const LINE =
  /^\d\d:\d\d:\d\d [A-Z]+ +http:\/\/\S+( … \(\d+ more characters\))? (\d{3}|[a-z-]+) \d+ ms ([A-Z]+-\d+|the suite itself)$/

test('each request of a run is told in a line, in place of how far the run is', async () => {
  const cwd = await temporaryDirectory()
  const { status, stderr } = await run(['run', '--only', 'ORG-5', '--verbose', '--out', '.'], { cwd })
  expect(status).toBe(0)
  const lines = stderr.trimEnd().split('\n')
  expect(lines.filter((line) => !LINE.test(line))).toEqual([])
  expect(lines).toContainEqual(expect.stringMatching(/ GET {3}http:.*\/v1\/organizations 401 \d+ ms ORG-5$/))
  const { run: ran } = recordSchema.parse(JSON.parse(await readFile(join(cwd, 'record.json'), 'utf8')))
  expect(lines).toHaveLength(ran.requests)
})

test('of a sandbox also those of the look before the run, and no secret', async () => {
  const cwd = await temporaryDirectory()
  const mock = await servingMock()
  const env = await envFile(cwd, mock)
  const { stderr } = await run(['run', '--env', env, '--only', 'BEARER-8', '--verbose', '--out', 'out'], {
    cwd,
  })
  const [first = ''] = stderr.split('\n')
  expect(first).toMatch(/\/(oauth2\/token|v1\/organizations) 40[01] \d+ ms the suite itself$/)
  expect(stderr).toMatch(/\?access_token=(<|%3C)access_token\S* \d{3} \d+ ms BEARER-8$/m)
  const secrets = ['SANDBOX_CLIENT_SECRET', 'SANDBOX_PASSWORD'].map((key) => mock.environment[key])
  const issued = [...mock.stores.sandbox.accessTokens.keys()]
  expect([...secrets, ...issued].filter((secret) => stderr.includes(String(secret)))).toEqual([])
})

test('who wants to see everything and nothing is asked which', async () => {
  const { status, stderr } = await run(['run', '--verbose', '--quiet'])
  expect(status).toBe(2)
  expect(stderr).toMatch(/^error: option '--verbose' cannot be used with option '--quiet'$/m)
})
