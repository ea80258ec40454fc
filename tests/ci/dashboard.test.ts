import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { validateWorkflow } from '@action-validator/core'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { temporaryDirectory } from '../cli/places.ts'
import { main, run } from '../cli/program.ts'
import { codeUnder } from './docs.ts'
import { runScript } from './shell.ts'

const DOCS = 'docs/dashboard.md'
const workflow = z.object({
  jobs: z.object({
    publish: z.object({
      steps: z.array(
        z.object({
          name: z.string().optional(),
          run: z.string().optional(),
          if: z.string().optional(),
        }),
      ),
    }),
  }),
})

const stepsOf = (text: string) => workflow.parse(parse(text)).jobs.publish.steps

/** A script of the docs, which calls this build in place of the published package. */
const byThisBuild = (script = '') =>
  script.replaceAll(/npx --yes donation-conformance@\S+/g, `"${process.execPath}" "${main}"`)

test('the job that publishes a history keeps the schema of GitHub, and makes its pages', async () => {
  const text = await codeUnder('Pages with a history', DOCS)
  expect(validateWorkflow(text)).toMatchObject({ actionType: 'workflow', errors: [] })
  const make = stepsOf(text).find(({ name }) => name === 'Make the pages')?.run
  const cwd = await temporaryDirectory()
  const reports = ['--reporter', 'record,html,badge', '--out', 'today']
  expect((await run(['run', '--only', 'VERSION', '--runs', '1', ...reports], { cwd })).status).toBe(0)
  await mkdir(join(cwd, 'kept/2026-01-09'), { recursive: true })
  await cp(join(cwd, 'today/record.json'), join(cwd, 'kept/2026-01-09/record.json'))
  const { status, log } = await runScript({ text: byThisBuild(make), cwd, env: {} })
  expect(status, log).toBe(0)
  expect(await readdir(cwd)).toEqual(['badge.svg', 'kept', 'report.html', 'today', 'trend.html'])
  expect(await readdir(join(cwd, 'kept'))).toHaveLength(2)
})

const unreachable = {
  SANDBOX_AUTH_URL: 'http://127.0.0.1:1',
  SANDBOX_API_URL: 'http://127.0.0.1:1',
  SANDBOX_CLIENT_ID: 'partner',
  SANDBOX_CLIENT_SECRET: 'a-secret-of-nobody',
  SANDBOX_REDIRECT_URI: 'https://partner.example/callback',
  SANDBOX_SCOPE: 'donations',
  SANDBOX_USERNAME: 'olga',
  SANDBOX_PASSWORD: 'a-password-of-nobody',
}

test.each([
  { what: 'a sandbox that nobody reaches', keys: unreachable, step: 0, told: 'status=3' },
  {
    what: 'a key that is missing',
    keys: { ...unreachable, SANDBOX_CLIENT_ID: '' },
    step: 1,
    told: 'status=2',
  },
])('$what makes the job fail', async ({ keys, step, told }) => {
  const text = await codeUnder('Pages with a history', DOCS)
  const [tested, last] = ['Test the sandbox', 'Fail where the run could not be finished'].map((name) =>
    stepsOf(text).find((one) => one.name === name),
  )
  const cwd = await temporaryDirectory()
  const output = join(cwd, 'output')
  const lines = Object.entries(keys).map(([key, value]) => `${key}=${value}`)
  const env = { CONFORMANCE_ENV: lines.join('\n'), RUNNER_TEMP: cwd, GITHUB_OUTPUT: output }
  expect(await runScript({ text: byThisBuild(tested?.run), cwd, env })).toMatchObject({ status: step })
  expect((await readFile(output, 'utf8')).trim()).toBe(told)
  expect(last).toMatchObject({ if: "steps.test.outputs.status == '3'", run: 'exit 3' })
})

test('the numbers for a monitoring system', async () => {
  const cwd = await temporaryDirectory()
  await writeFile(join(cwd, 'metrics.mjs'), await codeUnder('Numbers for a monitoring system', DOCS))
  const args = ['run', '--only', 'VERSION', '--runs', '1', '--reporter', './metrics.mjs', '--out', 'out']
  expect(await run(args, { cwd })).toMatchObject({ status: 0, stderr: '' })
  const lines = (await readFile(join(cwd, 'out/conformance.prom'), 'utf8')).trimEnd().split('\n')
  // Name, labels and value, as the text format of Prometheus has them.
  for (const line of lines)
    expect(line).toMatch(/^conformance_\w+\{\w+="[^"]+"(?:,\w+="[^"]+")*\} \d+(?:\.\d+)?$/)
  expect(lines[0]).toMatch(/^conformance_conforms\{.*\} 1$/)
  expect(lines).toContainEqual(expect.stringMatching(/^conformance_requirements\{.*verdict="pass"\} 1$/))
})
