import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { programFiles } from '../../reports/build.ts'

function folderWith(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), 'files-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), text)
  }
  return root
}

const FILES = {
  'dist/cli/main.js': '',
  'dist/cli/main.d.ts': '',
  'dist/bench/bench.js': '',
  'dist/lib/mock.js': '',
  'dist/mock/index.js': '',
  'dist/suites/bundle.js': '',
  'dist/suites/worker.js': '',
  'dist/chunks/run-new.js': '',
}

test('a build is made of the program files that are published', () => {
  expect(programFiles(folderWith(FILES))).toEqual([
    'dist/chunks/run-new.js',
    'dist/cli/main.js',
    'dist/lib/mock.js',
    'dist/suites/bundle.js',
    'package.json',
  ])
})

test('chunks that are left of an earlier build are no part of it', () => {
  const leftOver = { 'dist/chunks/run-old.js': '', 'dist/chunks/.npmignore': 'run-old.js\n' }
  expect(programFiles(folderWith({ ...FILES, ...leftOver }))).toEqual(programFiles(folderWith(FILES)))
})
