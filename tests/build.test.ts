import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
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

const TSC = 'echo tsc >> log'

/** What rolldown does: the program, and one chunk. */
function bundling(chunk: string): string {
  const path = `$DIST/chunks/${chunk}.js`
  return `mkdir -p $DIST/cli $DIST/chunks && echo ${chunk} > $DIST/cli/main.js && touch ${path} && echo rolldown >> log`
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
  mkdirSync(join(project, 'node_modules'))
  const library = 'node_modules/proper-lockfile'
  symlinkSync(resolve(import.meta.dirname, '..', library), join(project, library))
  tool('tsc', TSC)
  tool('rolldown', bundling('one'))
  writeFileSync(join(project, 'log'), '')
})

/** A compiler that does no more than this. */
function tool(name: string, does: string): void {
  const path = join(project, 'bin', name)
  writeFileSync(path, `#!/bin/sh\n${does}\n`)
  chmodSync(path, 0o755)
}

/** Which tools a build used, and how it ended. */
function build(...args: string[]): { used: string[]; status: number | null } {
  const { status } = spawnSync(process.execPath, ['build.js', ...args], environment())
  return { used: usedTools(), status }
}

function environment() {
  return { cwd: project, env: { PATH: [join(project, 'bin'), process.env.PATH].join(delimiter) } }
}

function usedTools(): string[] {
  const used = readFileSync(join(project, 'log'), 'utf8').split('\n').filter(Boolean).sort()
  writeFileSync(join(project, 'log'), '')
  return used
}

function chunks(): string[] {
  return readdirSync(join(project, 'dist/chunks')).sort()
}

function read(path: string): string {
  return readFileSync(join(project, path), 'utf8').trim()
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
  tool('tsc', TSC)
  expect(build()).toEqual({ used: ALL, status: 0 })
})

test('what is there can be used while it is built anew, and where that fails', () => {
  build()
  tool('tsc', 'cat dist/cli/main.js >> log && exit 2')
  writeFileSync(join(project, 'src/deep/one.ts'), 'changed')
  expect(build()).toEqual({ used: ['one', 'rolldown'], status: 3 })
  expect(read('dist/cli/main.js')).toBe('one')
})

test('a command under way finds its chunks for a day; nothing else is left of an earlier build', () => {
  build()
  writeFileSync(join(project, 'dist/of-a-source-that-is-gone.js'), '')
  const next = (chunk: string, ...args: string[]) => {
    tool('rolldown', bundling(chunk))
    writeFileSync(join(project, 'src/deep/one.ts'), chunk)
    expect(build(...args).status).toBe(0)
  }
  next('two')
  expect(existsSync(join(project, 'dist/of-a-source-that-is-gone.js'))).toBe(false)
  expect(read('dist/cli/main.js')).toBe('two')
  expect(chunks()).toEqual(['.npmignore', 'one.js', 'two.js'])
  expect(read('dist/chunks/.npmignore')).toBe('one.js')

  const longAgo = new Date(Date.now() - 25 * 60 * 60 * 1000)
  for (const chunk of ['one', 'two']) utimesSync(join(project, `dist/chunks/${chunk}.js`), longAgo, longAgo)
  next('three')
  expect(chunks(), 'the day begins when another takes its place').toEqual([
    '.npmignore',
    'three.js',
    'two.js',
  ])
  next('two')
  expect(read('dist/chunks/.npmignore')).toBe('three.js')
  next('two', '--clean')
  expect(chunks()).toEqual(['two.js'])
})

test('of two builds at the same time one builds, and the other waits for it', async () => {
  tool('tsc', `sleep 1; ${TSC}`)
  const both = [1, 2].map(() => once(spawn(process.execPath, ['build.js'], environment()), 'exit'))
  expect(await Promise.all(both)).toEqual([
    [0, null],
    [0, null],
  ])
  expect(usedTools()).toEqual(ALL)
  expect(readdirSync(project).filter((name) => name.startsWith('.dist'))).toEqual([])
})
