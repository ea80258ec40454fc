import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ciFile } from '../../cli/init/ci.ts'
import { servingMock } from '../cli/places.ts'
import { codeUnder } from './docs.ts'
import { expanded, GitLabRunner, including, jobOf, jobsOf } from './gitlab.ts'
import { BROKEN, FEW_REQUIREMENTS, service, UNREACHABLE, WITHOUT_DONATIONS } from './service.ts'
import { quickBuild, THIS_BUILD } from './shell.ts'

const over = { CONFORMANCE_VERSION: THIS_BUILD, CONFORMANCE_OPTIONS: FEW_REQUIREMENTS }

test('the set-up of docs/ci.md tests the service of the env file, and leaves a report for junit', async () => {
  const job = await jobOf(await codeUnder('GitLab CI'))
  const runner = await GitLabRunner.create()
  const variables = { CONFORMANCE_ENV: await service() }
  const { status, log, workspace } = await runner.run(job, { variables, over })
  expect(status, log).toBe(0)
  expect(log).toContain('The service keeps the contract in the 2 requirements decided.')
  const { reports, paths } = job.artifacts
  for (const path of [reports.junit, ...paths]) expect(existsSync(join(workspace, path)), path).toBe(true)
})

test('what init writes keeps the schema of GitLab', async () => {
  const { text = '' } = ciFile('gitlab', false) ?? {}
  expect(Object.keys(await expanded(text))).toEqual(['conformance'])
  await expect(expanded(text.replace('when: always', 'when: sometimes'))).rejects.toThrow(
    'conformance.artifacts.when',
  )
})

test('without an env file the variables of the project count', async () => {
  const { environment } = await servingMock()
  const runner = await GitLabRunner.create()
  const { status, log } = await runner.run(await jobOf(including({})), { variables: environment, over })
  expect(status, log).toBe(0)
})

describe('what fails the job', () => {
  test.each([
    ['a broken MUST', () => service(BROKEN), { violations: 1, never: 0 }],
    [
      'a MUST that could not be decided',
      () => service({}, WITHOUT_DONATIONS),
      { violations: 0, undecided: 3 },
    ],
    ['a service that cannot be tested', () => service({}, UNREACHABLE), { violations: 3, never: 0 }],
    ['an env file that is not there', async () => 'missing.env', { violations: 2, never: 2 }],
  ])('%s', async (_, env, statuses) => {
    const runner = await GitLabRunner.create()
    const variables = { CONFORMANCE_ENV: await env() }
    for (const [failOn, status] of Object.entries(statuses)) {
      const job = await jobOf(including({ env: '$CONFORMANCE_ENV', 'fail-on': failOn }))
      const ended = await runner.run(job, { variables, over })
      expect(ended.status, ended.log).toBe(status)
    }
  })
})

test('a branch is compared with the last run of the default branch, which alone leaves its record', async () => {
  const job = await jobOf(including({ env: '$CONFORMANCE_ENV' }))
  const runner = await GitLabRunner.create()
  const run = async (env: string, branch: string) =>
    (await runner.run(job, { branch, variables: { CONFORMANCE_ENV: env }, over })).log
  const [sound, broken] = [await service(), await service(BROKEN)]
  expect(await run(broken, 'feature')).not.toContain('Since the last run')
  expect(await run(sound, 'main')).not.toContain('Since the last run')
  expect(await run(broken, 'feature')).toContain('Newly broken (1)\n  UPDATE-2 (MUST) pass → fail')
  expect(await run(broken, 'feature'), 'the record is still that of the default branch').toContain(
    'Newly broken (1)',
  )
})

describe('the record that all compare with', () => {
  const job = () => jobOf(including({}))
  const quick = async () => ({ CONFORMANCE_VERSION: await quickBuild() })

  test.each(['Main', 'my_branch', 'release/1'])('is found where the default branch is %s', async (main) => {
    const runner = await GitLabRunner.create({ defaultBranch: main })
    const over = await quick()
    await runner.run(await job(), { over })
    const { log } = await runner.run(await job(), { branch: 'feature', over })
    expect(log).toContain('Since the last run of the default branch')
  })

  test.each([{ branch: 'MAIN' }, { tag: 'main' }])('is not written by %o', async (other) => {
    const runner = await GitLabRunner.create()
    const over = await quick()
    await runner.run(await job(), { over })
    expect(runner.written).toEqual(['donation-conformance-main'])
    await runner.run(await job(), { ...other, over })
    expect(runner.written.slice(1)).not.toContain('donation-conformance-main')
  })
})

test('an input is no command', async () => {
  const job = await jobOf(
    including({ options: '$(touch hacked) `touch hacked`', baseline: '"; touch hacked; "' }),
  )
  const { workspace } = await (await GitLabRunner.create()).run(job, {
    over: { CONFORMANCE_VERSION: THIS_BUILD },
  })
  expect(existsSync(join(workspace, 'hacked'))).toBe(false)
})

test('a value that there is not is refused before the pipeline begins', async () => {
  const refused = 'is not in the list of allowed options'
  await expect(jobsOf(including({ 'fail-on': 'violation' }))).rejects.toThrow(refused)
})
