import { execFile, execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { catalogue } from '../../contract/index.ts'
import { faults as faultsOfSample } from '../../examples/partner/faults/index.ts'
import { faults } from '../../mock/faults/index.ts'
import { variants } from '../../mock/variants/index.ts'
import { selectableOfService } from '../../proof/cases.ts'
import { selected } from '../../proof/selected.ts'
import { checkout, toolOfCheckout } from '../system/project.ts'

const text = readFileSync(join(checkout, 'CONTRIBUTING.md'), 'utf8')

/** The samples of code, without the indentation of the list that they stand in. */
const samples = Array.from(text.matchAll(/^( *)```ts\n([\s\S]*?)^ *```$/gm), ([, indent = '', code = '']) =>
  code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
)
const [requirementSample = '', faultSample = ''] = samples

const ids = (all: readonly { readonly id: string }[]) => all.map(({ id }) => id)

test('each requirement that CONTRIBUTING names exists', () => {
  const known = ids(catalogue)
  const families = [...new Set(known.map((id) => id.split('-')[0]))].join('|')
  const named: readonly string[] = text.match(new RegExp(`\\b(?:${families})-\\d+\\b`, 'g')) ?? []
  expect(named).toContain('UPDATE-16')
  expect(named.filter((id) => !known.includes(id))).toEqual([])
})

test('each fault that CONTRIBUTING names exists', () => {
  const named = text.match(/\b[a-z]+-\d+-[a-z\d-]*[a-z\d]\b/g) ?? []
  expect(named.length).toBeGreaterThan(1)
  const known = [...ids(faults), ...ids(variants), ...ids(faultsOfSample)]
  expect(named.filter((id) => !known.includes(id))).toEqual([])
})

test('each proof that CONTRIBUTING shows can be run as it stands', () => {
  const lists = Array.from(text.matchAll(/faults -- --only ([\w,-]+)/g), ([, list = '']) => list.split(','))
  expect(lists.length).toBeGreaterThan(1)
  for (const list of lists) expect(selected(list, selectableOfService(false))).toEqual(list)
})

test('each file that CONTRIBUTING names exists', () => {
  const paths = Array.from(
    text.matchAll(/[`( ]((?:\.\/)?(?:[\w.-]+\/)+[\w.-]*(?:\.(?:ts|js|md)|\/))(?=[`) :])/g),
    ([, path = '']) => path,
  )
  expect(paths).toContain('mock/policies/')
  expect(paths.filter((path) => !existsSync(join(checkout, path)))).toEqual([])
})

/** What the formatter and the linter make of the text of a file. */
function checked(file: string, code: string): string {
  const args = ['check', '--write', '--error-on-warnings', `--stdin-file-path=${file}`]
  return execFileSync(toolOfCheckout('biome'), args, { cwd: checkout, input: code, encoding: 'utf8' })
}

test('the sample of a requirement is written as the linter wants it', () => {
  expect(checked('suites/donation/update/update-16.ts', requirementSample)).toBe(requirementSample)
})

test('the sample of a requirement compiles', async () => {
  const place = mkdtempSync(join(tmpdir(), 'sample-'))
  onTestFinished(() => rmSync(place, { recursive: true }))
  const folder = 'suites/donation/update'
  mkdirSync(join(place, folder), { recursive: true })
  const others = readdirSync(checkout).filter((name) => !/^(suites|dist|\..*|tsconfig.*)$/.test(name))
  for (const name of others) symlinkSync(join(checkout, name), join(place, name))
  await writeFile(join(place, folder, 'sample.ts'), requirementSample)
  const settings = { extends: join(checkout, 'tsconfig.json'), include: ['suites'] }
  await writeFile(join(place, 'tsconfig.json'), JSON.stringify(settings))
  const says = await new Promise((ended) => {
    execFile(toolOfCheckout('tsc'), ['--noEmit', '-p', place], (error, stdout) =>
      ended([error?.code, stdout]),
    )
  })
  expect(says).toEqual([undefined, ''])
})

test('the sample of a fault is one that the mock has', () => {
  const folder = join(checkout, 'mock/faults/donation')
  const inList = faultSample.trimEnd().replaceAll(/^/gm, '  ')
  const files = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
  expect(files.filter((file) => file.includes(`\n${inList},\n`))).toHaveLength(1)
  expect(samples).toHaveLength(2)
})
