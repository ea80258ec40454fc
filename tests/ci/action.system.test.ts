import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { validateAction, validateWorkflow } from '@action-validator/core'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { servingMock, temporaryDirectory } from '../cli/places.ts'
import { codeUnder } from './docs.ts'
import { filledIn } from './expressions.ts'
import { action, actionText, Runner } from './runner.ts'
import { BROKEN, FEW_REQUIREMENTS as options, service, UNREACHABLE, WITHOUT_DONATIONS } from './service.ts'

const workflowSchema = z.object({
  jobs: z.object({
    sandbox: z.object({
      steps: z.array(
        z.object({ uses: z.string().optional(), with: z.record(z.string(), z.string()).optional() }),
      ),
    }),
  }),
})

test('keeps the schema of actions', () => {
  expect(validateAction(actionText)).toMatchObject({ actionType: 'action', errors: [] })
})

test('nothing from outside becomes a part of a script', () => {
  for (const { run = '' } of action.runs.steps) expect(run).not.toContain('${{')
})

test('the set-up of docs/ci.md tests the service of the secret', async () => {
  const workflow = await codeUnder('GitHub Actions')
  expect(validateWorkflow(workflow)).toMatchObject({ actionType: 'workflow', errors: [] })

  const { steps } = workflowSchema.parse(parse(workflow)).jobs.sandbox
  const step = steps.find(({ uses }) => uses?.includes('/donation-conformance@'))
  const secrets = { CONFORMANCE_ENV: await readFile(await service(), 'utf8') }
  const inputs = Object.entries(step?.with ?? {}).map(([name, text]) => [name, filledIn(text, { secrets })])
  expect(Object.keys(action.inputs)).toEqual(expect.arrayContaining(inputs.map(([name]) => name)))
  const used = await new Runner().use({ options, ...Object.fromEntries(inputs) })
  expect(used, used.log).toMatchObject({ succeeded: true, outputs: { verdict: 'conforms' } })

  const asked = [...workflow.matchAll(/steps\.conformance\.outputs\.(\w+)/g)].map(([, name]) => name)
  expect(Object.keys(action.outputs)).toEqual(expect.arrayContaining(asked))
})

describe('a service that keeps the contract', () => {
  test('passes, with the counts and a table of its requirements', async () => {
    const used = await new Runner().use({ env: await service(), options })
    expect(used, used.log).toMatchObject({
      succeeded: true,
      outputs: { verdict: 'conforms', pass: '2', fail: '0', warn: '0', undecided: '0' },
    })
    expect(used.summary).toContain('| AUTHZ | 1 |')
  })

  test('may be named by the contents of an env file, which no report or log shows and no file keeps', async () => {
    const contents = await readFile(await service(), 'utf8')
    const workspace = await temporaryDirectory()
    const used = await new Runner().use({ env: contents, options }, { workspace })
    expect(used.outputs.verdict, used.log).toBe('conforms')
    const [, secret = ''] = /SANDBOX_CLIENT_SECRET='(.+)'/.exec(contents) ?? []
    expect(secret).not.toBe('')
    expect(used.log + used.summary + used.left).not.toContain(secret)
    expect(await readdir(workspace)).toEqual(['conformance-results'])
  })

  test('may be named by the variables of the job', async () => {
    const { environment } = await servingMock()
    const used = await new Runner().use({ options }, { env: environment })
    expect(used.outputs.verdict, used.log).toBe('conforms')
  })
})

describe('a service with a fault', () => {
  test('fails the step, with annotations and the violation on the page of the job', async () => {
    const used = await new Runner().use({ env: await service(BROKEN), options })
    expect(used, used.log).toMatchObject({
      succeeded: false,
      outputs: { verdict: 'violates', pass: '1', fail: '1' },
    })
    expect(used.log).toContain('::error title=UPDATE-2')
    expect(used.summary).toContain('| UPDATE-2 | MUST | fail |')
  })

  test('passes where nothing is to fail it, and is told all the same', async () => {
    const used = await new Runner().use({ env: await service(BROKEN), options, 'fail-on': 'never' })
    expect(used).toMatchObject({ succeeded: true, outputs: { verdict: 'violates' } })
  })

  test('passes where the baseline knows of it', async () => {
    const workspace = await temporaryDirectory()
    await writeFile(join(workspace, 'known.json'), '["UPDATE-2"]')
    const used = await new Runner().use(
      { env: await service(BROKEN), options, baseline: 'known.json' },
      { workspace },
    )
    expect(used, used.log).toMatchObject({ succeeded: true, outputs: { verdict: 'violates' } })
  })
})

describe('what could not be decided', () => {
  test.each([
    ['violations', true],
    ['undecided', false],
  ])('where the step is to fail on %s, succeeded is %s', async (failOn, succeeded) => {
    const used = await new Runner().use({
      env: await service({}, WITHOUT_DONATIONS),
      options,
      'fail-on': failOn,
    })
    expect(used, used.log).toMatchObject({ succeeded, outputs: { verdict: 'undecided', undecided: '1' } })
  })
})

test.each([
  ['violations', false],
  ['never', true],
])(
  'a service that cannot be tested leaves no record; where the step is to fail on %s, succeeded is %s',
  async (failOn, succeeded) => {
    const runner = new Runner()
    const used = await runner.use({ env: await service({}, UNREACHABLE), options, 'fail-on': failOn })
    expect(used, used.log).toMatchObject({ succeeded, outputs: { verdict: 'error' } })
    expect(used.log).toContain('The service could not be tested')
    expect(runner.kept).toEqual([])
  },
)

describe('a wrong input is told, and fails the step even where nothing else is to', () => {
  test.each([
    [{ 'fail-on': 'violation' }, 'fail-on must be violations, undecided, drift or never'],
    [{ 'fail-on': 'never', env: 'missing.env' }, 'missing.env'],
    [{ 'fail-on': 'never', target: 'mock; touch hacked' }, "argument 'mock; touch hacked' is invalid"],
    [{ 'fail-on': 'never', options: '$(touch hacked)' }, 'too many arguments'],
  ])('%o', async (inputs, says) => {
    const workspace = await temporaryDirectory()
    const used = await new Runner().use(inputs, { workspace })
    expect(used).toMatchObject({
      succeeded: false,
      outputs: { verdict: 'error' },
      log: expect.stringContaining(says),
    })
    expect(await readdir(workspace)).not.toContain('hacked')
  })
})

describe('the last run of the default branch', () => {
  test('is what a pull request is compared with', async () => {
    const runner = new Runner()
    await runner.use({ env: await service(), options })
    const used = await runner.use({ env: await service(BROKEN), options }, { ref: 'refs/pull/7/merge' })
    expect(used.summary, used.log).toContain('## Since the last run of the default branch')
    expect(used.summary).toMatch(/#### Newly broken \(1\)[\s\S]+\| UPDATE-2 \| MUST \| pass → fail \|/)
    expect(runner.kept, 'a pull request leaves no record').toHaveLength(1)
  })

  test('is kept even where it failed, and where a schedule began it', async () => {
    const runner = new Runner()
    await runner.use({ env: await service(BROKEN), options }, { event: 'schedule' })
    const used = await runner.use({ env: await service(), options })
    expect(used.summary, used.log).toContain('#### Newly kept (1)')
    expect(runner.kept).toHaveLength(2)
  })

  test.each([
    ['violations', true],
    ['drift', false],
  ])(
    'where the step is to fail on %s, succeeded is %s after a change that breaks nothing',
    async (failOn, succeeded) => {
      const runner = new Runner()
      await runner.use({ env: await service(), options })
      const changed = await service({}, WITHOUT_DONATIONS)
      const used = await runner.use({ env: changed, options, 'fail-on': failOn })
      expect(used.summary, used.log).toContain('#### Decided in one of the runs only (1)')
      expect(used.succeeded).toBe(succeeded)
    },
  )
})

test('without a version, that of the action is installed', async () => {
  const programs = await temporaryDirectory()
  await writeFile(join(programs, 'npm'), '#!/bin/sh\necho "npm $*"\nexit 1\n', { mode: 0o755 })
  const used = await new Runner().use({ version: '' }, { env: { PATH: `${programs}:${process.env.PATH}` } })
  expect(used.log).toMatch(/^npm install .* donation-conformance@\d+\.\d+\.\d+\n$/)
  expect(used.succeeded).toBe(false)
})
