import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')

/**
 * Who may import from whom, from the ground up. The mock is one more target, reached over HTTP: what it shares with
 * the suite is the contract alone.
 */
const floors: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  generators: ['contract'],
  mock: ['contract'],
  client: ['contract'],
  harness: ['contract', 'generators', 'client'],
  suites: ['contract', 'generators', 'client', 'harness'],
  reports: ['contract', 'generators', 'mock', 'client', 'harness', 'suites'],
  proof: ['contract', 'generators', 'mock', 'client', 'harness', 'suites', 'reports'],
  cli: ['contract', 'generators', 'mock', 'client', 'harness', 'suites', 'reports', 'proof'],
}

/** The one place that starts the embedded mock for a run. */
const doors = ['harness/session/open-target.ts -> mock/server.ts']

interface Import {
  readonly from: string
  readonly to: string
}

/** The relative imports of a source, static and dynamic, of values and types, and what it exports on. */
function importsOf(file: string, source: string): Import[] {
  const specifiers = source.matchAll(/\b(?:from|import)\b\s*\(?\s*['"](\.[^'"]*)['"]/g)
  return [...specifiers].map(([, specifier = '']) => ({
    from: file,
    to: relative(root, resolve(root, dirname(file), specifier)),
  }))
}

const folderOf = (file: string) => file.split('/')[0] ?? ''

/** Imports out of a folder that its floor does not allow. */
function trespasses(imports: readonly Import[]): string[] {
  return imports
    .filter(({ from, to }) => folderOf(from) !== folderOf(to))
    .filter(({ from, to }) => !floors[folderOf(from)]?.includes(folderOf(to)))
    .map(({ from, to }) => `${from} -> ${to}`)
    .filter((one) => !doors.includes(one))
}

describe.each(Object.keys(floors))('%s', (folder) => {
  const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join(folder, file))
  const imports = files.flatMap((file) => importsOf(file, readFileSync(resolve(root, file), 'utf8')))

  test('imports only from the floors below', () => {
    expect(imports.length).toBeGreaterThan(0)
    expect(trespasses(imports)).toEqual([])
  })
})

test.each([
  [`import { startMock } from '../../mock/server.ts'`],
  [`import type { Policies } from '../../mock/policies/index.ts'`],
  [`export * from '../../mock/server.ts'`],
  [`const { startMock } = await import('../../mock/server.ts')`],
  [`import '../../mock/server.ts'`],
  [`import {\n  startMock,\n  type MockService,\n} from '../../mock/server.ts'`],
])('a suite that reached into the mock would be noticed: %s', (source) => {
  expect(trespasses(importsOf('suites/oauth/token.ts', source))).toHaveLength(1)
})
