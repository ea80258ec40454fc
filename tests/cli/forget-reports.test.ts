import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { forgetReports } from '../../cli/forget-reports.ts'
import { temporaryDirectory } from './places.ts'

/** What is left of the reports of an earlier run where this command line could not be carried out. */
async function leftBy(commandLine: (out: string) => readonly string[]) {
  const out = await temporaryDirectory()
  for (const name of ['record.json', 'junit.xml', 'notes.txt']) await writeFile(join(out, name), '')
  await forgetReports(commandLine(out))
  return readdir(out)
}

test.each([
  ['a run', (out: string) => ['run', '--out', out]],
  ['an examination', (out: string) => ['partner', `--out=${out}`]],
  ['a merge of other directories', (out: string) => ['merge', 'shard-1', 'shard-2', '--out', out]],
])('of %s that failed no earlier report is left', async (_, commandLine) => {
  expect(await leftBy(commandLine)).toEqual(['notes.txt'])
})

test.each([
  ['a baseline', (out: string) => ['run', '--out', out, '--baseline', out], ['notes.txt', 'record.json']],
  [
    'a dry run',
    (out: string) => ['run', '--dry-run', '--out', out],
    ['junit.xml', 'notes.txt', 'record.json'],
  ],
  [
    'a record to be joined',
    (out: string) => ['merge', join(out, 'record.json'), 'b', '--out', out],
    ['junit.xml', 'notes.txt', 'record.json'],
  ],
  [
    'a directory to be joined',
    (out: string) => ['merge', out, 'b', '--out', out],
    ['junit.xml', 'notes.txt', 'record.json'],
  ],
  [
    'another command',
    (out: string) => ['diff', out, 'b', '--out', out],
    ['junit.xml', 'notes.txt', 'record.json'],
  ],
])('%s is kept', async (_, commandLine, left) => {
  expect(await leftBy(commandLine)).toEqual(left)
})

test('a report that cannot be removed is told', async () => {
  const out = await temporaryDirectory()
  await mkdir(join(out, 'junit.xml'))
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  await forgetReports(['run', '--out', out])
  expect(write).toHaveBeenCalledExactlyOnceWith(
    expect.stringMatching(/^reports of an earlier run may still be there: .*(EISDIR|EPERM)[^\n]*\n$/),
  )
  write.mockRestore()
})

test('where the directory is a file, there is no report', async () => {
  const out = join(await temporaryDirectory(), 'file')
  await writeFile(out, '')
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  await forgetReports(['run', '--out', out])
  expect(write).not.toHaveBeenCalled()
  write.mockRestore()
})
