import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { exchangesOf, recordingSchema } from '../../reports/har/read.ts'
import { recordSchema } from '../../reports/record.ts'
import { envFile, servingMock, temporaryDirectory } from './places.ts'
import { run } from './program.ts'

test('--max-logins N: no more passwords are sent, and what needs more is undecided and says so', async () => {
  const cwd = await temporaryDirectory()
  const env = await envFile(cwd, await servingMock())
  const args = ['run', '--env', env, '--only', 'TOKEN-3,ORG-5,REFRESH-3', '--max-logins', '4', '--out', cwd]
  const { stdout } = await run(args, { cwd })
  const har = recordingSchema.parse(JSON.parse(await readFile(join(cwd, 'exchanges.har'), 'utf8')))
  const logins = exchangesOf(har).filter(({ request }) => /(^|&)password=/.test(request.body ?? ''))
  expect(logins.length).toBeGreaterThan(0)
  expect(logins.length).toBeLessThanOrEqual(4)
  expect(stdout).not.toContain('fail')
})

test('--deadline N: the run ends by then with what is known', async () => {
  const cwd = await temporaryDirectory()
  const env = await envFile(cwd, await servingMock({ latencyMs: 300 }))
  const started = performance.now()
  const { status } = await run(['run', '--env', env, '--deadline', '4', '--out', cwd], { cwd })
  expect(performance.now() - started).toBeLessThan(25_000)
  expect(status).toBe(3)
  const { summary, requirements } = recordSchema.parse(
    JSON.parse(await readFile(join(cwd, 'record.json'), 'utf8')),
  )
  expect(summary.problem).toBe('the run was not over within its 4 s (--deadline)')
  expect(requirements.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')).toEqual([])
})
