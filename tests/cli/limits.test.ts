import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { recordSchema } from '../../reports/record.ts'
import { envFile, servingMock, temporaryDirectory } from './places.ts'
import { run } from './program.ts'

test.each(['1', '5', '8'])('--max-logins %s: no more passwords are sent', async (max) => {
  const cwd = await temporaryDirectory()
  let logins = 0
  const mock = await servingMock({
    onRequest: ({ path, body }) => {
      if (path.startsWith('/oauth2/authorize') && /(^|&)password=/.test(body)) logins++
    },
  })
  const env = await envFile(cwd, mock)
  const only = 'TOKEN-1,TOKEN-3,AUTHZ-13,ORG-4,ORG-5,REFRESH-3,REFRESH-4'
  const { stdout } = await run(['run', '--env', env, '--only', only, '--max-logins', max, '--out', cwd], {
    cwd,
  })
  expect(logins).toBeGreaterThan(0)
  expect(logins).toBeLessThanOrEqual(Number(max))
  expect(stdout).not.toContain('fail')
  if (max === '1') expect(stdout).toContain('a higher --max-logins')
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
