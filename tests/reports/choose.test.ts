import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chooseReporters } from '../../reports/choose.ts'
import { ReportError } from '../../reports/directory.ts'
import { recordSchema } from '../../reports/record.ts'
import { reporters, reportFiles } from '../../reports/reporters.ts'
import { writeReports } from '../../reports/write.ts'
import { mixedRun } from './samples.ts'

/** The reporters of a project of its own, by file. */
const modules = {
  'verdicts.mjs': `export default async (record) => ({ 'verdicts.json': JSON.stringify(record), 'one.txt': record.summary.outcome })`,
  'common.cjs': `module.exports = ({ requirements }) => ({ 'count.txt': String(requirements.length) })`,
  'silent.mjs': 'export default () => {}',
  'spoiler.mjs': `export default (record) => { record.requirements.length = 0 }`,
  'throws.mjs': `export default () => { throw new Error('there is\\nno network') }`,
  'no-function.mjs': 'export const report = () => ({})',
  'wrong.mjs': 'export default () => ({})}',
  'endless.mjs': 'export default () => new Promise(() => {})',
  'elsewhere.mjs': `export default () => ({ '../elsewhere.txt': '' })`,
  'verdicts-too.mjs': `export default () => ({ 'verdicts.json': '{}' })`,
  'number.mjs': `export default () => ({ 'number.txt': 7 })`,
  'like-ours.mjs': `export default () => ({ 'Junit.xml': '' })`,
  'node_modules/a-reporter/package.json': '{"name":"a-reporter","exports":{"import":"./index.mjs"}}',
  'node_modules/a-reporter/index.mjs': `export default () => ({ 'package.txt': 'of a package' })`,
}

let project: string
beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'reporters-'))
  for (const [name, text] of Object.entries(modules)) {
    await mkdir(join(project, dirname(name)), { recursive: true })
    await writeFile(join(project, name), text)
  }
})
afterAll(() => rm(project, { recursive: true }))

/** What is written in a directory of its own, and what is said where not all of it could be. */
async function writtenBy(...names: string[]) {
  const dir = await mkdtemp(join(project, 'out-'))
  const said = await writeReports(mixedRun, dir, await chooseReporters(names, project, 0.5)).then(
    () => undefined,
    (error: ReportError) => ({ message: error.message, written: error.written }),
  )
  return { dir, said, files: await readdir(dir), read: (name: string) => readFile(join(dir, name), 'utf8') }
}

test('reports are chosen by name, each once', async () => {
  expect((await writtenBy('sarif', 'tap', 'sarif')).files).toEqual(['report.sarif', 'report.tap'])
  expect((await writtenBy(...Object.keys(reporters))).files).toEqual(reportFiles.toSorted())
})

describe('a module of the project', () => {
  test('gets the record and gives files, by path or as a package', async () => {
    const { files, read } = await writtenBy('./verdicts.mjs', './common.cjs', 'a-reporter', 'record')
    expect(files).toEqual(['count.txt', 'one.txt', 'package.txt', 'record.json', 'verdicts.json'])
    expect(JSON.parse(await read('verdicts.json'))).toEqual(JSON.parse(await read('record.json')))
    expect(recordSchema.parse(JSON.parse(await read('verdicts.json'))).summary.outcome).toBe('violates')
    expect((await writtenBy(join(project, 'verdicts.mjs'))).files).toEqual(['one.txt', 'verdicts.json'])
  })

  test('does not write over what another has written', async () => {
    const { said, read } = await writtenBy('./verdicts.mjs', './verdicts-too.mjs')
    expect(said?.message).toBe('two reporters write verdicts.json: the first has it')
    expect(recordSchema.safeParse(JSON.parse(await read('verdicts.json'))).success).toBe(true)
  })

  test('may write nothing', async () => {
    expect(await writtenBy('./silent.mjs')).toMatchObject({ files: [], said: undefined })
  })

  test('changes nothing for others', async () => {
    const { read } = await writtenBy('./spoiler.mjs', './common.cjs', 'record')
    expect(await read('count.txt')).toBe(String(mixedRun.requirements.length))
    expect(JSON.parse(await read('record.json'))).toMatchObject({ requirements: { length: 10 } })
  })
})

test.each([
  ['./missing.mjs', /^cannot load the reporter .\/missing.mjs: Cannot find module '[^']*missing.mjs'$/],
  [
    'juint',
    /^cannot load the reporter juint: Cannot find package 'juint'; the reports with a name are junit, rec/,
  ],
  ['./wrong.mjs', /^cannot load the reporter .\/wrong.mjs: [^\n]+$/],
  ['./no-function.mjs', /^the reporter .\/no-function.mjs exports no function as its default$/],
])('what cannot be loaded is told before a run is spent on it: %s', async (name, message) => {
  const chosen = chooseReporters(['junit', name], project)
  await expect(chosen).rejects.toThrow(ReportError)
  await expect(chosen).rejects.toThrow(message)
})

test.each([
  ['./throws.mjs', 'the reporter ./throws.mjs failed: there is no network'],
  ['./endless.mjs', 'the reporter ./endless.mjs failed: it did not end within 0.5 s'],
  [
    './elsewhere.mjs',
    "the reporter ./elsewhere.mjs has to return texts by the names of their files, such as { 'summary.txt': 'All is well.' }",
  ],
  [
    './number.mjs',
    "the reporter ./number.mjs has to return texts by the names of their files, such as { 'summary.txt': 'All is well.' }",
  ],
  ['./like-ours.mjs', 'the reporter ./like-ours.mjs cannot have Junit.xml: a report of ours has that name'],
])('one that fails is told in one line, and the others are written: %s', async (name, message) => {
  const { dir, said, files } = await writtenBy(name, 'junit', './common.cjs')
  const whole = ['junit.xml', 'count.txt']
  expect(said).toEqual({ message, written: whole.map((file) => join(dir, file)) })
  expect(files).toEqual(whole.toSorted())
})
