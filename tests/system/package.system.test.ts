import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { asInCheckout, checkout, Project, toolOfCheckout } from './project.ts'

/** The oldest Node that package.json allows, and the newest of each later line that is maintained. */
const NODES = [
  ['node20', '20.19.0'],
  ['node22', '22'],
  ['node24', '24'],
] as const

/** What is built of many files. */
const BUNDLES = ['suites/bundle', 'reports/html/browser']

/** What a user writes who takes all that the package exports. */
const exportsTest = `
import { readFileSync } from 'node:fs'
import { defaultPolicy } from 'donation-conformance/certificate'
import { updateDonationRequestSchema } from 'donation-conformance/contract'
import { partialUpdate } from 'donation-conformance/generators'
import { startMock } from 'donation-conformance/mock'
import { recordSchema } from 'donation-conformance/record'
import { conformance } from 'donation-conformance/vitest'
import fc from 'fast-check'
import { expect, test } from 'vitest'

conformance({ only: ['TOKEN-3'], seed: 1, out: 'by-vitest' })

test('contract and generators', () => {
  fc.assert(fc.property(partialUpdate({ pledged: true }), (body) => updateDonationRequestSchema.safeParse(body).success))
})

test('mock', async () => {
  await using service = await startMock({ faults: ['token-3-code-never-used-up'] })
  expect(service.environment.SANDBOX_API_URL).toBe(service.urls.sandboxApi)
})

test('record', () => {
  const { requirements } = recordSchema.parse(JSON.parse(readFileSync('by-hand/record.json', 'utf8')))
  expect(requirements.map(({ id, verdict }) => [id, verdict])).toEqual([['LIMIT-1', 'observed']])
})

/** Compiles only where the types are known: whatever is \`any\` may be misused. */
export function misuses() {
  // @ts-expect-error: a memo is text
  updateDonationRequestSchema.parse({}).memo?.toFixed()
  // @ts-expect-error: there is no such generator of numbers
  fc.sample(partialUpdate({ pledged: true }), 1)[0]?.toFixed()
  // @ts-expect-error: a fault is named by its id
  startMock({ faults: [1] })
  // @ts-expect-error: the requirements are a list
  recordSchema.parse({}).requirements.toFixed()
  // @ts-expect-error: a policy's days are a number
  defaultPolicy.maxAgeDays.trim()
  // @ts-expect-error: a seed is a number
  conformance({ seed: 'one' })
}
`

let project: Project
let installed: string
beforeAll(async () => {
  project = await Project.create({ 'exports.test.ts': exportsTest })
  installed = join(project.directory, 'node_modules/donation-conformance')
  const packages = await Promise.all(['vitest', 'fast-check', '@types/node'].map(asInCheckout))
  const platform = `${process.platform}-${process.arch}`
  const nodes = NODES.map(([name, version]) => `${name}@npm:node-${platform}@${version}`)
  await project.installTarball([...packages, ...nodes])
}, 300_000)
afterAll(() => project?.remove())

/** A short run of the program whose reports go to this directory of the project. */
const shortRun = (out: string) => ['run', '--only', 'LIMIT-1', '--seed', '1', '--out', out]

/** How a program is to end; what it printed is shown where it ends otherwise. */
const endsWith = (status: number) => ({ status, output: expect.any(String) })

async function jsonOf(file: string): Promise<unknown> {
  return JSON.parse(await readFile(file, 'utf8'))
}

test('holds what its user runs and reads, and nothing else', async () => {
  const entries = await readdir(installed, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(installed.length + 1))
  const program = /^dist\/(?!bench|tests)(.+?)(\.d\.ts|\.js)$/
  const text =
    /^(docs\/[\w-]+\.md|(README|CHANGELOG)\.md|LICENSE|package\.json|\.env\.(sandbox|partner)\.example|dist\/commit)$/
  expect(files.filter((file) => !program.test(file) && !text.test(file))).toEqual([])

  const modules = files.map((file) => program.exec(file)?.[1]).filter((name) => name !== undefined)
  const isOfToday = (name: string) => BUNDLES.includes(name) || existsSync(join(checkout, `${name}.ts`))
  expect(
    modules.filter((name) => !isOfToday(name)),
    'left by an earlier build: rm -r dist, then build',
  ).toEqual([])
})

test('its command tests the embedded mock and leaves reports', async () => {
  expect(await project.run('npx', '--no', 'donation-conformance', ...shortRun('by-npx'))).toEqual(endsWith(0))
  const reports = await readdir(join(project.directory, 'by-npx'))
  expect(reports.sort()).toEqual(['exchanges.har', 'junit.xml', 'record.json', 'report.html'])
})

test('every export is there, and the tests below use it', async () => {
  const manifestSchema = z.object({ exports: z.record(z.string(), z.string()) })
  const { exports } = manifestSchema.parse(await jsonOf(join(installed, 'package.json')))
  for (const [name, file] of Object.entries(exports)) {
    expect(existsSync(join(installed, file)), file).toBe(true)
    if (name !== './package.json') expect(exportsTest).toContain(`'donation-conformance${name.slice(1)}'`)
  }
})

test('the suites pass as tests of vitest, beside tests that use the other exports', async () => {
  await project.run('npx', '--no', 'donation-conformance', ...shortRun('by-hand'))
  const reporters = ['--reporter=default', '--reporter=json', '--outputFile=vitest.json']
  expect(await project.run('npx', '--no', 'vitest', 'run', ...reporters)).toEqual(endsWith(0))
  expect(await jsonOf(join(project.directory, 'vitest.json'))).toMatchObject({
    testResults: [
      {
        assertionResults: [
          { status: 'passed', title: expect.stringMatching(/^TOKEN-3: /) },
          { status: 'passed', title: 'contract and generators' },
          { status: 'passed', title: 'mock' },
          { status: 'passed', title: 'record' },
        ],
      },
    ],
  })
  expect(existsSync(join(project.directory, 'by-vitest/report.html'))).toBe(true)
})

test.each([
  ['nodenext', 'nodenext'],
  ['esnext', 'bundler'],
])('TypeScript knows the types of every export: module %s, resolution %s', async (module, resolution) => {
  const options = `--noEmit --strict --types node --module ${module} --moduleResolution ${resolution}`
  const compiled = await project.run(toolOfCheckout('tsc'), ...options.split(' '), 'exports.test.ts')
  expect(compiled).toEqual({ status: 0, output: '' })
})

test.each(NODES)('runs on %s', async (name, version) => {
  const node = join(project.directory, 'node_modules', name, 'bin/node')
  const { output } = await project.run(node, '--version')
  expect(`${output.trim()}.`.startsWith(`v${version}.`), output).toBe(true)
  const main = join(installed, 'dist/cli/main.js')
  expect(await project.run(node, main, ...shortRun(name))).toEqual(endsWith(0))
})
