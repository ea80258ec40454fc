import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readEnvironment } from '../../../client/environment/read-environment.ts'
import { createHttpClient } from '../../../client/http/client.ts'
import { FormBrowser } from '../../../client/login/form-browser.ts'
import { Logins } from '../../../client/login/logins.ts'
import { OAuth } from '../../../client/oauth/oauth.ts'
import { SecretRegistry } from '../../../client/secrets/registry.ts'
import { runOnThrowaway } from '../../../harness/engine/in-process.ts'
import { startMockService } from '../../../mock/server.ts'
import { suites } from '../../../suites/index.ts'

test('a refresh token alone decides what needs no family of its own, and is good for the next run', async () => {
  const mock = await startMockService()
  onTestFinished(() => mock.close())
  const { user, noOrgUser, multiOrgUser, ...target } = readEnvironment({ processEnv: mock.environment })
  const http = createHttpClient({ secrets: new SecretRegistry() })
  onTestFinished(() => http.close())
  const logins = new Logins(() => new FormBrowser())
  const { refreshToken } = await new OAuth(target, http, logins, target.client, user).signInForRefresh()
  const directory = mkdtempSync(join(tmpdir(), 'tokens-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  const tokenStore = join(directory, 'tokens')

  for (const run of ['first', 'second']) {
    const { requirements } = await runOnThrowaway(
      {
        target: { ...target, refreshToken, tokenStore },
        seed: 1,
        runs: 2,
        strict: true,
        only: [
          'BEARER-2',
          'BEARER-4',
          'ENV-2',
          'ORG-1',
          'ORG-2',
          'ORG-5',
          'REFRESH-1',
          'REFRESH-2',
          'REFRESH-3',
          'REFRESH-4',
          'UPDATE-3',
        ],
      },
      suites,
    )
    const verdicts = Object.fromEntries(requirements.map(({ id, verdict }) => [id, verdict]))
    expect(verdicts, run).toEqual({
      'BEARER-2': 'pass',
      'BEARER-4': 'pass',
      'ENV-2': 'pass',
      'ORG-1': 'pass',
      'ORG-2': 'pass',
      'ORG-5': 'pass',
      'REFRESH-1': 'pass',
      'REFRESH-2': 'pass',
      'REFRESH-3': 'pass',
      // reuse would end the user's own family
      'REFRESH-4': 'inconclusive',
      'UPDATE-3': 'pass',
    })
    expect(readFileSync(tokenStore, 'utf8')).not.toContain(refreshToken)
  }
})
