import { tmpdir } from 'node:os'
import { describe, expect, test } from 'vitest'
import { readEnvironment } from '../../../client/environment/read-environment.ts'
import { fileWith, messageOf, problems, required } from './environments.ts'

describe('a whole environment', () => {
  test('becomes the configuration of a target', () => {
    const lines = [
      ...Object.entries(required).map(([key, value]) => `${key}=${value}`),
      'SANDBOX_PLEDGED_DONATION_IDS= d1, d2 ,,d1',
      'SANDBOX_CODE_LIFETIME_SECONDS=60',
      'SANDBOX_OTHER_CLIENT_ID=other',
      'SANDBOX_OTHER_CLIENT_SECRET="with # and spaces"',
      'SANDBOX_FOREIGN_DONATION_ID=',
      'NODE_EXTRA_CA_CERTS=ca.pem',
    ]
    expect(readEnvironment({ file: fileWith(`\ufeff${lines.join('\r\n')}`), processEnv: {} })).toEqual({
      kind: 'sandbox',
      authUrl: 'https://auth.sandbox.example.org',
      apiUrl: 'https://api.sandbox.example.org',
      client: { id: 'the-client', secret: 'the-secret', redirectUri: 'https://partner.example.org/callback' },
      scope: 'donations:write',
      login: 'form',
      user: { username: 'ada', password: 'the-password' },
      otherClient: {
        id: 'other',
        secret: 'with # and spaces',
        redirectUri: 'https://partner.example.org/callback',
      },
      pledgedDonationIds: ['d1', 'd2'],
      nonPledgedDonationIds: [],
      designationIds: [],
      codeLifetimeSeconds: 60,
    })
  })

  test('values of the process win over the file, empty ones do not', () => {
    const file = fileWith('SANDBOX_SCOPE=from-file\nSANDBOX_CLIENT_ID=from-file')
    const processEnv = { ...required, SANDBOX_SCOPE: 'from-process', SANDBOX_CLIENT_ID: '' }
    const { scope, client } = readEnvironment({ file, processEnv })
    expect([scope, client.id]).toEqual(['from-process', 'from-file'])
  })

  test('blanks in the quotes of a password or a secret belong to it, around all else they do not', () => {
    const file = fileWith(
      "SANDBOX_PASSWORD=' two blanks  '\nSANDBOX_CLIENT_SECRET=\"a blank \"\nSANDBOX_SCOPE=' donations:write '",
    )
    const { SANDBOX_PASSWORD, SANDBOX_CLIENT_SECRET, SANDBOX_SCOPE, ...processEnv } = required
    const { user, client, scope } = readEnvironment({ file, processEnv })
    expect([user?.password, client.secret, scope]).toEqual([' two blanks  ', 'a blank ', 'donations:write'])
  })

  test.each([
    ['a refresh token', { SANDBOX_REFRESH_TOKEN: 'r' }],
    ['a person who logs in', { SANDBOX_LOGIN: 'manual' }],
  ])('without a user, %s is enough', (_, values) => {
    const { SANDBOX_USERNAME, SANDBOX_PASSWORD, ...rest } = required
    expect(readEnvironment({ processEnv: { ...rest, ...values } }).user).toBeUndefined()
  })
})

describe('an environment that is wrong', () => {
  test('everything that is missing is named at once', () => {
    expect(messageOf(() => readEnvironment({ processEnv: {} }))).toMatchInlineSnapshot(`
      "The environment has 8 problems:
        SANDBOX_AUTH_URL is missing: the authorization host, without /oauth2, from the operator of the service
        SANDBOX_API_URL is missing: the API host, without /v1, from the operator of the service
        SANDBOX_CLIENT_ID is missing: the client id of the partner application, from the operator of the service
        SANDBOX_CLIENT_SECRET is missing: the client secret of the partner application, from the operator of the service
        SANDBOX_REDIRECT_URI is missing: the registered OAuth callback URL, character for character; nothing needs to listen there, from what you registered when the partner was set up
        SANDBOX_SCOPE is missing: the permissions to ask for, separated by spaces, from the operator of the service
        SANDBOX_USERNAME is missing: the name of a user who owns an organization, from a user of the sandbox that you may test with (or set SANDBOX_REFRESH_TOKEN, or SANDBOX_LOGIN=manual)
        SANDBOX_PASSWORD is missing: the password of that user, from a user of the sandbox that you may test with"
    `)
  })

  test('everything that is wrong is named at once, and no secret is shown', () => {
    const values = {
      SANDBOX_AUTH_URL: 'auth.example.org',
      SANDBOX_API_URL: 'https://me:hunter2@api.example.org/',
      SANDBOX_REDIRECT_URI: 'http://partner.example.org/callback',
      SANDBOX_LOGIN: 'magic',
      SANDBOX_NO_ORG_USERNAME: 'bob',
      SANDBOX_MULTI_ORG_PASSWORD: 'hunter2',
      SANDBOX_OTHER_CLIENT_ID: 'other',
      SANDBOX_CODE_LIFETIME_SECONDS: '-5',
      PRODUCTION_API_URL: 'https://api.example.org/?x=1',
    }
    expect(problems(values)).not.toContain('hunter2')
    expect(problems(values)).toMatchInlineSnapshot(`
      "The environment has 9 problems:
        SANDBOX_AUTH_URL must be an absolute http or https URL without user, query and fragment, and is "auth.example.org"
        SANDBOX_API_URL must be an absolute http or https URL without user, query and fragment, and is "https://…@api.example.org/"
        SANDBOX_REDIRECT_URI must be an https URL without fragment, and is "http://partner.example.org/callback"
        SANDBOX_LOGIN must be form, browser or manual, and is "magic"
        SANDBOX_NO_ORG_PASSWORD is missing: the password of that user, from a user of the sandbox that you may test with (SANDBOX_NO_ORG_USERNAME is set)
        SANDBOX_MULTI_ORG_USERNAME is missing: the name of a user who owns several organizations, from a user of the sandbox that you may test with (SANDBOX_MULTI_ORG_PASSWORD is set)
        SANDBOX_OTHER_CLIENT_SECRET is missing: the client secret of the second application, from the operator of the service (SANDBOX_OTHER_CLIENT_ID is set)
        SANDBOX_CODE_LIFETIME_SECONDS must be a positive number, and is "-5"
        PRODUCTION_API_URL must be an absolute http or https URL without user, query and fragment, and is "https://api.example.org/?x=1""
    `)
  })

  test.each([
    ['SANDBOX_REDIRECT_URI', 'https://partner.example.org/cb#top'],
    ['SANDBOX_REDIRECT_URI', '/callback'],
    ['SANDBOX_AUTH_URL', 'ftp://auth.example.org'],
    ['SANDBOX_AUTH_URL', 'https://auth.example.org/?'],
    ['SANDBOX_CODE_LIFETIME_SECONDS', '0'],
    ['SANDBOX_CODE_LIFETIME_SECONDS', '1e9'],
    ['SANDBOX_CODE_LIFETIME_SECONDS', 'ten'],
  ])('%s may not be %s', (key, value) => {
    expect(problems({ [key]: value })).toMatch(new RegExp(`${key} must be`))
  })

  test.each([
    [
      'https://AUTH.sandbox.example.org:443/',
      'SANDBOX_AUTH_URL is the same as PRODUCTION_AUTH_URL: production is never tested',
    ],
    [
      'http://auth.sandbox.example.org',
      'SANDBOX_AUTH_URL is the same as PRODUCTION_AUTH_URL: production is never tested',
    ],
    [
      'https://auth.sandbox.example.org./x/..',
      'SANDBOX_AUTH_URL is the same as PRODUCTION_AUTH_URL: production is never tested',
    ],
    [
      'https://api.sandbox.example.org',
      'SANDBOX_API_URL is the same as PRODUCTION_AUTH_URL: production is never tested',
    ],
  ])('production is refused as the target: %s', (production, problem) => {
    expect(problems({ PRODUCTION_AUTH_URL: production })).toContain(problem)
  })

  test('production is refused as the target by another name of this machine', () => {
    const both = { SANDBOX_API_URL: 'http://127.0.0.1:8080', PRODUCTION_API_URL: 'http://localhost:8080' }
    expect(problems(both)).toContain('SANDBOX_API_URL is the same as PRODUCTION_API_URL')
  })

  test('production beside the target is fine', () => {
    expect(
      problems({
        PRODUCTION_AUTH_URL: 'https://auth.example.org',
        PRODUCTION_API_URL: 'https://api.sandbox.example.org/production',
      }),
    ).toBe('')
  })

  test.each<[string, Record<string, string>, string]>([
    [
      'a donation in both lists',
      { SANDBOX_PLEDGED_DONATION_IDS: 'd1,d2', SANDBOX_NON_PLEDGED_DONATION_IDS: 'd3, d2' },
      'SANDBOX_NON_PLEDGED_DONATION_IDS holds "d2" as SANDBOX_PLEDGED_DONATION_IDS',
    ],
    [
      'an own donation as the foreign one',
      { SANDBOX_PLEDGED_DONATION_IDS: 'd1', SANDBOX_FOREIGN_DONATION_ID: 'd1' },
      'SANDBOX_FOREIGN_DONATION_ID holds "d1" as SANDBOX_PLEDGED_DONATION_IDS',
    ],
    [
      'a user in two roles',
      { SANDBOX_NO_ORG_USERNAME: 'ada', SANDBOX_NO_ORG_PASSWORD: 'x' },
      'SANDBOX_NO_ORG_USERNAME holds the same value as SANDBOX_USERNAME',
    ],
    [
      'a designation, once in capitals',
      {
        SANDBOX_DESIGNATION_IDS: '3e1f6a52-9b0c-4d7e-8f21-5a6b7c8d9e0f',
        SANDBOX_OTHER_CAMPAIGN_DESIGNATION_ID: '3E1F6A52-9B0C-4D7E-8F21-5A6B7C8D9E0F',
      },
      'SANDBOX_OTHER_CAMPAIGN_DESIGNATION_ID holds',
    ],
    [
      'the same client twice',
      { SANDBOX_OTHER_CLIENT_ID: 'the-client', SANDBOX_OTHER_CLIENT_SECRET: 'y' },
      'SANDBOX_OTHER_CLIENT_ID holds "the-client" as SANDBOX_CLIENT_ID',
    ],
    [
      'one port for both',
      { SANDBOX_WEBHOOK_PORT: '9000', PRODUCTION_WEBHOOK_PORT: '9000' },
      'is the same as',
    ],
    [
      'headers without a URL',
      { SANDBOX_READ_DONATION: 'command: cat', SANDBOX_READ_HEADERS: '{}' },
      'SANDBOX_READ_HEADERS is for a URL',
    ],
    [
      'a reading of production',
      {
        SANDBOX_READ_DONATION: 'https://api.example.org/admin/{id}',
        PRODUCTION_API_URL: 'https://api.example.org',
      },
      'SANDBOX_READ_DONATION is on the host of PRODUCTION_API_URL: production is never read',
    ],
  ])('two keys that cannot both be right: %s', (_, values, problem) => {
    expect(problems(values)).toContain(problem)
  })

  test.each([
    ['SANDBOX_READ_DONATION', 'https://admin.example.org/donations'],
    ['SANDBOX_READ_DONATION', 'http://admin.example.org/{id}'],
    ['SANDBOX_READ_DONATION', 'https://{id}.example.org/'],
    ['SANDBOX_READ_DONATION', 'https://me:hunter2@admin.example.org/{id}'],
    ['SANDBOX_READ_DONATION', 'cat'],
    ['SANDBOX_READ_HEADERS', 'authorization: Basic hunter2'],
    ['SANDBOX_READ_HEADERS', '{"x-key": 7}'],
    ['SANDBOX_READ_HEADERS', '{"x-key": "a\\nb"}'],
    ['SANDBOX_WEBHOOK_PORT', '70000'],
    ['PRODUCTION_WEBHOOK_PORT', '0'],
  ])('%s may not be %s, and no secret is shown', (key, value) => {
    const reading =
      key === 'SANDBOX_READ_HEADERS' ? { SANDBOX_READ_DONATION: 'https://a.example.org/{id}' } : {}
    expect(problems({ ...reading, [key]: value })).toMatch(new RegExp(`${key} must be`))
    expect(problems({ ...reading, [key]: value })).not.toContain('hunter2')
  })

  test('what shows donations, and where webhooks arrive', () => {
    const config = readEnvironment({
      processEnv: {
        ...required,
        SANDBOX_READ_DONATION: 'http://127.0.0.1:5000/donations/{id}?all=1',
        SANDBOX_READ_HEADERS: '{"authorization": "Basic hunter2"}',
        SANDBOX_WEBHOOK_PORT: '9000',
      },
    })
    expect(config).toMatchObject({
      donationReading: {
        url: 'http://127.0.0.1:5000/donations/{id}?all=1',
        headers: { authorization: 'Basic hunter2' },
      },
      webhookPorts: { sandbox: 9000 },
    })
    const command = { ...required, SANDBOX_READ_DONATION: 'command:  echo {}' }
    expect(readEnvironment({ processEnv: command }).donationReading).toEqual({ command: 'echo {}' })
  })

  test('a key with a slip of the pen is found, one of another program is left alone', () => {
    const file = fileWith(
      'SANDBOX_CLIENTID=x\nSANBOX_SCOPE=y\nPRODUCTION_URL=z\nHTTP_PROXY=p\nSANDBOX_clearly_nothing=1',
    )
    expect(
      messageOf(() => readEnvironment({ file, processEnv: required })).replace(file, 'FILE'),
    ).toMatchInlineSnapshot(`
      "The environment of FILE has 4 problems:
        SANDBOX_CLIENTID is no known key; did you mean SANDBOX_CLIENT_ID?
        SANBOX_SCOPE is no known key; did you mean SANDBOX_SCOPE?
        PRODUCTION_URL is no known key; did you mean PRODUCTION_API_URL?
        SANDBOX_clearly_nothing is no known key"
    `)
  })
})

describe('a file that cannot be used', () => {
  const said = (file: string) => messageOf(() => readEnvironment({ file, processEnv: required }))

  test('one that is not there', () => {
    expect(said('/nowhere/.env')).toBe('/nowhere/.env cannot be read: there is no such file')
  })

  test('a folder', () => {
    expect(said(tmpdir())).toBe(`${tmpdir()} cannot be read: it is a directory`)
  })

  test.each([
    ['bytes', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 1, 0xff])],
    ['UTF-16', Buffer.from('SANDBOX_SCOPE=x', 'utf16le')],
  ])('one of %s', (_, content) => {
    const file = fileWith(content)
    expect(said(file)).toBe(`${file} is no environment file: it is not UTF-8 text`)
  })
})
