import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'

const script = resolve(import.meta.dirname, '../build.js')

function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'build-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  return directory
}

let project: string
beforeEach(() => {
  project = temporaryDirectory()
  copyFileSync(script, join(project, 'build.js'))
  for (const name of ['package-lock.json', 'rolldown.config.js', 'tsconfig.json'])
    writeFileSync(join(project, name), '')
  writeFileSync(join(project, 'tsconfig.build.json'), '{ "include": ["src"] }')
  mkdirSync(join(project, 'src/deep'), { recursive: true })
  mkdirSync(join(project, 'cli'))
  writeFileSync(join(project, 'src/deep/one.ts'), '')
  mkdirSync(join(project, 'bin'))
  tool('tsc', 'mkdir -p dist && echo tsc >> log')
  tool('rolldown', 'mkdir -p dist/cli && touch dist/cli/main.js && echo rolldown >> log')
  writeFileSync(join(project, 'log'), '')
})

/** A compiler that does no more than this. */
function tool(name: string, does: string): void {
  const path = join(project, 'bin', name)
  writeFileSync(path, `#!/bin/sh\n${does}\n`)
  chmodSync(path, 0o755)
}

/** Which tools a build used, and how it ended. */
function build(): { used: string[]; status: number | null } {
  const PATH = [join(project, 'bin'), process.env.PATH].join(delimiter)
  const { status } = spawnSync(process.execPath, ['build.js'], { cwd: project, env: { PATH } })
  const used = readFileSync(join(project, 'log'), 'utf8').split('\n').filter(Boolean).sort()
  writeFileSync(join(project, 'log'), '')
  return { used, status }
}

const ALL = ['rolldown', 'tsc']

test('what is built already is not built again', () => {
  expect(build()).toEqual({ used: ALL, status: 0 })
  expect(build()).toEqual({ used: [], status: 0 })
})

test.each([
  ['a source that changed', () => writeFileSync(join(project, 'src/deep/one.ts'), 'changed')],
  ['a source that is no more', () => rmSync(join(project, 'src/deep/one.ts'))],
  ['other libraries', () => writeFileSync(join(project, 'package-lock.json'), '{}')],
  ['no build any more', () => rmSync(join(project, 'dist'), { recursive: true })],
])('%s makes it build again', (_, happen) => {
  build()
  happen()
  expect(build()).toEqual({ used: ALL, status: 0 })
})

test('a copy of everything is built in its own right', () => {
  build()
  const copy = temporaryDirectory()
  cpSync(project, copy, { recursive: true })
  project = copy
  expect(build()).toEqual({ used: ALL, status: 0 })
})

test('the program can be called by its name, also after a second build: npx makes it executable only once', () => {
  build()
  writeFileSync(join(project, 'src/deep/one.ts'), 'changed')
  expect(build()).toEqual({ used: ALL, status: 0 })
  expect(statSync(join(project, 'dist/cli/main.js')).mode & 0o111).toBe(0o111)
})

test('a build that fails ends with 3, and counts for nothing', () => {
  tool('tsc', 'exit 2')
  expect(build().status).toBe(3)
  tool('tsc', 'mkdir -p dist && echo tsc >> log')
  expect(build()).toEqual({ used: ALL, status: 0 })
})
