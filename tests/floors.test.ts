import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { cruise, type ICruiseResult } from 'dependency-cruiser'
import extractOptions from 'dependency-cruiser/config-utl/extract-depcruise-options'
import { describe, expect, onTestFinished, test } from 'vitest'

const checkout = resolve(import.meta.dirname, '..')
const rules = await extractOptions(join(checkout, '.dependency-cruiser.js'))

/** Every file of the project in TypeScript. */
function sources(): string[] {
  const folders = readdirSync(checkout).filter((name) => !/^(\..*|dist|node_modules)$/.test(name))
  return folders.flatMap((folder) => {
    const isFolder = statSync(join(checkout, folder)).isDirectory()
    const names = isFolder ? readdirSync(join(checkout, folder), { recursive: true, encoding: 'utf8' }) : ['']
    return names.map((name) => join(folder, name)).filter((file) => file.endsWith('.ts'))
  })
}

/** All modules of a directory with their imports, judged by the rules of this project. */
async function cruised(directory: string): Promise<ICruiseResult> {
  const { output } = await cruise(['.'], { ...rules, baseDir: directory })
  if (typeof output === 'string') throw new Error(output)
  return output
}

/** The names of the rules that these files break, each file with its source. */
async function brokenBy(files: Readonly<Record<string, string>>): Promise<string[]> {
  const directory = mkdtempSync(join(tmpdir(), 'floors-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  for (const [name, source] of Object.entries(files)) {
    mkdirSync(join(directory, dirname(name)), { recursive: true })
    writeFileSync(join(directory, name), source)
  }
  const { summary } = await cruised(directory)
  return summary.violations.map(({ rule }) => rule.name)
}

/** A file that imports another, and the other. */
const importing = (from: string, to: string) => ({
  [from]: `import '${'../'.repeat(from.split('/').length - 1)}${to}'`,
  [to]: 'export {}',
})

const ofCheckout = await cruised(checkout)

test('every module imports only what it may, and none itself in a circle', () => {
  const { summary, modules } = ofCheckout
  expect(summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`)).toEqual([])
  const read = new Set(modules.map(({ source }) => source))
  expect(sources().filter((file) => !read.has(file))).toEqual([])
})

test('no file has more than 300 lines', () => {
  const linesOf = (file: string) => readFileSync(join(checkout, file), 'utf8').split('\n').length - 1
  expect(sources().filter((file) => linesOf(file) > 300)).toEqual([])
})

test('README.md lists each folder behind those that it imports from', () => {
  const readme = readFileSync(join(checkout, 'README.md'), 'utf8')
  const listed = [...readme.matchAll(/^(\w+)\/ /gm)].map(([, folder]) => folder)
  const placeOf = (path: string) => listed.indexOf(path.split('/')[0])
  const imports = ofCheckout.modules
    .flatMap(({ source, dependencies }) => dependencies.map(({ resolved }) => ({ source, resolved })))
    .filter(({ source, resolved }) => placeOf(source) >= 0 && placeOf(resolved) >= 0)
  expect(imports.length).toBeGreaterThan(300)
  expect(imports.filter(({ source, resolved }) => placeOf(resolved) > placeOf(source))).toEqual([])
})

describe('a trespass is noticed', () => {
  test.each([
    ['contract', 'contract/a.ts', 'generators/b.ts'],
    ['generators', 'generators/a.ts', 'mock/b.ts'],
    ['mock', 'mock/api/a.ts', 'generators/b.ts'],
    ['mock', 'mock/a.ts', 'harness/model/b.ts'],
    ['client', 'client/http/a.ts', 'harness/model/b.ts'],
    ['advice', 'advice/looks/a.ts', 'harness/model/b.ts'],
    ['harness', 'harness/engine/a.ts', 'suites/b.ts'],
    ['harness', 'harness/session/open-target.ts', 'mock/store.ts'],
    ['one door to the mock', 'harness/session/session.ts', 'mock/server.ts'],
    ['suites', 'suites/oauth/a.ts', 'mock/server.ts'],
    ['suites', 'suites/oauth/a.ts', 'harness/session/b.ts'],
    ['one door to the engine', 'suites/oauth/a.ts', 'harness/engine/b.ts'],
    ['suites', 'suites/oauth/a.ts', 'partner/b.ts'],
    ['generators', 'generators/a.ts', 'partner/b.ts'],
    ['partner', 'partner/engine/a.ts', 'suites/oauth/b.ts'],
    ['partner', 'partner/engine/a.ts', 'reports/b.ts'],
    ['partner/requirements', 'partner/requirements/a.ts', 'partner/engine/b.ts'],
    ['partner/recording', 'partner/recording/a.ts', 'partner/engine/b.ts'],
    ['reports', 'reports/html/a.ts', 'mock/b.ts'],
    ['reports', 'reports/a.ts', 'proof/b.ts'],
    ['proof', 'proof/a.ts', 'cli/b.ts'],
    ['certificate', 'certificate/a.ts', 'mock/b.ts'],
    ['certificate', 'certificate/a.ts', 'partner/engine/b.ts'],
    ['proof', 'proof/a.ts', 'certificate/b.ts'],
    ['vitest', 'vitest/a.ts', 'cli/b.ts'],
    ['cli', 'cli/a.ts', 'vitest/b.ts'],
    ['cli', 'cli/a.ts', 'tests/b.ts'],
    ['client/secrets', 'client/secrets/a.ts', 'client/http/b.ts'],
    ['client/http', 'client/http/a.ts', 'client/environment/b.ts'],
    ['client/environment', 'client/environment/a.ts', 'client/login/b.ts'],
    ['client/login', 'client/login/a.ts', 'client/oauth/b.ts'],
    ['client/oauth', 'client/oauth/a.ts', 'client/donations/b.ts'],
    ['harness/model', 'harness/model/a.ts', 'harness/rules/b.ts'],
    ['harness/causes', 'harness/causes/a.ts', 'harness/rules/b.ts'],
    ['harness/rules', 'harness/rules/a.ts', 'harness/session/b.ts'],
    ['harness/session', 'harness/session/a.ts', 'harness/authoring/b.ts'],
    ['harness/authoring', 'harness/authoring/a.ts', 'harness/engine/b.ts'],
    ['harness/preflight', 'harness/preflight/a.ts', 'harness/authoring/b.ts'],
    ['harness/engine', 'harness/engine/a.ts', 'harness/preflight/b.ts'],
    ['suites/oauth', 'suites/oauth/token/a.ts', 'suites/donation/b.ts'],
    ['suites/donation', 'suites/donation/a.ts', 'suites/general/b.ts'],
    ['suites/general', 'suites/general/a.ts', 'suites/oauth/b.ts'],
    ['suites/support', 'suites/support/a.ts', 'suites/oauth/b.ts'],
    ['suites/axes', 'suites/axes/a.ts', 'suites/oauth/b.ts'],
    ['examples', 'examples/partner/a.ts', 'partner/session/b.ts'],
    ['bench', 'bench/a.ts', 'cli/b.ts'],
    ['partner/session', 'partner/session/a.ts', 'partner/requirements/b.ts'],
    ['a folder without a line above', 'extras/a.ts', 'contract/b.ts'],
  ])('%s: %s -> %s', async (rule, from, to) => {
    expect(await brokenBy(importing(from, to))).toEqual([rule])
  })

  test.each([
    `import { startMock } from '../../mock/server.ts'`,
    `import type { MockService } from '../../mock/server.ts'`,
    `import { type MockService } from '../../mock/server.ts'`,
    `export * from '../../mock/server.ts'`,
    `export type { MockService } from '../../mock/server.ts'`,
    `const { startMock } = await import('../../mock/server.ts')`,
    `import '../../mock/server.ts'`,
  ])('however it is written: %s', async (source) => {
    expect(await brokenBy({ 'suites/oauth/a.ts': source, 'mock/server.ts': 'export {}' })).toEqual(['suites'])
  })

  test('a circle of type imports', async () => {
    const files = {
      'contract/a.ts': `import type { B } from './b.ts'\nexport type A = B`,
      'contract/b.ts': `import { type A } from './a.ts'\nexport type B = A`,
    }
    expect(await brokenBy(files)).toEqual(['no circles'])
  })
})

test.each([
  ['harness/session/open-target.ts', 'mock/server.ts'],
  ['suites/worker.ts', 'harness/engine/worker.ts'],
  ['suites/oauth/token/a.ts', 'suites/support/b.ts'],
  ['cli/a.ts', 'proof/b.ts'],
  ['partner/service/a.ts', 'mock/b.ts'],
  ['proof/a.ts', 'partner/b.ts'],
])('%s may import %s', async (from, to) => {
  expect(await brokenBy(importing(from, to))).toEqual([])
})
