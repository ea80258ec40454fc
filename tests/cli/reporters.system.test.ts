import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { applyAll } from '../../mock/apply.ts'
import { contractPolicies } from '../../mock/policies/index.ts'
import { harText } from '../../reports/har/write.ts'
import { exchange, runWith } from '../reports/exchanges.ts'
import { envFile, servingMock, temporaryDirectory } from './places.ts'
import { run } from './program.ts'

const ONE = ['run', '--only', 'VERSION', '--runs', '1', '--out', 'out']

describe('run --reporter', () => {
  test('writes what is named and nothing else, several at once; what an earlier run left is gone', async () => {
    const cwd = await temporaryDirectory()
    const named = ['--reporter', 'sarif, tap', '--reporter', 'badge']
    expect((await run([...ONE, ...named], { cwd })).status).toBe(0)
    expect(await readdir(join(cwd, 'out'))).toEqual(['badge.svg', 'report.sarif', 'report.tap'])
    expect((await run(ONE, { cwd })).status).toBe(0)
    const usual = ['exchanges.har', 'junit.xml', 'record.json', 'report.html']
    expect(await readdir(join(cwd, 'out'))).toEqual(usual)
  })

  test('a module that is missing is told before anything is sent', async () => {
    const cwd = await temporaryDirectory()
    const { status, stdout, stderr } = await run([...ONE, '--reporter', './missing.mjs'], { cwd })
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toMatch(/^cannot load the reporter .\/missing.mjs: Cannot find module [^\n]*\n$/)
    expect((await run([...ONE, '--reporter', 'junit,'], { cwd })).stderr).toContain('It must name reporters')
  })

  test('one that fails makes a green run 2, and leaves a red one red', async () => {
    const cwd = await temporaryDirectory()
    await writeFile(join(cwd, 'mine.mjs'), `export default () => { throw new Error('no network') }`)
    const named = ['--reporter', './mine.mjs,junit']
    const green = await run([...ONE, ...named], { cwd })
    expect(green).toMatchObject({ status: 2, stderr: 'the reporter ./mine.mjs failed: no network\n' })
    expect(green.stdout).toContain('The service keeps the contract')
    expect(await readdir(join(cwd, 'out'))).toEqual(['junit.xml'])
    const faults = ['version-1-organizations-under-v2']
    const policies = applyAll(contractPolicies, { faults, variants: [] })
    const env = await envFile(cwd, await servingMock({ policies }))
    expect(await run([...ONE, ...named, '--env', env], { cwd })).toMatchObject({ status: 1 })
  })

  test('a secret that a module writes is found, and what it wrote is removed', async () => {
    const cwd = await temporaryDirectory()
    const mock = await servingMock()
    const place = mock.environment.SANDBOX_AUTH_URL ?? ''
    // The record says where the service is: here that is a secret too.
    const env = await envFile(cwd, mock, { SANDBOX_EXPIRED_ACCESS_TOKEN: place })
    await writeFile(join(cwd, 'mine.mjs'), `export default ({ target }) => ({ 'place.txt': target.authUrl })`)
    const { status, stderr } = await run([...ONE, '--reporter', './mine.mjs', '--env', env], { cwd })
    expect(status).toBe(3)
    expect(stderr).toContain('place.txt held a secret of the run')
    expect(await readdir(join(cwd, 'out'))).toEqual([])
  })
})

test('judge writes reports where that is asked for', async () => {
  const cwd = await temporaryDirectory()
  const shapeless = exchange({ response: { status: 200, body: '[]', bytes: 2 } })
  await writeFile(join(cwd, 'bad.har'), harText(runWith([exchange(), shapeless])))
  expect((await run(['judge', 'bad.har'], { cwd })).status).toBe(1)
  expect(await readdir(cwd)).toEqual(['bad.har'])
  const { status, stdout } = await run(['judge', 'bad.har', '--reporter', 'tap,markdown'], { cwd })
  expect(status).toBe(1)
  expect(stdout).toContain('Reports: judge-results/report.tap, judge-results/report.md')
  expect(await readFile(join(cwd, 'judge-results/report.tap'), 'utf8')).toContain('not ok')
  await run(['judge', 'bad.har', '--out', 'all', '--json'], { cwd })
  expect(await readdir(join(cwd, 'all'))).toEqual([
    'exchanges.har',
    'junit.xml',
    'record.json',
    'report.html',
  ])
  expect((await run(['judge', 'bad.har', '--reporter', './no.mjs'], { cwd })).status).toBe(2)
})
