import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { exchangesOf, recordingSchema } from '../../reports/har/read.ts'
import { recordSchema } from '../../reports/record.ts'
import { envFile, servingMock, temporaryDirectory } from './places.ts'
import { run } from './program.ts'

const ONLY = 'UPDATE-1,UPDATE-3,UPDATE-5,PLEDGED-1,TOKEN-1'

test('two shards of one sandbox, at the same time and in one directory, share no donation; merge joins them', async () => {
  const cwd = await temporaryDirectory()
  const env = await envFile(cwd, await servingMock())
  const common = ['run', '--env', env, '--only', ONLY, '--seed', '3', '--runs', '5']
  const shards = await Promise.all(
    [1, 2].map((index) => run([...common, '--shard', `${index}/2`, '--out', `shard-${index}`], { cwd })),
  )
  expect(shards.map(({ status }) => status)).toEqual([0, 0])
  expect(shards[0]?.stdout).toContain('Shard 1 of 2, which `merge` joins with the others: The service keeps')
  const [one, other] = await Promise.all([1, 2].map((index) => donationsIn(join(cwd, `shard-${index}`))))
  expect(one?.size).toBeGreaterThan(0)
  expect([...(one ?? [])].filter((id) => other?.has(id))).toEqual([])
  // What a run keeps beside the env file is put back and gone, and nothing of it was shared.
  expect((await readdir(cwd)).filter((name) => name.includes('.donations'))).toEqual([])
  const restored = await run(['restore', '--env', env, '--shard', '2/2'], { cwd })
  expect(restored).toMatchObject({ status: 0, stdout: 'There is nothing to put back.\n' })

  const whole = await run([...common, '--out', 'whole'], { cwd })
  const joined = await run(['merge', 'shard-1', 'shard-2', '--out', 'joined', '--require-decided'], { cwd })
  expect(joined.status).toBe(whole.status)
  const [a, b] = await Promise.all(['whole', 'joined'].map((name) => verdictsIn(join(cwd, name))))
  expect(b).toEqual(a)
})

test.each([
  ['--shard 1/2', '--shard takes --seed, the same for all shards'],
  ['--shard 3/2 --seed 1', 'It must be as 2/3'],
  ['--shard 1/2 --seed 1 --baseline x.json', 'cannot be used with option'],
  ['--shard 1/3 --seed 1 --only ORG-1,ORG-2', '3 shards need as many requirements, and there are 2'],
  ['--shard 1/200 --seed 1', 'It must be as 2/3'],
])('run %s is refused with 2', async (options, message) => {
  const { status, stderr } = await run(['run', ...options.split(' '), '--out', await temporaryDirectory()])
  expect(stderr).toContain(message)
  expect(status).toBe(2)
})

test('too few donations, or a refresh token alone, are refused with 2 and what to do', async () => {
  const cwd = await temporaryDirectory()
  const mock = await servingMock()
  const few = await envFile(cwd, mock, { SANDBOX_PLEDGED_DONATION_IDS: 'd1' })
  const args = ['run', '--shard', '1/2', '--seed', '1', '--env']
  const donations = await run([...args, few], { cwd })
  expect(donations).toMatchObject({ status: 2, stderr: expect.stringContaining('or run without --shard') })
  const token = await envFile(cwd, mock, {
    ...{ SANDBOX_USERNAME: '', SANDBOX_PASSWORD: '' },
    SANDBOX_REFRESH_TOKEN: 'rotates',
  })
  const login = await run([...args, token], { cwd })
  expect(login).toMatchObject({ status: 2, stderr: expect.stringContaining('set SANDBOX_USERNAME') })
})

test('shards of `faults` join to the matrix of all', async () => {
  const cwd = await temporaryDirectory()
  const only = ['faults', '--only', 'VERSION-1', '--jobs', '2']
  const shards = await Promise.all(
    [1, 2].map((index) => run([...only, '--shard', `${index}/2`, '--out', `${index}.json`], { cwd })),
  )
  expect(shards.map(({ status }) => status)).toEqual([0, 0])
  const [joined, whole] = [
    await run(['merge', '1.json', '2.json', '--out', 'joined.json'], { cwd }),
    await run(only, { cwd }),
  ]
  expect(joined).toMatchObject({ status: 0, stdout: whole.stdout })
})

/** The donations that a run changed. */
async function donationsIn(directory: string): Promise<Set<string>> {
  const archive = recordingSchema.parse(JSON.parse(await readFile(join(directory, 'exchanges.har'), 'utf8')))
  const own = exchangesOf(archive).filter(({ response }) => response?.status === 200)
  const ids = own.flatMap(({ request }) => /\/v1\/donations\/([^/?]+)$/.exec(request.url)?.[1] ?? [])
  return new Set(ids)
}

async function verdictsIn(directory: string): Promise<readonly (readonly [string, string])[]> {
  const record = recordSchema.parse(JSON.parse(await readFile(join(directory, 'record.json'), 'utf8')))
  return record.requirements.map(({ id, verdict }) => [id, verdict])
}
