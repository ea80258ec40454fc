import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { applyAll } from '../../mock/apply.ts'
import { contractPolicies } from '../../mock/policies/index.ts'
import { envFile, servingMock, temporaryDirectory } from '../cli/places.ts'

const root = resolve(import.meta.dirname, '../..')

const reportSchema = z.object({
  testResults: z.array(
    z.object({
      assertionResults: z.array(
        z.object({ title: z.string(), status: z.string(), failureMessages: z.array(z.string()) }),
      ),
    }),
  ),
})

/** Runs the project of the checkout, as whoever works on a test does. */
async function vitest(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const directory = await temporaryDirectory()
  const report = join(directory, 'vitest.json')
  const child = spawn(
    process.execPath,
    [
      join(root, 'node_modules/vitest/vitest.mjs'),
      ...[
        'run',
        '--project',
        'conformance',
        '--reporter=json',
        '--reporter=default',
        `--outputFile.json=${report}`,
      ],
      ...args,
    ],
    {
      cwd: root,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, CONFORMANCE_SEED: '7', CONFORMANCE_OUT: join(directory, 'out'), ...env },
    },
  )
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  const [status]: unknown[] = await once(child, 'close')
  const { testResults } = reportSchema.parse(JSON.parse(await readFile(report, 'utf8')))
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
  return {
    status,
    stderr: stripVTControlCharacters(stderr),
    ran: tests.filter(({ status: one }) => one === 'passed' || one === 'failed'),
    directory: join(directory, 'out'),
  }
}

test('-t runs the requirement that it names and no other, and the reports are written', async () => {
  const { status, ran, directory } = await vitest(['-t', 'TOKEN-3'])
  expect(ran.map(({ title, status: one }) => [title.split(':')[0], one])).toEqual([['TOKEN-3', 'passed']])
  expect(status).toBe(0)
  for (const file of ['junit.xml', 'record.json', 'report.html', 'exchanges.har'])
    expect(existsSync(join(directory, file)), file).toBe(true)
})

test('a violation tells what the contract says, what was wanted and came, how to repeat it, and no secret', async () => {
  const policies = applyAll(contractPolicies, { faults: ['update-4-city-missing-from-answer'] })
  const mock = await servingMock({ policies })
  const env = await envFile(await temporaryDirectory(), mock)
  const { status, ran } = await vitest(['-t', 'UPDATE-4:'], { CONFORMANCE_ENV: env, CONFORMANCE_RUNS: '300' })
  expect(status).toBe(1)
  const [failed] = ran
  const [message = ''] = failed?.failureMessages ?? []
  expect(message).toMatch(/UPDATE-4 is broken in \d+ of \d+ cases\./)
  expect(message).toMatch(/^curl .*\/v1\/donations\//m)
  expect(message).toMatch(/^replay: npx donation-conformance run --env .* --replay 'UPDATE-4/m)
  expect(message).not.toContain(mock.environment.SANDBOX_CLIENT_SECRET)
})

test.each([
  ['an env file that is not there', { CONFORMANCE_ENV: 'nowhere.env' }, /nowhere\.env cannot be read/],
  ['a seed that is none', { CONFORMANCE_SEED: 'seven' }, /CONFORMANCE_SEED/],
])('%s fails with one clear line and no stack', async (_name, env, line) => {
  const { status, ran, stderr } = await vitest(['-t', 'LIMIT-1:'], env)
  expect({ status, ran }).toEqual({ status: 1, ran: [] })
  expect(stderr).toMatch(line)
  expect(stderr).not.toMatch(/❯ \S+\.ts:\d+/)
})

test('a service that goes away fails the run, though all its tests are skipped', async () => {
  const mock = await servingMock()
  const env = await envFile(await temporaryDirectory(), mock)
  await mock.close()
  const { status, ran, stderr } = await vitest(['-t', 'ORG'], { CONFORMANCE_ENV: env })
  expect({ status, ran }).toEqual({ status: 1, ran: [] })
  expect(stderr).toContain('connection refused')
})
