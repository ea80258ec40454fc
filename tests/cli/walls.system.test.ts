import { expect, test } from 'vitest'
import { chromiumPath } from '../system/chromium.ts'
import { insideWalls } from './inside-walls.ts'
import { run } from './program.ts'

test('behind a proxy, with a client certificate: a browser gets to the login pages too', async () => {
  const { env, surroundings } = await insideWalls({
    SANDBOX_LOGIN: 'browser',
    SANDBOX_BROWSER: chromiumPath(),
  })
  const { status, stdout } = await run(
    ['run', '--env', env, '--only', 'TOKEN-1', '--out', 'out'],
    surroundings,
  )
  expect(stdout).toMatch(/TOKEN +1/)
  expect(status).toBe(0)
})
