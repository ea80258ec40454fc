import { existsSync, readFileSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { inEnvironmentFile } from '../../client/environment/env-file.ts'
import { build } from '../../reports/build.ts'
import { readRecord } from '../../reports/index.ts'
import { servingMock } from '../cli/places.ts'
import { asInCheckout, checkout, Project, toolOfCheckout } from './project.ts'

/** The oldest Node that package.json allows, and the newest of each later line that is maintained. */
const NODES = [
  ['node20', '20.19.0'],
  ['node22', '22'],
  ['node24', '24'],
] as const

/** What is built of many files. */
const BUNDLES = /^((chunks|lib)\/[\w-]+|(proof|suites)\/bundle|reports\/html\/browser)$/

/** What a user writes who takes all that the package exports: the examples of docs/exports.md, by their first lines. */
const examples = Object.fromEntries(
  Array.from(
    readFileSync(join(checkout, 'docs/exports.md'), 'utf8').matchAll(/^```ts\n\/\/ (\S+)\n(.*?)^```$/gms),
    ([, name = '', source = '']) => [name, source],
  ),
)

/** Compiles only where the types are known: whatever is `any` may be misused. */
const misuses = `
import { defaultPolicy } from 'donation-conformance/certificate'
import { updateDonationRequestSchema } from 'donation-conformance/contract'
import { partialUpdate } from 'donation-conformance/generators'
import { startMock } from 'donation-conformance/mock'
import { diff, readRecord, recordSchema } from 'donation-conformance/record'
import { conformance } from 'donation-conformance/vitest'
import fc from 'fast-check'

export async function misuses() {
  // @ts-expect-error: a memo is text
  updateDonationRequestSchema.parse({}).memo?.toFixed()
  // @ts-expect-error: there is no such generator of numbers
  fc.sample(partialUpdate({ pledged: true }), 1)[0]?.toFixed()
  // @ts-expect-error: a fault is named by its id
  startMock({ faults: [1] })
  // @ts-expect-error: the requirements are a list
  recordSchema.parse({}).requirements.toFixed()
  const record = await readRecord('.')
  // @ts-expect-error: a comparison is no text
  diff(record, record).trim()
  // @ts-expect-error: a policy's days are a number
  defaultPolicy.maxAgeDays.trim()
  // @ts-expect-error: a seed is a number
  conformance({ seed: 'one' })
}
`

let project: Project
let installed: string
let tarball: string
beforeAll(async () => {
  project = await Project.create({ ...examples, 'misuses.ts': misuses })
  installed = join(project.directory, 'node_modules/donation-conformance')
  const packages = await Promise.all(['vitest', 'fast-check', '@types/node'].map(asInCheckout))
  const platform = `${process.platform}-${process.arch}`
  const nodes = NODES.map(([name, version]) => `${name}@npm:node-${platform}@${version}`)
  tarball = await project.installTarball([...packages, ...nodes])
}, 300_000)
afterAll(() => project?.remove())

/** A short run of the program whose reports go to this directory of the project. */
const shortRun = (out: string) => ['run', '--only', 'LIMIT-1', '--seed', '1', '--out', out]

/** What a CI file runs: the text, in YAML or in Groovy's quotes, that runs the package. */
function scriptOf(text: string): string {
  const [, step] = /sh '(.*)'/.exec(text) ?? []
  const texts: string[] = []
  JSON.stringify(step ?? parse(text), (_, value: unknown) => {
    if (typeof value === 'string' && value.includes('npx')) texts.push(value)
    return value
  })
  return texts.join('\n')
}

/** How a program is to end; what it printed is shown where it ends otherwise. */
const endsWith = (status: number) => ({ status, output: expect.any(String) })

/** What vitest's JSON reporter says of each file. */
const vitestSchema = z.object({
  testResults: z.array(
    z.object({ name: z.string(), assertionResults: z.array(z.object({ status: z.string() })) }),
  ),
})

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
    /^(docs\/[\w-]+\.md|(README|CHANGELOG|CONTRIBUTING)\.md|LICENSE|package\.json|\.env\.(sandbox|partner)\.example|dist\/commit)$/
  expect(files.filter((file) => !program.test(file) && !text.test(file))).toEqual([])

  const modules = files.map((file) => program.exec(file)?.[1]).filter((name) => name !== undefined)
  const isOfToday = (name: string) => BUNDLES.test(name) || existsSync(join(checkout, `${name}.ts`))
  expect(
    modules.filter((name) => !isOfToday(name)),
    'left by an earlier build: rm -r dist, then build',
  ).toEqual([])
})

test('its command tests the embedded mock and leaves reports', async () => {
  expect(await project.run('npx', '--no', 'donation-conformance', ...shortRun('by-npx'))).toEqual(endsWith(0))
  const reports = await readdir(join(project.directory, 'by-npx'))
  expect(reports.sort()).toEqual(['exchanges.har', 'junit.xml', 'record.json', 'report.html'])
  const { tool } = await readRecord(join(project.directory, 'by-npx'))
  expect(tool.digest, 'what is published is what was built in the checkout').toEqual(build().digest)
})

test('its command holds the partner side and the proof, of which it brings no files of their own', async () => {
  await writeFile(join(project.directory, '.env.partner'), 'PARTNER_START=exit 7\n')
  const partner = await project.run('npx', '--no', 'donation-conformance', 'partner', '--env', '.env.partner')
  expect(partner).toEqual({
    status: 3,
    output: expect.stringContaining('ended with status 7 before it listened'),
  })
  const proof = await project.run(
    'npx',
    '--no',
    'donation-conformance',
    'faults',
    '--only',
    'token-3-basic-used-code',
  )
  expect(proof).toEqual({
    status: 0,
    output: expect.stringContaining('1 of 1 faults caught and rightly named'),
  })
})

test('every export is there, and has an example', async () => {
  const entrySchema = z.union([z.string(), z.object({ types: z.string(), default: z.string() })])
  const manifestSchema = z.object({ exports: z.record(z.string(), entrySchema) })
  const { exports } = manifestSchema.parse(await jsonOf(join(installed, 'package.json')))
  for (const [name, entry] of Object.entries(exports)) {
    const files = typeof entry === 'string' ? [entry] : Object.values(entry)
    expect(files.filter((file) => !existsSync(join(installed, file)))).toEqual([])
    if (name !== './package.json')
      expect(examples[`${name === './vitest' ? 'conformance' : name.slice(2)}.test.ts`]).toContain(
        `'donation-conformance${name.slice(1)}'`,
      )
  }
})

test('publint finds nothing', async () => {
  const { messages } = await publint({ pkgDir: installed, pack: false })
  expect(messages).toEqual([])
})

test('the types are wrong for no resolution, and require() finds that they are of ECMAScript modules', async () => {
  const checked = await checkPackage(createPackageFromTarballData(await readFile(tarball)))
  if (!checked.types) throw new Error('no types were found')
  expect(checked.problems.filter(({ kind }) => kind !== 'CJSResolvesToESM')).toEqual([])
})

test.each([
  ['nodenext', 'nodenext'],
  ['esnext', 'bundler'],
])('TypeScript knows the types of every export: module %s, resolution %s', async (module, resolution) => {
  const options = `--noEmit --strict --types node --module ${module} --moduleResolution ${resolution}`
  const compiled = await project.run(
    toolOfCheckout('tsc'),
    ...options.split(' '),
    ...Object.keys(examples),
    'misuses.ts',
  )
  expect(compiled).toEqual({ status: 0, output: '' })
})

test.each(NODES)('the command and every export work on %s', async (name, version) => {
  const node = join(project.directory, 'node_modules', name, 'bin/node')
  const { output } = await project.run(node, '--version')
  expect(`${output.trim()}.`.startsWith(`v${version}.`), output).toBe(true)
  const main = join(installed, 'dist/cli/main.js')
  for (const out of ['accepted', 'conformance-results'])
    expect(await project.run(node, main, ...shortRun(out))).toEqual(endsWith(0))

  const vitest = join(project.directory, 'node_modules/vitest/vitest.mjs')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile=${name}.json`]
  expect(await project.run(node, vitest, 'run', ...reporters)).toEqual(endsWith(0))
  const { testResults } = vitestSchema.parse(await jsonOf(join(project.directory, `${name}.json`)))
  expect(testResults.map((file) => basename(file.name)).sort()).toEqual(Object.keys(examples).sort())
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
  expect(new Set(tests.map(({ status }) => status))).toEqual(new Set(['passed']))
  expect(existsSync(join(project.directory, 'by-vitest/report.html'))).toBe(true)
})

test.each([
  ['github', '.github/workflows/conformance.yml', 'CONFORMANCE_ENV=$(cat .env.sandbox) RUNNER_TEMP=.'],
  ['gitlab', '.gitlab-ci.yml', 'CONFORMANCE_ENV=.env.sandbox'],
  ['jenkins', 'Jenkinsfile', 'CONFORMANCE_ENV=.env.sandbox'],
])('what init writes for %s tests the sandbox as it stands', async (system, file, variables) => {
  const { environment } = await servingMock()
  const lines = Object.entries(environment).map(([key, value]) => `${inEnvironmentFile(key, value)}\n`)
  await writeFile(join(project.directory, '.env.sandbox'), lines.join(''))
  expect(await project.run('npx', '--no', 'donation-conformance', 'init', '--ci', system)).toEqual(
    endsWith(0),
  )
  const script = scriptOf(await readFile(join(project.directory, file), 'utf8'))
  expect(await project.run('sh', '-e', '-c', `export ${variables}\n${script}`)).toEqual(endsWith(0))
})
