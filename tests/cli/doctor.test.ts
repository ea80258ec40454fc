import { expect, test } from 'vitest'
import { serviceRequirements } from '../../contract/catalogue/families.ts'
import { envFile, servingMock, temporaryDirectory } from './places.ts'
import { run } from './program.ts'

async function examined(changes: Readonly<Record<string, string>> = {}) {
  const cwd = await temporaryDirectory()
  const mock = await servingMock()
  const env = await envFile(cwd, mock, changes)
  return { mock, env, ...(await run(['doctor', '--env', env], { cwd })) }
}

test('a sandbox that can be tested: every key, host, donation and designation, and what a run needs', async () => {
  const { status, stdout, mock } = await examined()
  expect(status).toBe(0)
  expect(stdout).toMatch(/✓ SANDBOX_AUTH_URL +set/)
  expect(stdout).toMatch(/· SANDBOX_REFRESH_TOKEN +missing/)
  expect(stdout).toMatch(
    /· SANDBOX_READ_DONATION +missing; may be undecided without it, unless answers show it: /,
  )
  expect(stdout).toMatch(/✓ SANDBOX_API_URL: 127\.0\.0\.1, answers in \d+ ms/)
  expect(stdout).toContain('✓ login: works')
  expect(stdout).toContain('✓ refresh: works; refresh tokens rotate')
  const { SANDBOX_PLEDGED_DONATION_IDS: pledged = '', SANDBOX_NON_PLEDGED_DONATION_IDS: others = '' } =
    mock.environment
  expect(stdout).toContain(`✓ ${pledged.split(',').length} donations: pledged\n`)
  expect(stdout).toContain(`✓ ${others.split(',').length} donations: not pledged\n`)
  expect(stdout).toContain('fits the campaign')
  expect(stdout).toContain('is refused, as one of another campaign is')
  expect(stdout).toContain('✓ the user without organizations: logs in\n')
  expect(stdout).toContain('✓ the user with several organizations: logs in\n')
  expect(stdout).toContain('✓ the second client: is known to the service\n')
  const decided = serviceRequirements.length - 2
  expect(stdout).toMatch(
    new RegExp(
      String.raw`A run can decide ${decided} requirements\.\n  set SANDBOX_WEBHOOK_PORT, .* to decide ENV-3\n  set SANDBOX_READ_DONATION to decide DESIGNATION-7\n`,
    ),
  )
})

test('keys that are missing, malformed or of no use are marked, and nothing is asked', async () => {
  const { status, stdout, stderr } = await examined({
    SANDBOX_AUTH_URL: 'not a url',
    SANDBOX_CLIENT_SECRET: '',
    SANDBOX_USERNAME: '',
  })
  expect(status).toBe(2)
  expect(stdout).toMatch(/✗ SANDBOX_AUTH_URL .*"not a url" \[configuration\]/)
  expect(stdout).toMatch(/✗ SANDBOX_CLIENT_SECRET is missing: .* \[configuration\]/)
  expect(stdout).toMatch(/✗ SANDBOX_USERNAME is missing: .*\(SANDBOX_PASSWORD is set\) \[configuration\]/)
  expect(stdout).not.toContain('Sandbox\n')
  expect(stderr).toContain('has 3 problems:')
})

const NOTHING = 'A run decides nothing until that is mended.'

test.each([
  ['a wrong secret', { SANDBOX_CLIENT_SECRET: 'not-the-secret' }, 'SANDBOX_CLIENT_SECRET', NOTHING, 3],
  ['a wrong password', { SANDBOX_PASSWORD: 'not-the-password' }, 'SANDBOX_PASSWORD', NOTHING, 3],
  [
    'a host that is not there',
    { SANDBOX_API_URL: 'http://no-such-host.invalid' },
    'SANDBOX_API_URL',
    NOTHING,
    3,
  ],
  [
    'an unknown donation',
    { SANDBOX_PLEDGED_DONATION_IDS: 'no-such-donation' },
    'SANDBOX_PLEDGED_DONATION_IDS',
    'to decide PLEDGED-1',
    2,
  ],
  [
    'a designation that no one knows',
    { SANDBOX_DESIGNATION_IDS: '3e1f6a52-9b0c-4d7e-8f21-5a6b7c8d9e0f' },
    'SANDBOX_DESIGNATION_IDS',
    'to decide DESIGNATION-1',
    2,
  ],
])(
  '%s is named with its key, as a matter of the configuration',
  async (_, changes, key, forecast, expected) => {
    const { status, stdout } = await examined(changes)
    expect(status).toBe(expected)
    expect(stdout).toMatch(new RegExp(`✗ .*${key}.*\\[configuration\\]`))
    expect(stdout).toContain(forecast)
  },
)

test('what keeps the service from being tested outweighs a value that is wrong', async () => {
  const { status, stdout } = await examined({
    SANDBOX_NO_ORG_PASSWORD: 'not-the-password',
    PRODUCTION_API_URL: 'http://127.0.0.1:1',
  })
  expect(stdout).toMatch(/✗ SANDBOX_NO_ORG_PASSWORD: .*\[configuration\]\n/)
  expect(stdout).toMatch(/^ {2}mend SANDBOX_NO_ORG_PASSWORD to decide ORG-3\b/m)
  expect(stdout).toMatch(/✗ PRODUCTION_API_URL: .*\[environment\]\n/)
  expect(status).toBe(3)
})

test('an API that refuses connections is told in a line, as a matter of the environment', async () => {
  const { status, stdout, stderr } = await examined({ SANDBOX_API_URL: 'http://127.0.0.1:1' })
  expect({ status, stderr }).toEqual({ status: 3, stderr: '' })
  expect(stdout).toMatch(/✗ SANDBOX_API_URL: .*connection refused by 127\.0\.0\.1:1 \[environment\]\n/)
  // Of the other hosts each is asked by itself.
  expect(stdout).toMatch(/✓ PRODUCTION_API_URL: 127\.0\.0\.1, answers in/)
})

test.each([
  [
    'a refresh token that is dead',
    { SANDBOX_USERNAME: '', SANDBOX_PASSWORD: '', SANDBOX_REFRESH_TOKEN: 'dead-refresh-token' },
    'SANDBOX_REFRESH_TOKEN',
  ],
  ['nobody who answers at a login by hand', { SANDBOX_LOGIN: 'manual' }, 'SANDBOX_MANUAL_FILE'],
])('%s leaves nothing to look at, and is told once', async (_, changes, key) => {
  const { status, stdout, stderr } = await examined(changes)
  expect(status).toBe(3)
  expect(stdout).toMatch(new RegExp(`✗ login: .*${key}.* \\[configuration\\]\n\n${NOTHING}`))
  expect(stdout.match(/✗/g)).toHaveLength(2)
  expect(stderr).not.toContain('failed')
})

test('the address of another server as that of the API is told once, and no key that is right is named', async () => {
  const { environment } = await servingMock()
  const { status, stdout } = await examined({ SANDBOX_API_URL: environment.SANDBOX_AUTH_URL ?? '' })
  expect(status).toBe(2)
  expect(stdout).toMatch(
    new RegExp(`✗ SANDBOX_API_URL: the API is not there: .* \\[configuration\\]\n\n${NOTHING}`),
  )
  expect(stdout.match(/✗/g)).toHaveLength(2)
})

test('a secret that is a word of ours hides nothing of what is wrong', async () => {
  const { status, stdout } = await examined({ SANDBOX_NO_ORG_PASSWORD: 'wrong' })
  expect(status).toBe(2)
  expect(stdout).toMatch(/✗ SANDBOX_NO_ORG_PASSWORD: .*\[configuration\]\n/)
})

test('a redirect URI that is not the second client’s is named', async () => {
  const { status, stdout } = await examined({ SANDBOX_OTHER_REDIRECT_URI: 'https://elsewhere.example/' })
  expect(status).toBe(2)
  expect(stdout).toMatch(/✗ SANDBOX_OTHER_REDIRECT_URI: .*\[configuration\]\n/)
  expect(stdout).toMatch(/SANDBOX_OTHER_REDIRECT_URI to decide TOKEN-7 REFRESH-8\n/)
})

test('donations of which the same is to be said are named in one line', async () => {
  const { stdout } = await examined({ SANDBOX_PLEDGED_DONATION_IDS: 'no-such,nor-this' })
  expect(stdout.match(/✗ donations? .*/g)).toEqual([
    expect.stringMatching(
      /^✗ donations no-such, nor-this: SANDBOX_PLEDGED_DONATION_IDS: 404 .*\[configuration\]$/,
    ),
  ])
})

test('donations whose status is not what their key says', async () => {
  const { environment } = await servingMock()
  const { stdout, status } = await examined({
    SANDBOX_PLEDGED_DONATION_IDS: environment.SANDBOX_NON_PLEDGED_DONATION_IDS ?? '',
    SANDBOX_NON_PLEDGED_DONATION_IDS: environment.SANDBOX_PLEDGED_DONATION_IDS ?? '',
  })
  expect(status).toBe(2)
  expect(stdout).toContain(
    'SANDBOX_PLEDGED_DONATION_IDS: an update of its quantity is refused, as for one not pledged',
  )
  expect(stdout).toContain(
    'SANDBOX_NON_PLEDGED_DONATION_IDS: an update of its quantity is accepted, as for a pledged one',
  )
})

test('a reading that does not work, and a user who owns too little, are told', async () => {
  const cwd = await temporaryDirectory()
  const mock = await servingMock()
  const { SANDBOX_USERNAME = '', SANDBOX_PASSWORD = '', ...others } = mock.environment
  const env = await envFile(cwd, mock, {
    SANDBOX_USERNAME: others.SANDBOX_MULTI_ORG_USERNAME ?? '',
    SANDBOX_PASSWORD: others.SANDBOX_MULTI_ORG_PASSWORD ?? '',
    SANDBOX_MULTI_ORG_USERNAME: SANDBOX_USERNAME,
    SANDBOX_MULTI_ORG_PASSWORD: SANDBOX_PASSWORD,
    SANDBOX_READ_DONATION: 'command: exit 4',
  })
  const { status, stdout } = await run(['doctor', '--env', env], { cwd })
  expect(status).toBe(2)
  expect(stdout).toContain(
    '✗ SANDBOX_READ_DONATION: SANDBOX_READ_DONATION cannot be used: it ended with 4 [configuration]',
  )
  expect(stdout).toContain('✗ SANDBOX_MULTI_ORG_USERNAME: the user owns one organization')
})

test('a host that cannot be reached is told once', async () => {
  const { status, stdout } = await examined({ SANDBOX_API_URL: 'http://127.0.0.1:1' })
  expect(status).toBe(3)
  expect(stdout.match(/refused/g)).toHaveLength(1)
})

test('a key of the process that nothing reads is told', async () => {
  const cwd = await temporaryDirectory()
  const env = await envFile(cwd, await servingMock())
  const { stdout } = await run(['doctor', '--env', env], { cwd, env: { SANDBOX_DONATION_IDS: 'a,b' } })
  expect(stdout).toMatch(/· SANDBOX_DONATION_IDS +no key of the suite: nothing reads it\n/)
})
