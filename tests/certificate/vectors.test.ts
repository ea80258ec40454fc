import { createPublicKey, verify } from 'node:crypto'
import { dsse } from '@sigstore/core'
import { expect, test } from 'vitest'
import { openEnvelope, signEnvelope } from '../../certificate/envelope.ts'
import { keyIdOf } from '../../certificate/keys.ts'
import type { Particulars } from '../../certificate/particulars.ts'
import { readStatement, statementOf } from '../../certificate/statement.ts'
import { digestOf, digestOfJson, isAsSealed, sealed } from '../../reports/digest.ts'
import { knownKey } from './keys.ts'

// What anybody can work out again with other tools: published vectors, and ours with a published key.

const coordinate = (decimal: string) => {
  const hex = BigInt(decimal).toString(16).padStart(64, '0')
  return Buffer.from(hex, 'hex').toString('base64url')
}

test('DSSE protocol.md: the encoding and the ECDSA signature of its example', () => {
  const encoded = dsse.preAuthEncoding('http://example.com/HelloWorld', Buffer.from('hello world'))
  expect(encoded.toString()).toBe('DSSEv1 29 http://example.com/HelloWorld 11 hello world')
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: coordinate('46950820868899156662930047687818585632848591499744589407958293238635476079160'),
    y: coordinate('5640078356564379163099075877009565129882514886557779369047442380624545832820'),
  }
  const key = createPublicKey({ key: jwk, format: 'jwk' })
  const sig = 'A3JqsQGtVsJ2O2xqrI5IcnXip5GToJ3F+FnZ+O88SjtR6rDAajabZKciJTfUiHqJPcIAriEGAHTVeCUjW2JIZA=='
  // Its r and s stand side by side; our signatures are DER, as those of OpenSSL and sigstore.
  const isRight = verify('sha256', encoded, { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(sig, 'base64'))
  expect(isRight).toBe(true)
})

test('the key of RFC 8032, 7.1, test 1', () => {
  const jwk = createPublicKey(knownKey).export({ format: 'jwk' })
  expect(Buffer.from(jwk.x ?? '', 'base64url').toString('hex')).toBe(
    'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
  )
  expect(keyIdOf(knownKey)).toBe('06e3fd8fda29bb60ab59557de61edb0aecdb231134be30e75b455f8e1b792fa9')
})

test('an envelope with that key', () => {
  const envelope = signEnvelope('{"hello":"wörld"}', knownKey)
  expect(JSON.parse(envelope)).toMatchInlineSnapshot(`
    {
      "payload": "eyJoZWxsbyI6InfDtnJsZCJ9",
      "payloadType": "application/vnd.in-toto+json",
      "signatures": [
        {
          "keyid": "06e3fd8fda29bb60ab59557de61edb0aecdb231134be30e75b455f8e1b792fa9",
          "sig": "O7+AlhbiC986oFxGJSvy7sB+lCmk18BAIhzNNEm0rcFtFx++JIbsaFH3WBP2GBDTFjVrhSpX7L/CcV9rQwaJAQ==",
        },
      ],
    }
  `)
  expect(openEnvelope(Buffer.from(envelope), createPublicKey(knownKey)).toString()).toBe('{"hello":"wörld"}')
})

test('a certificate with that key: what was issued once is read for ever', () => {
  const digest = digestOf('')
  const particulars: Particulars = {
    schema: 1,
    subject: { name: 'the sandbox', digest: { gitCommit: 'd20ace7968ba43c0219f62d71334c1095bab1602' } },
    issuedAt: '2026-01-03T00:00:00.000Z',
    expires: { at: '2026-02-01T03:04:05.678Z', with: 'the run of 2026-01-02, which counts for 30 days' },
    build: {
      ...{ name: 'donation-conformance', version: '0.1.0', digest, catalogue: digest, contract: digest },
    },
    runs: [
      {
        side: 'service',
        target: {
          kind: 'sandbox',
          authUrl: 'https://auth.sandbox.example',
          apiUrl: 'https://api.sandbox.example',
        },
        startedAt: '2026-01-02T03:04:05.678Z',
        ...{ durationMs: 3210, seed: 42, runs: 25, requests: 412, strict: false },
        files: [{ name: 'record.json', digest }],
      },
    ],
    requirements: [
      { id: 'TOKEN-1', level: 'MUST', verdict: 'pass' },
      { id: 'TOKEN-12', level: 'SHOULD', verdict: 'warn' },
      { id: 'TOKEN-14', level: 'MAY', verdict: 'observed' },
    ],
    policy: {
      ...{ files: [], maxAgeDays: 30, minRuns: 25, minSeeds: 1, warnings: 'any', undecided: [], waivers: [] },
    },
  }
  const envelope = signEnvelope(JSON.stringify(statementOf(particulars)), knownKey)
  expect(digestOf(envelope).sha256).toMatchInlineSnapshot(
    `"b3cad1064b6d9c922e54fe86ed704b11f857a5beb8884a7ef9b3c50dc91a4806"`,
  )
  expect(readStatement(openEnvelope(Buffer.from(envelope), createPublicKey(knownKey)))).toEqual(particulars)
})

test('RFC 8785, 3.2.2: the digest is that of the canonical form', () => {
  const value = JSON.parse(`{
    "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
    "string": "\\u20ac$\\u000F\\u000aA'\\u0042\\u0022\\u005c\\\\\\"\\/",
    "literals": [null, true, false]
  }`)
  const canonical =
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}'
  expect(digestOfJson(value)).toEqual(digestOf(canonical))
})

test('what is sealed may be laid out otherwise, and not changed', () => {
  const content = sealed({ b: [1, 2], a: { '10': 'ten', '9': 'nine' } })
  expect(content.digest.sha256).toBe(digestOf('{"a":{"10":"ten","9":"nine"},"b":[1,2]}').sha256)
  expect(isAsSealed({ digest: content.digest, a: content.a, b: content.b })).toBe(true)
  expect(isAsSealed({ ...content, b: [2, 1] })).toBe(false)
  expect(isAsSealed({ ...content, c: null })).toBe(false)
  expect(isAsSealed({ a: content.a })).toBe(false)
})
