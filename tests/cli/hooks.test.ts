import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { beforeRun, HookError, loadHooks } from '../../cli/hooks.ts'
import { envFile, servingMock, temporaryDirectory } from './places.ts'
import { run } from './program.ts'

const never = new AbortController().signal

/** What the hooks around a test are told. */
const told = z.object({
  what: z.enum(['before', 'after']),
  requirement: z.string(),
  test: z.string(),
  donations: z.array(z.string()),
  pledged: z.array(z.string()),
  signal: z.boolean(),
})

async function moduleOf(text: string): Promise<string> {
  const file = join(await temporaryDirectory(), 'hooks.mjs')
  await writeFile(file, text)
  return file
}

test('donations that a hook makes are tested, and the hook behind the run removes them', async () => {
  const cwd = await temporaryDirectory()
  const mock = await servingMock()
  const ids = mock.environment.SANDBOX_NON_PLEDGED_DONATION_IDS ?? ''
  const env = await envFile(cwd, mock, {
    SANDBOX_PLEDGED_DONATION_IDS: '',
    SANDBOX_NON_PLEDGED_DONATION_IDS: '',
  })
  const hooks = await moduleOf(`import { writeFileSync } from 'node:fs'
    export const beforeRun = async () => ({ SANDBOX_NON_PLEDGED_DONATION_IDS: '${ids}' })
    export const afterRun = () => writeFileSync('removed.txt', '')`)
  const { status, stdout } = await run(
    ['run', '--env', env, '--only', 'UPDATE-7', '--hooks', hooks, '--require-decided'],
    { cwd },
  )
  expect(stdout).toMatch(/UPDATE +1/)
  expect(status).toBe(0)
  expect(await readFile(join(cwd, 'removed.txt'), 'utf8')).toBe('')
})

test('hooks make the donations ready that a test is lent, and clear up before another gets them', async () => {
  const cwd = await temporaryDirectory()
  const mock = await servingMock()
  const env = await envFile(cwd, mock)
  const hooks = await moduleOf(`import { appendFileSync } from 'node:fs'
    import { setTimeout } from 'node:timers/promises'
    const tell = (what, about) =>
      appendFileSync('hooks.jsonl', JSON.stringify({ what, ...about, signal: about.signal.aborted }) + '\\n')
    export const beforeTest = (about) => tell('before', about)
    export const afterTest = async (about) => {
      await setTimeout(5)
      tell('after', about)
    }`)
  const { status } = await run(['run', '--env', env, '--only', 'UPDATE-7', '--hooks', hooks], { cwd })
  expect(status).toBe(0)
  const pledged = mock.environment.SANDBOX_PLEDGED_DONATION_IDS?.split(',') ?? []
  const held = new Set<string>()
  for (const line of (await readFile(join(cwd, 'hooks.jsonl'), 'utf8')).trim().split('\n')) {
    const { what, ...about } = told.parse(JSON.parse(line))
    expect(about).toMatchObject({ requirement: 'UPDATE-7', signal: false })
    expect(about.test).toMatch(/^UPDATE-7\//)
    expect(about.pledged).toEqual(about.donations.filter((id) => pledged.includes(id)))
    for (const id of about.donations) {
      expect(held.has(id)).toBe(what === 'after')
      if (what === 'before') held.add(id)
      else held.delete(id)
    }
  }
  expect(held.size).toBe(0)
})

test('what a hook made before it failed is removed, with a signal that is not aborted', async () => {
  const cwd = await temporaryDirectory()
  const env = await envFile(cwd, await servingMock())
  const hooks = await moduleOf(`import { writeFileSync } from 'node:fs'
    export const beforeRun = () => { throw new Error('made one of two') }
    export const afterRun = ({ signal }) => writeFileSync('removed.txt', String(signal.aborted))`)
  const { status, stderr } = await run(['run', '--env', env, '--only', 'UPDATE-7', '--hooks', hooks], { cwd })
  expect(stderr).toContain('the hook beforeRun failed: made one of two')
  expect(status).toBe(3)
  expect(await readFile(join(cwd, 'removed.txt'), 'utf8')).toBe('false')
  // As of every run that could not be made.
  expect(await readFile(join(cwd, 'conformance-results/record.json'), 'utf8')).toContain('made one of two')
})

test('where the hook after a test fails, that is said and changes no verdict', async () => {
  const cwd = await temporaryDirectory()
  const env = await envFile(cwd, await servingMock())
  const hooks = await moduleOf(`export const afterTest = () => { throw new Error('the admin API is down') }`)
  const { status, stdout } = await run(['run', '--env', env, '--only', 'UPDATE-7', '--hooks', hooks], { cwd })
  expect(stdout.match(/the hook afterTest failed: the admin API is down/g)).toHaveLength(1)
  expect(status).toBe(0)
})

test('where the hook before a test fails, the test says nothing of the service', async () => {
  const cwd = await temporaryDirectory()
  const env = await envFile(cwd, await servingMock())
  const hooks = await moduleOf(`export const beforeTest = () => { throw new Error('no such donation') }`)
  const { status, stdout } = await run(
    ['run', '--env', env, '--only', 'UPDATE-7', '--hooks', hooks, '--require-decided'],
    { cwd },
  )
  expect(stdout).toContain('the hook beforeTest failed: no such donation')
  expect(status).toBe(3)
})

test('where a hook fails before every test of a requirement, what others sent does not decide it', async () => {
  const cwd = await temporaryDirectory()
  const env = await envFile(cwd, await servingMock())
  const hooks = await moduleOf(
    `export const beforeTest = ({ requirement }) => { if (requirement === 'UPDATE-1') throw new Error('no such donation') }`,
  )
  const { status, stdout } = await run(
    ['run', '--env', env, '--only', 'UPDATE-1,UPDATE-2', '--hooks', hooks, '--require-decided'],
    { cwd },
  )
  expect(stdout).toContain('the hook beforeTest failed: no such donation')
  expect(status).toBe(3)
})

test.each([
  [
    'export const beforeAll = () => {}',
    /exports beforeAll: hooks are beforeRun, beforeTest, afterTest and afterRun$/,
  ],
  ['export const afterRun = 7', /afterRun must be a function$/],
  ['export const', /^cannot load the hooks of [^\n]*$/],
])('a module that holds something else is refused in a line: %s', async (text, expected) => {
  await expect(loadHooks(await moduleOf(text))).rejects.toThrow(expected)
})

test('a hook may give nothing, or keys of the environment', async () => {
  expect(await beforeRun({}, never)).toEqual({})
  expect(await beforeRun({ beforeRun: () => undefined }, never)).toEqual({})
  await expect(beforeRun({ beforeRun: () => ({ SANDBOX_DONATIONS: '1' }) }, never)).rejects.toThrow(
    'must give texts by keys of the environment, or nothing, and SANDBOX_DONATIONS is wrong',
  )
})

test('a hook that fails leaves the service untested', async () => {
  const failing = () => Promise.reject(new Error('the seeder is down\nat line 3'))
  await expect(beforeRun({ beforeRun: failing }, never)).rejects.toThrow(
    new HookError('the hook beforeRun failed: the seeder is down'),
  )
})
