import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join, resolve } from 'node:path'
import { parseSync } from 'rolldown/utils'
import { expect, test } from 'vitest'
import { z } from 'zod'

const checkout = resolve(import.meta.dirname, '..')
const names = z.record(z.string(), z.unknown()).transform((packages) => Object.keys(packages))
const { dependencies, peerDependencies } = z
  .object({ dependencies: names, peerDependencies: names })
  .parse(JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8')))

/** The files of the package that programs and compilers read. */
function packedModules(): string[] {
  const command = ['pack', '--dry-run', '--json', '--ignore-scripts']
  const printed = execFileSync('npm', command, {
    cwd: checkout,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const packed = z.tuple([z.object({ files: z.array(z.object({ path: z.string() })) })])
  const [{ files }] = packed.parse(JSON.parse(printed))
  return files.map(({ path }) => path).filter((path) => /\.(js|d\.ts)$/.test(path))
}

/** Everything that a module of the package imports by a fixed name, in whatever way. */
function importsOf(path: string): string[] {
  const source = readFileSync(join(checkout, path), 'utf8')
  const { staticImports, staticExports, dynamicImports } = parseSync(path, source).module
  // Bundled CommonJS asks so for what was left outside, and types name a module without an import.
  const others = path.endsWith('.d.ts') ? /\bimport\("([^"]+)"\)/g : /\b__require\("([^"]+)"\)/g
  return [
    ...staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports.flatMap(({ entries }) => entries.map(({ moduleRequest }) => moduleRequest?.value ?? '')),
    ...dynamicImports.map(({ moduleRequest: { start, end } }) => {
      const [, name = ''] = /^["'`](.+)["'`]$/.exec(source.slice(start, end)) ?? []
      return name
    }),
    ...Array.from(source.matchAll(others), ([, name = '']) => name),
  ]
}

/** The name of a package, without the path inside it. */
function packageOf(name: string): string {
  return name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/')
}

test('the package imports what it depends on, and depends on what it imports: the command line is bundled', () => {
  const modules = packedModules()
  expect(modules).toContain('dist/cli/main.js')
  // Of a newer Node, this one does not know all.
  const isPackage = (name: string) => !/^([./]|node:|$)/.test(name) && !isBuiltin(name)
  const imported = new Set(modules.flatMap(importsOf).filter(isPackage).map(packageOf))
  const known = [...dependencies, ...peerDependencies]
  expect([...imported].filter((name) => !known.includes(name))).toEqual([])
  expect(known.filter((name) => !imported.has(name))).toEqual([])
})
