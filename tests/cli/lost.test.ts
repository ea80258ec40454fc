/** Runs whose verdict or reports get lost on the way. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, openSync } from 'node:fs'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test } from 'vitest'
import { writeReports } from '../../reports/write.ts'
import { requirement, run as sampleRun } from '../reports/samples.ts'
import { temporaryDirectory } from './places.ts'
import { run, start } from './program.ts'

const ONE = ['run', '--only', 'VERSION', '--runs', '1']

test('where the configuration is wrong, no report of an earlier run stays but one that the run was given', async () => {
  const cwd = await temporaryDirectory()
  const out = join(cwd, 'out')
  const [junit] = await writeReports(sampleRun([requirement({ id: 'VERSION-1' })]), out)
  const wrong = [...ONE, '--out', out, '--env', 'nowhere.env']
  expect((await run([...wrong, '--baseline', out], { cwd })).status).toBe(2)
  expect(await readdir(out)).toEqual(['record.json'])
  await writeFile(`${junit}`, '<testsuites/>')
  expect((await run(wrong, { cwd })).status).toBe(2)
  expect(await readdir(out)).toEqual([])
})

test('where a command cannot be read, no report of an earlier run stays, and whose it is not is left alone', async () => {
  const cwd = await temporaryDirectory()
  for (const [index, wrong] of [
    ['run', '--nonsense', '--out', 'out'],
    ['run', '--runs', '0', '--out=out'],
    ['partner', '--out', 'out', '--env', 'nowhere.env'],
  ].entries()) {
    await writeReports(sampleRun([requirement({ id: 'VERSION-1' })]), join(cwd, 'out'))
    await writeFile(join(cwd, 'out', 'notes.txt'), '')
    expect((await run(wrong, { cwd })).status).toBe(2)
    expect(await readdir(join(cwd, 'out')), `${index}`).toEqual(['notes.txt'])
  }
})

test('on GitHub, what kept a run from being made is an error of the job', async () => {
  const cwd = await temporaryDirectory()
  const github = { cwd, env: { GITHUB_ACTIONS: 'true' } }
  const told = async (...args: string[]) => (await run(args, github)).stdout
  expect(await told('run', '--nonsense')).toBe(
    "::error title=Nothing was tested::error: unknown option '--nonsense'\n",
  )
  expect(await told('run', '--env', 'nowhere.env')).toBe(
    '::error title=Nothing was tested::nowhere.env cannot be read: there is no such file\n',
  )
  expect(await told('run', '--help')).not.toContain('::error')
})

test('where reports cannot be written the verdict is printed all the same', async () => {
  const cwd = await temporaryDirectory()
  const out = join(cwd, 'out')
  const started = start([...ONE, '--out', out], { cwd })
  await started.printed('Testing')
  await rm(out, { recursive: true })
  await writeFile(out, '')
  const { status, stdout, stderr } = await started.ended
  expect(status).toBe(2)
  expect(stdout).toContain('The service keeps the contract')
  expect(stdout).not.toContain('Reports:')
  expect(stderr).toContain(`cannot write the reports to ${out}: `)
})

/** Runs it where nothing can be printed. */
async function onFullDisk(args: readonly string[], cwd: string) {
  const main = resolve(import.meta.dirname, '../../dist/cli/main.js')
  const child = spawn(process.execPath, [main, ...args], {
    stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'],
    cwd,
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  if (!child.stderr) throw new Error('there is no pipe')
  const [stderr] = await Promise.all([text(child.stderr), once(child, 'close')])
  return { status: child.exitCode, stderr }
}

const NO_ROOM = {
  status: 2,
  stderr: 'cannot write to the standard output: ENOSPC: no space left on device, write\n',
}

describe.runIf(existsSync('/dev/full'))('where nothing can be printed', () => {
  test('that is said in one line, and reports are written all the same', async () => {
    const cwd = await temporaryDirectory()
    expect(await onFullDisk(ONE, cwd)).toEqual(NO_ROOM)
    expect(await readdir(join(cwd, 'conformance-results'))).toContain('record.json')
  })

  test('no mock serves at addresses that nobody was told', async () => {
    expect(await onFullDisk(['mock'], await temporaryDirectory())).toEqual(NO_ROOM)
  })
})

test.runIf(process.platform === 'linux')(
  'a place where no directory can be made ends the run at once',
  async () => {
    const { status, stderr } = await run([...ONE, '--out', '/proc/nope'])
    expect(status).toBe(2)
    expect(stderr).toMatch(/^cannot write the reports to \/proc\/nope: ENOENT[^\n]*\n$/)
  },
)
