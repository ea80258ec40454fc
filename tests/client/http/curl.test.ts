import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { curlLine } from '../../../client/http/curl.ts'
import type { Exchange, ExchangeRequest } from '../../../client/http/exchange.ts'
import type { Network } from '../../../client/http/network.ts'
import { SecretRegistry } from '../../../client/secrets/registry.ts'

function line(request: Partial<ExchangeRequest>, secrets = new SecretRegistry(), network?: Network): string {
  const whole = { method: 'PATCH', url: 'https://api.example.org/v1/donations/1', headers: {}, ...request }
  const exchange: Exchange = { id: 1, startedAt: 0, durationMs: 0, request: whole }
  return curlLine(exchange, secrets, network)
}

/** The arguments and the input that a shell hands to curl. */
function run(command: string): { args: string[]; input: string } {
  const script = `curl() { printf '%s\\0' "$@"; printf 'INPUT\\0'; case "$*" in *@-) cat;; esac; }; ${command}`
  const parts = execFileSync('bash', ['-c', script], { encoding: 'latin1', input: '' }).split('INPUT\0')
  return { args: (parts[0] ?? '').split('\0').slice(0, -1), input: parts[1] ?? '' }
}

test('a request with its headers and body, secrets replaced', () => {
  const secrets = new SecretRegistry()
  secrets.add('an-access-token', 'access_token')
  const headers = {
    authorization: 'Bearer an-access-token',
    'content-type': 'application/json',
    'user-agent': 'x',
    'accept-encoding': 'gzip',
  }
  expect(line({ headers, body: '{"donor_last_name":"O\'Brien"}' }, secrets)).toBe(
    `curl -i -X PATCH https://api.example.org/v1/donations/1 -H 'authorization: Bearer <access_token>' ` +
      `-H 'content-type: application/json' --data-raw '{"donor_last_name":"O'\\''Brien"}'`,
  )
})

test.each([
  ['quotes and expansions', `'"$HOME\`id\`!\\;&|`],
  ['line ends and control characters', 'a\r\nb\tc\u001b[31m\u202e'],
  ['what curl would read as a file', '@/etc/passwd'],
  ['other scripts', 'Zoë 山田 😀'],
])('a shell hands curl the body as it was: %s', (_, body) => {
  const { args } = run(line({ body }))
  expect(Buffer.from(args.at(-1) ?? '', 'latin1').toString()).toBe(body)
  expect(args).toContain('content-type:')
})

test('a body of bytes that no argument can hold goes through a pipe', () => {
  const bytes = Buffer.from([0, 255, 37, 92, 39, 10, 0])
  const command = line({ body: bytes.toString('base64'), bodyEncoding: 'base64' })
  expect(command).toMatch(/^printf '.*' \| curl .* --data-binary @-$/)
  expect(run(command).input).toBe(bytes.toString('latin1'))
})

test('bytes that are no text are escaped', () => {
  const bytes = Buffer.from([0xc3, 0x28, 0x41])
  const { args } = run(line({ body: bytes.toString('base64'), bodyEncoding: 'base64' }))
  expect(args.at(-1)).toBe(bytes.toString('latin1'))
})

test('a long body is cut, and the line says so', () => {
  expect(line({ body: 'x'.repeat(10_000) })).toMatch(/x{4000} # the first 4000 of 10000 bytes$/)
})

test('brackets in a URL are no ranges, and an empty header is sent', () => {
  expect(line({ method: 'GET', url: 'https://[::1]/a?b={c}', headers: { authorization: '' } })).toBe(
    "curl -i -X GET 'https://[::1]/a?b={c}' --globoff -H 'authorization;'",
  )
})

test('where the hosts ask for a certificate, the command shows it, and to no other host', () => {
  const origins = ['https://api.example.org']
  const network = { identity: { cert: 'CERTIFICATE', key: 'PRIVATE KEY', origins } }
  expect(line({ method: 'GET' }, new SecretRegistry(), network)).toBe(
    'curl -i -X GET https://api.example.org/v1/donations/1 --cert "$SANDBOX_CLIENT_CERT" --key "$SANDBOX_CLIENT_KEY"',
  )
  expect(line({ method: 'GET', url: 'https://partner.example/' }, new SecretRegistry(), network)).toBe(
    'curl -i -X GET https://partner.example/',
  )
})
