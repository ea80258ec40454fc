import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { harText } from '../../reports/har/write.ts'
import { toRecord } from '../../reports/record.ts'
import { exchange, runWith } from '../reports/exchanges.ts'
import { requirement, reusedCode, run as sampleRun } from '../reports/samples.ts'
import { temporaryDirectory } from './places.ts'
import { run } from './program.ts'

const kept = requirement({ id: 'TOKEN-3' })
const broken = requirement({ id: 'TOKEN-3', verdict: 'fail', violations: [reusedCode] })
const may = requirement({ id: 'LIMIT-1', level: 'MAY', verdict: 'observed' })
const lifetime = (value: string) => [{ requirement: 'LIMIT-1', name: 'expires_in', value }]

async function filesIn(files: Readonly<Record<string, unknown>>): Promise<string> {
  const cwd = await temporaryDirectory()
  for (const [name, content] of Object.entries(files))
    await writeFile(join(cwd, name), typeof content === 'string' ? content : JSON.stringify(content))
  return cwd
}

describe('diff', () => {
  const records = () =>
    filesIn({
      'old.json': toRecord(sampleRun([kept, may], { observations: lifetime('3600') })),
      'drifted.json': toRecord(sampleRun([kept, may], { observations: lifetime('1800') })),
      'broken.json': toRecord(sampleRun([broken, may], { observations: lifetime('3600') })),
    })

  test('drift alone is told, and fails where that is asked for', async () => {
    const cwd = await records()
    const plain = await run(['diff', 'old.json', 'drifted.json'], { cwd })
    expect(plain.status).toBe(0)
    expect(plain.stdout).toContain('LIMIT-1 expires_in\n      before 3600\n      now    1800')
    expect((await run(['diff', 'old.json', 'drifted.json', '--fail-on-drift'], { cwd })).status).toBe(1)
    expect((await run(['diff', 'old.json', 'old.json', '--fail-on-drift'], { cwd })).status).toBe(0)
  })

  test('what broke fails, what is kept again does not', async () => {
    const cwd = await records()
    expect((await run(['diff', 'old.json', 'broken.json'], { cwd })).status).toBe(1)
    expect((await run(['diff', 'broken.json', 'old.json', '--fail-on-drift'], { cwd })).status).toBe(0)
  })

  test('records of different requirements are no gate: nothing was compared', async () => {
    const cwd = await filesIn({
      'old.json': toRecord(sampleRun([kept])),
      'other.json': toRecord(sampleRun([may])),
    })
    for (const options of [[], ['--fail-on-drift'], ['--markdown']]) {
      const { status, stdout, stderr } = await run(['diff', 'old.json', 'other.json', ...options], { cwd })
      expect({ status, stderr }).toEqual({
        status: 2,
        stderr: 'nothing was compared: no requirement was tested by both runs\n',
      })
      expect(stdout).toContain('TOKEN-3')
    }
  })

  test('as JSON and as Markdown', async () => {
    const cwd = await records()
    const json = await run(['diff', 'old.json', 'broken.json', '--json'], { cwd })
    expect(
      z.object({ newlyBroken: z.array(z.object({ id: z.string() })) }).parse(JSON.parse(json.stdout)),
    ).toEqual({
      newlyBroken: [{ id: 'TOKEN-3' }],
    })
    const markdown = await run(['diff', 'old.json', 'broken.json', '--markdown'], { cwd })
    expect(markdown.stdout).toContain('| TOKEN-3 | MUST | pass → fail |')
  })

  test.each([
    ['missing.json', 'cannot read missing.json: ENOENT: no such file or directory\n'],
    ['broken.txt', 'broken.txt is no JSON\n'],
    ['other.json', 'other.json is no record of a run: Invalid input: expected 1 at schema\n'],
  ])('a wrong file is told in one line: %s', async (file, message) => {
    const cwd = await filesIn({ 'broken.txt': '{', 'other.json': {} })
    expect(await run(['diff', file, file], { cwd })).toEqual({ status: 2, stdout: '', stderr: message })
  })
})

describe('judge', () => {
  test('a recording is judged where it was made', async () => {
    const shapeless = exchange({ response: { status: 200, body: '[]', bytes: 2 } })
    const cwd = await filesIn({
      'good.har': harText(runWith([exchange()])),
      'bad.har': harText(runWith([exchange(), shapeless])),
    })
    const good = await run(['judge', 'good.har'], { cwd })
    expect(good).toMatchObject({ status: 0, stderr: '' })
    expect(good.stdout).toMatch(/\nJudged a recording of \S+ and \S+: 1 request\.\n$/)
    const bad = await run(['judge', 'bad.har'], { cwd })
    expect(bad.status).toBe(1)
    expect(bad.stdout).toContain('UPDATE-1 (MUST, fail)')
    const elsewhere = await run(['judge', 'bad.har', '--api-url', 'https://api.example'], { cwd })
    expect(elsewhere.status).toBe(3)
  })

  test('a recording of something else, or none, is told in one line', async () => {
    const other = exchange({ request: { url: 'https://example.org/' } })
    const cwd = await filesIn({ 'other.har': harText(runWith([other])), 'record.json': {} })
    expect(await run(['judge', 'other.har'], { cwd })).toEqual({
      status: 2,
      stdout: '',
      stderr: 'the recording asks for nothing that the contract names: say --auth-url and --api-url\n',
    })
    expect((await run(['judge', 'record.json'], { cwd })).stderr).toMatch(/^record.json is no HTTP archive: /)
  })
})

describe('run --baseline', () => {
  const args = ['run', '--only', 'VERSION', '--runs', '1', '--baseline']

  test('an entry for what is kept is stale, and fails the run', async () => {
    const cwd = await filesIn({
      'stale.json': [{ requirement: 'VERSION-1', reason: 'was under /v2' }],
      'none.json': [],
      'record.json': toRecord(sampleRun([kept])),
    })
    const stale = await run([...args, 'stale.json'], { cwd })
    expect(stale.status).toBe(1)
    expect(stale.stdout.replaceAll(/\s+/g, ' ')).toContain('VERSION-1 is kept again: renew the baseline.')
    expect((await run([...args, 'none.json'], { cwd })).status).toBe(0)
    expect((await run([...args, 'record.json'], { cwd })).status).toBe(0)
  })

  test('a baseline that is none is told before anything is sent', async () => {
    const cwd = await filesIn({ 'list.json': [{ requirement: 'TOKEN-99' }], 'other.json': {} })
    expect(await run([...args, 'list.json'], { cwd })).toMatchObject({
      status: 2,
      stderr: 'list.json is no baseline: "TOKEN-99" names no requirement at 0.requirement\n',
    })
    expect((await run([...args, 'other.json'], { cwd })).status).toBe(2)
    expect((await run([...args, 'missing.json'], { cwd })).stderr).toMatch(/^cannot read missing.json/)
  })
})

describe('run --pending', () => {
  const args = ['run', '--only', 'VERSION', '--runs', '1', '--pending', 'pending.json']

  test('the file is made by the first run, and keeps what later releases add', async () => {
    const cwd = await filesIn({})
    expect((await run(args, { cwd })).status).toBe(0)
    const file = z
      .object({ demanded: z.array(z.string()), pending: z.array(z.object({ requirement: z.string() })) })
      .parse(JSON.parse(await readFile(join(cwd, 'pending.json'), 'utf8')))
    expect(file.demanded).toContain('TOKEN-3')
    const older = { ...file, schema: 1, demanded: file.demanded.filter((id) => id !== 'TOKEN-3') }
    await writeFile(join(cwd, 'pending.json'), JSON.stringify(older))
    const { stdout } = await run(args, { cwd })
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain('1 requirement pending, which counts for nothing yet.')
    expect(await readFile(join(cwd, 'pending.json'), 'utf8')).toContain('"requirement": "TOKEN-3"')
  })

  test('a file of another kind is told before anything is sent', async () => {
    const cwd = await filesIn({ 'pending.json': [] })
    expect((await run(args, { cwd })).stderr).toMatch(/^pending.json is no list of what is pending: /)
  })
})
