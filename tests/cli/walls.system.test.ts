import { join } from 'node:path'
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

test('behind a proxy, with a certificate authority and a client certificate: everything is reached', async () => {
  const { env, proxy, cwd, surroundings } = await insideWalls()
  const doctor = await run(['doctor', '--env', env], surroundings)
  expect(doctor.stdout).toContain(`✓ NODE_EXTRA_CA_CERTS: 1 more trusted, of ${join(cwd, 'ca.pem')}`)
  expect(doctor.stdout).toMatch(
    /✓ SANDBOX_CLIENT_CERT: CN=partner, for 29 more days, shown to https:\/\/auth\.sandbox\.test:\d+ and https:\/\/api/,
  )
  expect(doctor.stdout).toContain(
    `✓ SANDBOX_API_URL: through the proxy http://127.0.0.1:${proxy.port} as anna, TLS verified, answers in`,
  )
  expect(doctor.stdout).toContain('✓ login: works')
  expect(doctor.stdout).not.toContain('hush-hush')
})
