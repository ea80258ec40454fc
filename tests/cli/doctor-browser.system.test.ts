import { expect, test } from 'vitest'
import { chromiumPath } from '../system/chromium.ts'
import { envFile, servingMock, temporaryDirectory } from './places.ts'
import { run } from './program.ts'

test('by a browser, too, a wrong password of another user is named with its key', async () => {
  const cwd = await temporaryDirectory()
  const env = await envFile(cwd, await servingMock(), {
    SANDBOX_LOGIN: 'browser',
    SANDBOX_BROWSER: chromiumPath(),
    SANDBOX_NO_ORG_PASSWORD: 'not-the-password',
  })
  const { status, stdout } = await run(['doctor', '--env', env], { cwd })
  expect(status).toBe(2)
  expect(stdout).toContain('✓ login: works (browser)\n')
  expect(stdout).toMatch(/✗ SANDBOX_NO_ORG_PASSWORD: the login of this user is refused.*\[configuration\]\n/)
  expect(stdout).toContain('✓ the user with several organizations: logs in\n')
  expect(stdout).toMatch(/takes about 3 minutes/)
})
