import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { applyAll } from '../../mock/apply.ts'
import { contractPolicies } from '../../mock/policies/index.ts'
import { recordSchema } from '../../reports/record.ts'
import { envFile, servingMock, temporaryDirectory } from './places.ts'
import { run, start } from './program.ts'

async function recordIn(directory: string) {
  return recordSchema.parse(JSON.parse(await readFile(join(directory, 'record.json'), 'utf8')))
}

/** What a run printed, without what differs from one to the next. */
function settled(stdout: string): string {
  return stdout.replace(/\d+ requests in [\d.]+ m?s/, 'N requests in T').replace(/(Reports: \S+),.*/, '$1, …')
}

/** What was told beside the result, without how far the run is: a slow machine tells that too. */
function told(stderr: string): string {
  return stderr.replaceAll(/^\d+\/\d+ tests ended.*\n/gm, '')
}

test('a run of one family against the embedded mock', async () => {
  const cwd = await temporaryDirectory()
  const { status, stdout, stderr } = await run(['run', '--only', 'org,TOKEN-1', '--seed', '1'], { cwd })
  expect(settled(stdout)).toMatchInlineSnapshot(`
    "Testing the embedded reference service.

            pass  observed
    TOKEN      1         ·
    ORG        5         1  observed ORG-6
    all        6         1

    2 observations, in record.json

    Security advice: 6 to mend, 13 safe, 18 not seen (--advice deep sees more).

    The service keeps the contract in the 7 requirements decided. 6 pass, 1 observed.
    Tested the embedded reference service: N requests in T, seed 1. Reports: conformance-results/junit.xml, …
    "
  `)
  expect({ status, told: told(stderr) }).toEqual({ status: 0, told: '' })
  const record = await recordIn(join(cwd, 'conformance-results'))
  expect(record.requirements.map(({ id }) => id)).toEqual([
    'TOKEN-1',
    'ORG-1',
    'ORG-2',
    'ORG-3',
    'ORG-4',
    'ORG-5',
    'ORG-6',
  ])
  expect(record.run).toMatchObject({ seed: 1, runs: 100 })
})

test('a run against the embedded mock says that a configured sandbox was not used', async () => {
  const cwd = await temporaryDirectory()
  await writeFile(join(cwd, '.env.sandbox'), '')
  const { stdout } = await run(['run', '--only', 'ORG-5'], { cwd })
  const said = '.env.sandbox was not used: --env .env.sandbox tests the sandbox'
  expect(stdout.split('\n')[0]).toBe(`Testing the embedded reference service. Mind: ${said}.`)
  expect(stdout).toContain(`\nNotes\n  ${said}\n`)
  const env = { SANDBOX_AUTH_URL: 'https://auth.example' }
  const elsewhere = await run(['run', '--only', 'ORG-5'], { cwd: await temporaryDirectory(), env })
  expect(elsewhere.stdout).toContain(
    'the SANDBOX_ keys of the process were not used: --target sandbox tests the sandbox',
  )
})

test('a broken service gives 1; a broken SHOULD does so only in a strict run', async () => {
  const cwd = await temporaryDirectory()
  const mock = await servingMock({
    policies: applyAll(contractPolicies, { faults: ['token-12-no-cache-control'], variants: [] }),
  })
  const env = await envFile(cwd, mock)
  const args = ['run', '--env', env, '--only', 'TOKEN-12', '--out', cwd]
  const [warned, failed] = [await run(args), await run([...args, '--strict'])]
  expect([warned.status, failed.status]).toEqual([0, 1])
  expect(failed.stdout).toContain('TOKEN-12')
  expect(failed.stdout).toContain('no-store')
})

test('a run that decides nothing is not green', async () => {
  const cwd = await temporaryDirectory()
  const env = await envFile(cwd, await servingMock(), {
    SANDBOX_OTHER_CLIENT_ID: '',
    SANDBOX_OTHER_CLIENT_SECRET: '',
    SANDBOX_OTHER_REDIRECT_URI: '',
  })
  const { status, stdout } = await run(['run', '--env', env, '--only', 'TOKEN-7', '--out', cwd])
  expect(status).toBe(3)
  expect(stdout).toMatch(/set SANDBOX_OTHER_CLIENT_ID, SANDBOX_OTHER_CLIENT_SECRET\b.* to decide/)
})

test('a key that is set and wrong is to be mended, whatever its requirement did without it', async () => {
  const cwd = await temporaryDirectory()
  const env = await envFile(cwd, await servingMock(), { SANDBOX_OTHER_CLIENT_SECRET: 'wrong' })
  const { stdout } = await run(['run', '--env', env, '--only', 'TOKEN-7,REFRESH-8,ORG-5', '--out', cwd])
  expect(stdout).toMatch(/mend SANDBOX_OTHER_CLIENT_SECRET to decide/)
  expect(stdout).not.toMatch(/ not set|set SANDBOX_/)
  const { requirements } = await recordIn(cwd)
  const why = 'configuration: SANDBOX_OTHER_CLIENT_SECRET: the service does not know the second client by it'
  expect(requirements.map(({ id, reason = '' }) => [id, reason.slice(0, why.length)])).toEqual([
    ['TOKEN-7', why],
    ['ORG-5', ''],
    ['REFRESH-8', why],
  ])
})

test('how far a run is, is told now and then, and not with --quiet', async () => {
  const [told, quiet] = await Promise.all(
    [[], ['--quiet']].map(async (options) => {
      const cwd = await temporaryDirectory()
      return run(['run', '--only', 'REFRESH-1', '--latency', '1000', '--deadline', '7', ...options], { cwd })
    }),
  )
  expect(told?.stderr).toContain('tests ended')
  expect(quiet?.stderr).not.toContain('tests ended')
})

test('a log that FORCE_COLOR is set for has colours', async () => {
  const cwd = await temporaryDirectory()
  const { stdout } = await run(['run', '--only', 'ORG-5'], { cwd, env: { FORCE_COLOR: '1' } })
  expect(stdout).toContain('\u001b[32m')
})

test('a replay of a test that there is not', async () => {
  const cwd = await temporaryDirectory()
  const { status, stdout } = await run(['run', '--replay', 'AUTHZ-2/nonsense:1:0'], { cwd })
  expect(status).toBe(3)
  expect(stdout).toContain('The service could not be tested: no test is called AUTHZ-2/nonsense.')
})

test('a service that is not there is told in one line, and in the reports', async () => {
  const cwd = await temporaryDirectory()
  const mock = await servingMock()
  // An address of its own: runs of other tests lock the same donations by theirs.
  const env = await envFile(cwd, mock, { SANDBOX_API_URL: 'http://127.0.0.1:2' })
  const { status, stdout, stderr } = await run(['run', '--env', env, '--out', cwd])
  expect({ status, stdout, stderr }).toEqual({
    status: 3,
    stdout: `Testing ${mock.environment.SANDBOX_AUTH_URL} and http://127.0.0.1:2.\n`,
    stderr:
      'The service could not be tested: http://127.0.0.1:2/v1/organizations cannot be tested: connection refused by 127.0.0.1:2. Is SANDBOX_API_URL right, and the service up?\n',
  })
  const { summary, requirements } = await recordIn(cwd)
  expect(summary).toMatchObject({ outcome: 'error', verdicts: { inconclusive: requirements.length } })
})

test('what is wrong with the environment is told before anything is sent', async () => {
  const cwd = await temporaryDirectory()
  const seen: string[] = []
  const transport = {
    ...contractPolicies.transport,
    around: (request: Request, next: () => Promise<Response>) => {
      seen.push(request.url)
      return next()
    },
  }
  const mock = await servingMock({ policies: { ...contractPolicies, transport } })
  await envFile(cwd, mock, {
    SANDBOX_AUTH_URL: 'sandbox.example',
    SANDBOX_API_URL: mock.urls.productionApi,
    SANDBOX_REDIRECT_URI: 'http://partner.example/callback',
  })
  const toldOf = async (...args: string[]) => {
    const { status, stdout, stderr } = await run(['run', ...args], { cwd })
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    return stderr
  }
  expect(await toldOf('--env', 'missing.env')).toBe('missing.env cannot be read: there is no such file\n')
  expect(await toldOf('--env', 'test.env')).toMatchInlineSnapshot(`
    "The environment of test.env has 3 problems:
      SANDBOX_AUTH_URL must be an absolute http or https URL without user, query and fragment, and is "sandbox.example"
      SANDBOX_API_URL is the same as PRODUCTION_API_URL: production is never tested
      SANDBOX_REDIRECT_URI must be an https URL without fragment, and is "http://partner.example/callback"
    "
  `)
  expect(await toldOf('--env', 'test.env', '--target', 'mock')).toBe(
    '--env names a sandbox: leave it out to test the embedded mock\n',
  )
  expect(await toldOf('--target', 'sandbox')).toContain('SANDBOX_AUTH_URL is missing')
  expect(seen).toEqual([])
})

test('the environment may come from the process alone, as CI secrets do', async () => {
  const cwd = await temporaryDirectory()
  const { environment } = await servingMock()
  const { status } = await run(['run', '--target', 'sandbox', '--only', 'ORG-5'], { cwd, env: environment })
  expect(status).toBe(0)
})

test('a place for the reports that cannot be written is told before the run', async () => {
  const cwd = await temporaryDirectory()
  await writeFile(join(cwd, 'a-file'), '')
  const { status, stderr } = await run(['run', '--out', 'a-file/results'], { cwd })
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: expect.stringMatching(/^cannot write the reports to a-file\/results: ENOTDIR[^\n]*\n$/),
  })
})

test('whoever stops reading does not change what the run found', async () => {
  const cwd = await temporaryDirectory()
  const { process, ended } = start(['run', '--only', 'ORG-5', '--out', cwd])
  process.stdout?.destroy()
  process.stderr?.destroy()
  expect((await ended).status).toBe(0)
  expect((await recordIn(cwd)).summary.outcome).toBe('conforms')
})

/** A service that opens its organizations to everybody, and falls silent some requests after it was asked for them. */
function brokenThenSilent(onSilence: () => void) {
  let withoutToken = 0
  let after = 0
  let waiting: (() => void)[] = []
  const transport = {
    ...contractPolicies.transport,
    around: async (request: Request, next: () => Promise<Response>) => {
      if (new URL(request.url).pathname !== '/v1/organizations') {
        // One asks before the suites begin, two are cases of ORG-5.
        if (withoutToken < 3) return next()
        // By then whoever asked has read the answers.
        after++
        if (after <= 60) return next()
        onSilence()
        await new Promise<void>((resolve) => waiting.push(resolve))
        return next()
      }
      if (/^(Bearer)?$/.test(request.headers.get('authorization') ?? '')) withoutToken++
      return Response.json({ data: [] })
    },
  }
  const release = () => {
    for (const answer of waiting) answer()
    waiting = []
  }
  return { policies: { ...contractPolicies, transport }, release }
}

test('Ctrl-C reports what is known so far', async () => {
  const cwd = await temporaryDirectory()
  let interrupt = () => {}
  const mock = await servingMock({ policies: brokenThenSilent(() => interrupt()).policies })
  const env = await envFile(cwd, mock)
  const { process, ended } = start(['run', '--env', env, '--only', 'ORG-5,TOKEN-3', '--out', cwd])
  interrupt = () => {
    interrupt = () => {}
    process.kill('SIGINT')
  }
  const { status, stdout, stderr } = await ended
  expect({ status, told: told(stderr) }).toEqual({ status: 1, told: '' })
  expect(stdout).toContain(
    'The service breaks 1 of 2 requirements. The run did not finish: the run was interrupted.',
  )
  const { requirements } = await recordIn(cwd)
  expect(requirements).toMatchObject([
    { id: 'TOKEN-3', verdict: 'inconclusive', reason: 'the run was interrupted' },
    { id: 'ORG-5', verdict: 'fail' },
  ])
  expect(await readdir(cwd)).toContain('junit.xml')
})

test('who asks twice does not wait for the reports', async () => {
  const cwd = await temporaryDirectory()
  let interrupt = () => {}
  const mock = await servingMock({ policies: brokenThenSilent(() => interrupt()).policies })
  const env = await envFile(cwd, mock)
  const { process, ended } = start([
    'run',
    '--env',
    env,
    '--only',
    'ORG-5,TOKEN-3',
    '--out',
    join(cwd, 'out'),
  ])
  interrupt = () => {
    interrupt = () => {}
    process.kill('SIGINT')
    process.kill('SIGTERM')
  }
  const { status, stdout, stderr } = await ended
  expect({ status, stdout, told: told(stderr) }).toEqual({
    status: 3,
    stdout: expect.stringMatching(/^Testing .*\n$/),
    told: '',
  })
  expect(await readdir(join(cwd, 'out'))).toEqual([])
})
