import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { broken, kept, onDay } from '../reports/trend/records.ts'
import { temporaryDirectory } from './places.ts'
import { run } from './program.ts'

/** A directory with these files, records and others. */
async function keeping(files: Readonly<Record<string, unknown>>): Promise<string> {
  const cwd = await temporaryDirectory()
  for (const [name, content] of Object.entries(files)) {
    await mkdir(join(cwd, dirname(name)), { recursive: true })
    await writeFile(join(cwd, name), typeof content === 'string' ? content : JSON.stringify(content))
  }
  return cwd
}

const before = onDay(2, { requirements: [kept], expires: '3600' }).record
const after = onDay(9, { requirements: [broken], expires: '1800' }).record

test('of a directory all records are read, and files beside it', async () => {
  const cwd = await keeping({
    'runs/1/record.json': before,
    'runs/1/other.json': {},
    'today.json': after,
    // What the last run left is among those that are kept.
    'conformance-results/record.json': before,
  })
  const { status, stdout, stderr } = await run(
    ['trend', 'runs', './runs/1', 'today.json', 'conformance-results', '--out', 'pages/trend.html'],
    {
      cwd,
    },
  )
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(stdout).toContain('TOKEN-3 (MUST) pass → fail')
  expect(stdout).toMatch(
    /^2 runs of the embedded reference service from .* Broken now: TOKEN-3 since 2026-01-09 03:04 UTC.\nWritten: pages\/trend.html\n$/m,
  )
  expect(await readFile(join(cwd, 'pages/trend.html'), 'utf8')).toContain(
    '<h1>2 runs of the embedded reference service from',
  )
})

test('what cannot be read is told in one line, and nothing is written', async () => {
  const cwd = await keeping({
    'good/record.json': before,
    'partner/record.json': { ...before, subject: 'partner' },
    'empty/notes.txt': '',
    'broken.json': '{',
    'newer.json': { ...before, schema: 2 },
  })
  const said = async (...paths: string[]) => {
    const { status, stdout, stderr } = await run(['trend', ...paths, '--out', 'trend.html'], { cwd })
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    return stderr
  }
  expect(await said('good', 'broken.json')).toBe('broken.json is no JSON\n')
  expect(await said('good', 'newer.json')).toMatch(/^newer.json is no record of a run: [^\n]* at schema\n$/)
  expect(await said('empty')).toBe('there is no record.json in empty\n')
  expect(await said('missing')).toMatch(/^cannot read missing: ENOENT[^\n]*\n$/)
  expect(await said('good', 'partner')).toMatch(/^the records are about both sides: good[^\n]*\n$/)
  expect(await readdir(cwd)).not.toContain('trend.html')
  const nowhere = await run(['trend', 'good', '--out', 'good/record.json/where.html'], { cwd })
  expect(nowhere).toMatchObject({
    status: 2,
    stdout: '',
    stderr: expect.stringMatching(/^cannot write good\/record.json\/where/),
  })
})
