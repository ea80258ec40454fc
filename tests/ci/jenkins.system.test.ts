import { execFile, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ciFile } from '../../cli/init/ci.ts'
import { tool } from '../../harness/model/tool.ts'
import { temporaryDirectory } from '../cli/places.ts'
import { checkout } from '../system/project.ts'
import { codeUnder } from './docs.ts'
import { BROKEN, FEW_REQUIREMENTS, service, UNREACHABLE, WITHOUT_DONATIONS } from './service.ts'
import { buildOf, THIS_BUILD } from './shell.ts'

/** Debian's is of the version that Jenkins runs. */
beforeAll(() => {
  if (spawnSync('groovy', ['--version']).status !== 0)
    throw new Error('Groovy does not run here: apt-get install groovy default-jre-headless')
})

const endSchema = z.object({
  calls: z.array(z.looseObject({ step: z.string() })),
  returned: z.number().optional(),
  error: z.string().optional(),
})

/** Runs a Jenkinsfile with the steps of Jenkins played, where `sandbox-env` is this env file. */
async function play(jenkinsfile: string, env: string) {
  const workspace = await temporaryDirectory()
  const file = join(await temporaryDirectory(), 'Jenkinsfile')
  await writeFile(file, jenkinsfile)
  const step = join(checkout, 'ci/jenkins/vars/donationConformance.groovy')
  const player = join(import.meta.dirname, 'jenkins/play.groovy')
  const { stdout } = await promisify(execFile)('groovy', [player, step, file, workspace, env])
  const [last = ''] = stdout.trimEnd().split('\n').slice(-1)
  return { ...endSchema.parse(JSON.parse(last)), log: stdout, workspace }
}

/** A pipeline with nothing but the step, with these options in Groovy. */
const pipeline = (options: string, version = THIS_BUILD) => `donationConformance ${options},
  env: credentials('sandbox-env'), version: '${version}', options: '${FEW_REQUIREMENTS}'`

test('what init writes is a pipeline: it runs the suite, and publishes what that leaves', async () => {
  const { text = '' } = ciFile('jenkins', false) ?? {}
  const ended = await play(text, 'missing.env')
  expect(ended.calls, ended.log).toEqual([
    { step: 'sh', script: expect.stringContaining(' run --env "$CONFORMANCE_ENV"') },
    { step: 'junit', testResults: 'conformance-results/junit.xml' },
    { step: 'archiveArtifacts', artifacts: 'conformance-results/**' },
  ])
})

describe('the step for Jenkins', () => {
  test('the set-up of docs/ci.md tests the service of the env file, and its reports are published', async () => {
    const here = `version: '${THIS_BUILD}', options: '${FEW_REQUIREMENTS}'`
    const jenkinsfile = (await codeUnder('Jenkins')).replace(`version: '${tool.version}'`, here)
    const ended = await play(jenkinsfile, await service())
    expect(ended, ended.log).toMatchObject({ returned: 0 })
    expect(ended.calls).toEqual([
      expect.objectContaining({ step: 'junit', testResults: 'conformance-results/junit.xml' }),
      expect.objectContaining({ step: 'archiveArtifacts', artifacts: 'conformance-results/**' }),
    ])
    expect(existsSync(join(ended.workspace, 'conformance-results/junit.xml'))).toBe(true)
  })

  test.each([
    ['a broken MUST', 'violations', () => service(BROKEN), { error: expect.stringContaining('status 1') }],
    ['a broken MUST', 'never', () => service(BROKEN), { returned: 1 }],
    ['an undecided MUST', 'violations', () => service({}, WITHOUT_DONATIONS), { returned: 0 }],
    [
      'an undecided MUST',
      'undecided',
      () => service({}, WITHOUT_DONATIONS),
      { error: expect.stringContaining('status 3') },
    ],
    ['an unreachable service', 'never', () => service({}, UNREACHABLE), { returned: 3 }],
    [
      'a missing env file',
      'never',
      async () => 'missing.env',
      { error: expect.stringContaining('status 2') },
    ],
  ])('%s, where the build is to fail on: %s', async (_, failOn, env, end) => {
    const ended = await play(pipeline(`failOn: '${failOn}'`), await env())
    expect(ended, ended.log).toMatchObject(end)
    expect(ended.calls.map(({ step }) => step)).toEqual(['junit', 'archiveArtifacts'])
  })

  test.each(['violations', 'never'])(
    'a run that was killed fails the build, where that is to fail on %s too',
    async (failOn) => {
      const ended = await play(pipeline(`failOn: '${failOn}'`, await buildOf('kill -9 $$')), 'unread.env')
      expect(ended, ended.log).toMatchObject({
        error: 'donation-conformance ended with status 137: it did not come to a verdict',
      })
    },
  )

  test.each([
    ["failon: 'never'", 'donationConformance has no option failon'],
    ["failOn: 'violation'", 'failOn must be violations, undecided or never'],
  ])('%s is refused', async (options, error) => {
    expect(await play(pipeline(options), 'missing.env')).toMatchObject({ error, calls: [] })
  })

  test('an option is no command', async () => {
    const ended = await play(
      pipeline(`failOn: 'never', baseline: '"; touch hacked; "', target: '$(touch hacked)'`),
      'missing.env',
    )
    expect(await readdir(ended.workspace)).not.toContain('hacked')
  })
})
