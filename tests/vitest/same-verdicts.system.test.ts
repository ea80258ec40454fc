import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import PQueue from 'p-queue'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { readEnvironment } from '../../client/environment/read-environment.ts'
import { type RequirementId, requirementById, serviceRequirements } from '../../contract/index.ts'
import type { Verdict } from '../../contract/verdict.ts'
import { Collector } from '../../harness/engine/collector.ts'
import { runSuites } from '../../harness/engine/run.ts'
import { preflight } from '../../harness/preflight/preflight.ts'
import { applyAll } from '../../mock/apply.ts'
import { contractPolicies, type Policies } from '../../mock/policies/index.ts'
import { recordSchema } from '../../reports/record.ts'
import { servingMock, temporaryDirectory } from '../cli/places.ts'

const SEED = 7
/** Cases of a property: what is compared is the two ways of running, not how much either finds. */
const RUNS = 5
/** Waited out where no inspector makes a code expire; longer than what a code waits for on a busy machine. */
const CODE_LIFETIME_SECONDS = 4

const root = resolve(import.meta.dirname, '../..')
const entry = pathToFileURL(join(root, 'dist/lib/vitest.js'))
const runner = join(root, 'node_modules/vitest/vitest.mjs')

type Environment = Readonly<Record<string, string>>

/** A service to be tested twice: each time a new one, since a test leaves it changed. */
interface Scenario {
  readonly name: string
  readonly policies?: Policies
  /** What whoever filled in the env file left out. */
  readonly without?: RegExp
  /** The requirements that are tried: all unless told otherwise. */
  readonly only?: readonly RequirementId[]
  /** Stops for good once so many requests have come; those of a preflight come before. */
  readonly diesAfter?: number
}

async function serve({ policies = contractPolicies, without, diesAfter }: Scenario): Promise<Environment> {
  let requests = 0
  const { around } = policies.transport
  const dying: Policies = {
    ...policies,
    transport: {
      ...policies.transport,
      around(request, next, host) {
        if (++requests === diesAfter) void mock.close()
        return around(request, next, host)
      },
    },
  }
  const mock = await servingMock({ policies: dying, codeLifetimeSeconds: CODE_LIFETIME_SECONDS })
  return Object.fromEntries(Object.entries(mock.environment).filter(([key]) => !without?.test(key)))
}

/** The verdicts of the command's way: a worker of its own. */
async function byCommand(environment: Environment, { only }: Scenario): Promise<Record<string, Verdict>> {
  const target = readEnvironment({ processEnv: { ...environment } })
  const settings = { target, seed: SEED, runs: RUNS, strict: false, ...(only && { only }) }
  const problem = await preflight(target, new AbortController().signal)
  const { requirements } =
    problem === undefined ? await runSuites(settings) : new Collector(settings).result(problem)
  return Object.fromEntries(requirements.map(({ id, verdict }) => [id, verdict]))
}

interface ByVitest {
  /** Of the record that was written. */
  readonly verdicts: Record<string, Verdict>
  /** What vitest itself says of each test. */
  readonly statuses: Record<string, string>
}

/** The report of vitest's own JSON reporter, as far as it is looked at. */
const vitestSchema = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      assertionResults: z.array(z.object({ title: z.string(), status: z.string() })),
    }),
  ),
})

/** What vitest says where a stranger's test files call `conformance()`, all files in one run of vitest. */
async function byVitest(
  environments: readonly Environment[],
  signal: AbortSignal,
): Promise<{ status: unknown; files: ByVitest[] }> {
  const directory = await temporaryDirectory()
  await Promise.all(
    environments.map(async (environment, index) => {
      const lines = Object.entries(environment).map(([key, value]) => `${key}=${value}\n`)
      await writeFile(join(directory, `${index}.env`), lines.join(''))
      const only = scenarios[index]?.only
      const options = { env: `${index}.env`, out: `out-${index}`, seed: SEED, runs: RUNS, only }
      const source = `import { conformance } from '${entry}'\nconformance(${JSON.stringify(options)})\n`
      await writeFile(join(directory, `${index}.test.mjs`), source)
    }),
  )
  await writeFile(join(directory, 'vitest.config.mjs'), 'export default {}\n')
  const args = ['run', '--reporter=json', '--outputFile=vitest.json', '--maxWorkers=2']
  const child = spawn(process.execPath, [runner, ...args], { cwd: directory, stdio: 'ignore', signal })
  const [status]: unknown[] = await once(child, 'close')
  const told = vitestSchema.parse(JSON.parse(await readFile(join(directory, 'vitest.json'), 'utf8')))
  const files = environments.map(async (_environment, index): Promise<ByVitest> => {
    const text = await readFile(join(directory, `out-${index}`, 'record.json'), 'utf8')
    const { requirements } = recordSchema.parse(JSON.parse(text))
    const file = told.testResults.find(({ name }) => name.endsWith(`/${index}.test.mjs`))
    return {
      verdicts: Object.fromEntries(requirements.map(({ id, verdict }) => [id, verdict])),
      statuses: Object.fromEntries(
        (file?.assertionResults ?? []).map(({ title, status: one }) => [title.split(':')[0], one]),
      ),
    }
  })
  return { status, files: await Promise.all(files) }
}

/** As vitest has to tell a verdict. */
function statusOf(verdict: Verdict): string {
  if (verdict === 'fail' || verdict === 'error') return 'failed'
  return verdict === 'inconclusive' || verdict === 'not-applicable' ? 'skipped' : 'passed'
}

const faults = [
  'env-1-clients-shared',
  'authz-2-plus-becomes-space',
  'token-12-no-cache-control',
  'org-3-exchange-refused',
  'refresh-3-third-refused',
  'bearer-7-no-challenge',
  'update-4-city-missing-from-answer',
  'pledged-2-put-not-gated',
  'designation-2-any-campaign',
  'error-2-null-city-fails',
]

/** Of this one all that is broken is looked at; of the others the family: whole runs of all take too long. */
const WHOLE = 'error-2-null-city-fails'

function familyOf(fault: string): readonly RequirementId[] {
  const [family] = requirementOf(fault).split('-')
  return serviceRequirements.map(({ id }) => id).filter((id) => id.startsWith(`${family}-`))
}

function requirementOf(fault: string): string {
  return fault.split('-').slice(0, 2).join('-').toUpperCase()
}

const scenarios: readonly Scenario[] = [
  { name: 'a service that keeps the contract' },
  ...faults.map((fault) => ({
    name: fault,
    policies: applyAll(contractPolicies, { faults: [fault] }),
    ...(fault === WHOLE ? {} : { only: familyOf(fault) }),
  })),
  { name: 'missing fixtures', without: /NO_ORG|MULTI_ORG|OTHER_|PLEDGED|DESIGNATION|EXPIRED/ },
  { name: 'a service that dies', diesAfter: 8 },
]

test('the command and vitest come to the same verdicts, requirement by requirement', async ({ signal }) => {
  const { status, files } = await byVitest(await Promise.all(scenarios.map(serve)), signal)
  expect(status).toBe(1)
  const queue = new PQueue({ concurrency: 3 })
  const all = await queue.addAll(scenarios.map((one) => async () => byCommand(await serve(one), one)))
  for (const [index, scenario] of scenarios.entries()) {
    const expected = all[index] ?? {}
    expect(files[index]?.verdicts, scenario.name).toEqual(expected)
    const told = Object.entries(expected).map(([id, verdict]) => [id, statusOf(verdict)])
    expect(files[index]?.statuses, scenario.name).toEqual(Object.fromEntries(told))
    if (scenario.policies) {
      const broken = Object.entries(expected).filter(
        ([, verdict]) => verdict === 'fail' || verdict === 'warn',
      )
      expect(
        broken.map(([one]) => one),
        scenario.name,
      ).toContain(requirementById(requirementOf(scenario.name)).id)
    }
  }
}, 480_000)
