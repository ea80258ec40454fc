import { describe, expect, test } from 'vitest'
import { readEnvironment } from '../../../client/environment/read-environment.ts'
import { secretsOf } from '../../../client/environment/secrets-of.ts'
import { SecretRegistry } from '../../../client/secrets/registry.ts'
import { certificateOf } from '../http/walls.ts'
import { fileWith, problems, required } from './environments.ts'

describe('inside the walls of a company', () => {
  const { key, cert } = certificateOf('partner')
  const origins = ['https://auth.sandbox.example.org', 'https://api.sandbox.example.org']
  const network = (values: Record<string, string>) =>
    readEnvironment({ processEnv: { ...required, ...values } }).network

  test('proxies come from the environment of the process, lower case first', () => {
    expect(network({ HTTPS_PROXY: 'http://upper:1', https_proxy: 'lower:2', NO_PROXY: '.corp' })).toEqual({
      proxies: { https: 'lower:2', except: '.corp' },
    })
    expect(network({ NO_PROXY: '*', HTTPS_PROXY: ' ' })).toBeUndefined()
  })

  test('a proxy that is none of this world is told, unless no host needs it', () => {
    expect(problems({ HTTPS_PROXY: 'socks5://proxy:1080' })).toContain(
      'HTTPS_PROXY must be an http or https URL',
    )
    expect(problems({ HTTPS_PROXY: 'socks5://proxy:1080', NO_PROXY: 'example.org' })).toBe('')
    expect(problems({ HTTP_PROXY: 'socks5://proxy:1080' })).toBe('')
  })

  test.each([
    ['files', () => ({ SANDBOX_CLIENT_CERT: fileWith(cert), SANDBOX_CLIENT_KEY: fileWith(key) })],
    [
      'texts in one line',
      () => ({
        SANDBOX_CLIENT_CERT: cert.replaceAll('\r\n', '\\n'),
        SANDBOX_CLIENT_KEY: key.replaceAll('\r\n', '\\n'),
      }),
    ],
  ])('a client certificate is read from %s, for the two hosts; its key is a secret', (_, values) => {
    const target = readEnvironment({ processEnv: { ...required, ...values() } })
    expect(target.network?.identity?.origins).toEqual(origins)
    const secrets = new SecretRegistry()
    for (const [value, label] of secretsOf(target)) secrets.add(value, label)
    const [, line = ''] = key.split(/\r?\n/)
    expect(secrets.redact(`it begins with ${line}`)).toBe('it begins with <client_key>')
  })

  test('the password of a proxy is a secret', () => {
    const target = readEnvironment({ processEnv: { ...required, HTTPS_PROXY: 'http://a:hush%20hush@p:1' } })
    expect([...secretsOf(target)]).toContainEqual(['hush hush', 'proxy_password'])
  })

  test.each([
    ['SANDBOX_CLIENT_CERT', { SANDBOX_CLIENT_CERT: '/no/such/file', SANDBOX_CLIENT_KEY: key }],
    ['SANDBOX_CLIENT_KEY must be a private key', { SANDBOX_CLIENT_CERT: cert, SANDBOX_CLIENT_KEY: cert }],
    ['SANDBOX_CLIENT_KEY is missing', { SANDBOX_CLIENT_CERT: cert }],
    [
      'SANDBOX_CLIENT_KEY is not the key of SANDBOX_CLIENT_CERT',
      { SANDBOX_CLIENT_CERT: cert, SANDBOX_CLIENT_KEY: certificateOf('other').key },
    ],
  ])('%s …: told in a line, without a key', (expected, values) => {
    expect(problems(values)).toContain(expected)
    expect(problems(values)).not.toContain('-----BEGIN')
  })

  test('headers for a gateway go to the two hosts; their values are secrets', () => {
    const headers = { 'X-Gateway-Pass': 'Key open-sesame-42' }
    const target = readEnvironment({
      processEnv: { ...required, SANDBOX_HEADERS: JSON.stringify(headers) },
    })
    expect(target.network?.pass).toEqual({ headers, origins })
    expect([...secretsOf(target)]).toContainEqual(['open-sesame-42', 'header'])
  })

  test('a sandbox that takes its time is given it', () => {
    expect(network({ SANDBOX_TIMEOUT_SECONDS: '60' })).toEqual({ answerMs: 60_000 })
    expect(problems({ SANDBOX_TIMEOUT_SECONDS: '0' })).toContain('must be a positive number')
    expect(problems({ SANDBOX_TIMEOUT_SECONDS: '900' })).toContain('must be 300 at most')
  })

  test.each(['Authorization', 'accept', 'Content-Type', 'COOKIE', 'Host'])(
    'a header that tests decide (%s) is none for a gateway',
    (name) => {
      const values = { SANDBOX_HEADERS: JSON.stringify({ [name]: 'open-sesame-42' }) }
      expect(problems(values)).toContain('SANDBOX_HEADERS must not hold headers that tests decide')
      expect(problems(values)).not.toContain('open-sesame')
    },
  )

  test('headers for a gateway are a JSON object', () => {
    expect(problems({ SANDBOX_HEADERS: 'X-Gateway-Pass: open-sesame-42' })).toContain(
      'SANDBOX_HEADERS must be a JSON object of strings',
    )
  })
})
