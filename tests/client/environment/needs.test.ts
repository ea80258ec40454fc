import { describe, expect, test } from 'vitest'
import { missingNeeds } from '../../../client/environment/needs.ts'
import { keysFor, readEnvironment } from '../../../client/environment/read-environment.ts'
import { required } from './environments.ts'

describe('what a requirement needs', () => {
  const config = readEnvironment({ processEnv: { ...required, SANDBOX_PLEDGED_DONATION_IDS: 'd1' } })

  test('is supplied by keys that are documented', () => {
    expect(keysFor('second-client')).toEqual([
      'SANDBOX_OTHER_CLIENT_ID',
      'SANDBOX_OTHER_CLIENT_SECRET',
      'SANDBOX_OTHER_REDIRECT_URI',
    ])
    expect(keysFor('inspector')).toEqual([])
  })

  test('is missing where the configuration does not supply it', () => {
    expect(
      missingNeeds(config, ['login', 'donation', 'two-donations', 'no-org-user', 'expired-access-token']),
    ).toEqual(['two-donations', 'no-org-user', 'expired-access-token'])
    const inspector = { url: 'http://127.0.0.1:1', key: 'k' }
    expect(
      missingNeeds({ ...config, inspector }, ['expired-access-token', 'inspector', 'webhook-listener']),
    ).toEqual([])
  })
})
