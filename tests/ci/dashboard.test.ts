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
      steps: z.array(z.object({ name: z.string().optional(), run: z.string().optional() })),
    }),
  }),
})

test('the job that publishes a history keeps the schema of GitHub, and makes its pages', async () => {
  const text = await codeUnder('Pages with a history', DOCS)
  expect(validateWorkflow(text)).toMatchObject({ actionType: 'workflow', errors: [] })
  const { steps } = workflow.parse(parse(text)).jobs.publish
  const make = steps.find(({ name }) => name === 'Make the pages')?.run ?? ''
  const cwd = await temporaryDirectory()
  const reports = ['--reporter', 'record,html,badge', '--out', 'today']
  expect((await run(['run', '--only', 'VERSION', '--runs', '1', ...reports], { cwd })).status).toBe(0)
  await mkdir(join(cwd, 'kept/2026-01-09'), { recursive: true })
  await cp(join(cwd, 'today/record.json'), join(cwd, 'kept/2026-01-09/record.json'))
  const built = make.replaceAll(/npx --yes donation-conformance@\S+/g, `"${process.execPath}" "${main}"`)
  const { status, log } = await runScript({ text: built, cwd, env: {} })
  expect(status, log).toBe(0)
  expect(await readdir(cwd)).toEqual(['badge.svg', 'kept', 'report.html', 'today', 'trend.html'])
  expect(await readdir(join(cwd, 'kept'))).toHaveLength(2)
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
