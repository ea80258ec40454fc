import { sign } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { signEnvelope } from '../../certificate/envelope.ts'
import { keyIdOf } from '../../certificate/keys.ts'
import type { Particulars } from '../../certificate/particulars.ts'
import { readStatement, statementOf } from '../../certificate/statement.ts'
import { tool } from '../../harness/model/tool.ts'
import { digestOf } from '../../reports/digest.ts'
import { certificateOf, problemsOf } from './certified.ts'
import { type Envelope, envelopeOf, payloadOf, signed } from './envelopes.ts'
import { ed25519, knownKey, p256 } from './keys.ts'
import { fullRun } from './runs.ts'

let certificate: string
let honest: Particulars
beforeEach(async () => {
  certificate = await certificateOf()
  honest = readStatement(payloadOf(certificate))
})

/** The certificate with another envelope around the same signature. */
const enveloped = (change: (envelope: Envelope) => object) => JSON.stringify(change(envelopeOf(certificate)))

/** A certificate that its signer forged: well signed, and its parts agree, but it says what never was. */
const forged = (change: Partial<Particulars>) =>
  signEnvelope(JSON.stringify(statementOf({ ...honest, ...change })), knownKey)

const withVerdict = (id: string, change: Partial<Particulars['requirements'][number]>) => ({
  requirements: honest.requirements.map((one) => (one.id === id ? { ...one, ...change } : one)),
})

test('an honest certificate has nothing against it, in whatever layout', async () => {
  expect(await problemsOf(certificate)).toEqual([])
  expect(await problemsOf(enveloped((all) => all))).toEqual([])
  expect(await problemsOf(certificate, { subject: 'the sandbox' })).toEqual([])
})

test('what other tools write around the same signature is accepted: URL-safe base64, no key id', async () => {
  const urlSafe = (text: string) => text.replaceAll('+', '-').replaceAll('/', '_')
  const others = enveloped(({ payload, signatures, ...rest }) => ({
    ...rest,
    payload: urlSafe(payload),
    signatures: signatures.map(({ sig }) => ({ keyid: '', sig: urlSafe(sig) })),
  }))
  expect(await problemsOf(others)).toEqual([])
})

test('one bit anywhere', async () => {
  const bytes = Buffer.from(certificate)
  // Each bit of the ends, where payload type, key and signature are, and some of the payload between.
  const isEnd = (at: number) => at < 60 || at > bytes.length - 260
  for (let at = 0; at < bytes.length; at += isEnd(at) ? 1 : 59) {
    const bits = isEnd(at) ? [0, 1, 2, 3, 4, 5, 6, 7] : [at % 8]
    for (const bit of bits) {
      const altered = Buffer.from(bytes)
      altered.writeUInt8(altered.readUInt8(at) ^ (1 << bit), at)
      expect(await problemsOf(altered), `bit ${bit} of byte ${at}`).toHaveLength(1)
    }
  }
})

test('one bit anywhere of one by ECDSA', async () => {
  const key = p256()
  const bytes = Buffer.from(await certificateOf(fullRun(), { signer: key }))
  for (let at = bytes.length - 300; at < bytes.length; at += 1) {
    const altered = Buffer.from(bytes)
    altered.writeUInt8(altered.readUInt8(at) ^ (1 << (at % 8)), at)
    expect(await problemsOf(altered, { key }), `byte ${at}`).toHaveLength(1)
  }
})

const NOT_SIGNED = 'its signature is not of this key and this content'

test.each<[what: string, () => string | Promise<string>, sentence: string]>([
  [
    'another payload type',
    () => enveloped((all) => ({ ...all, payloadType: 'application/json' })),
    'its payload type is not application/vnd.in-toto+json',
  ],
  ['no signature', () => enveloped((all) => ({ ...all, signatures: [] })), 'it is not signed'],
  ['an empty signature', () => enveloped((all) => ({ ...all, signatures: [{ sig: '' }] })), NOT_SIGNED],
  [
    'two signatures',
    () => enveloped(({ signatures, ...all }) => ({ ...all, signatures: [...signatures, ...signatures] })),
    'it has 2 signatures, where a certificate has one',
  ],
  [
    'a signature of another key beside the right one',
    () =>
      enveloped(({ signatures, ...all }) => ({
        ...all,
        signatures: [...signatures, { keyid: keyIdOf(ed25519()), sig: 'AAAA' }],
      })),
    'it has 2 signatures, where a certificate has one',
  ],
  [
    'the signature of another certificate',
    async () => {
      const other = envelopeOf(await certificateOf(fullRun(), { subject: 'another' }))
      return enveloped((all) => ({ ...all, signatures: other.signatures }))
    },
    NOT_SIGNED,
  ],
  [
    'the content of another certificate',
    async () => {
      const other = envelopeOf(await certificateOf(fullRun(), { subject: 'another' }))
      return enveloped((all) => ({ ...all, payload: other.payload }))
    },
    NOT_SIGNED,
  ],
  [
    'a wrong key',
    () => certificateOf(fullRun(), { signer: ed25519() }),
    'it says that another key signed it',
  ],
  [
    'a wrong key that says nothing of itself',
    async () => {
      const { signatures, ...all } = envelopeOf(await certificateOf(fullRun(), { signer: ed25519() }))
      return JSON.stringify({ ...all, signatures: signatures.map(({ sig }) => ({ sig })) })
    },
    NOT_SIGNED,
  ],
  [
    'a wrong key that says it is the right one',
    async () => {
      const { signatures, ...all } = envelopeOf(await certificateOf(fullRun(), { signer: ed25519() }))
      return JSON.stringify({
        ...all,
        signatures: signatures.map(({ sig }) => ({ sig, keyid: keyIdOf(knownKey) })),
      })
    },
    NOT_SIGNED,
  ],
  [
    'a key of another algorithm',
    async () => {
      const { signatures, ...all } = envelopeOf(await certificateOf(fullRun(), { signer: p256() }))
      return JSON.stringify({ ...all, signatures: signatures.map(({ sig }) => ({ sig })) })
    },
    NOT_SIGNED,
  ],
  [
    'the content signed as it is, without its encoding',
    () =>
      enveloped(({ payload, ...all }) => ({
        ...all,
        payload,
        signatures: [{ sig: sign(null, Buffer.from(payload, 'base64'), knownKey).toString('base64') }],
      })),
    NOT_SIGNED,
  ],
  [
    'a blank in its base64',
    () =>
      enveloped(({ payload, ...all }) => ({ ...all, payload: `${payload.slice(0, 8)} ${payload.slice(8)}` })),
    'its payload is no base64 as it is to be',
  ],
  [
    'base64 with other spare bits',
    () =>
      enveloped(({ signatures, ...all }) => ({
        ...all,
        // 64 bytes leave four bits of the last digit that no byte takes.
        signatures: signatures.map(({ sig }) => ({
          sig: sig.replace(/.==$/, (last) => `${last[0] === 'B' ? 'C' : 'B'}==`),
        })),
      })),
    'its signature is no base64 as it is to be',
  ],
  [
    'a key of the envelope twice',
    () => certificate.replace('{', '{"payloadType":"application/vnd.in-toto+json",'),
    'it has the key "payloadType" twice in one object',
  ],
  ['a key that no envelope has', () => enveloped((all) => ({ ...all, note: '' })), 'it is no DSSE envelope'],
  ['no envelope', () => '[]', 'it is no DSSE envelope'],
  ['no JSON', () => 'certificate', 'it is no JSON'],
  [
    'a key of the statement twice',
    () =>
      signed(payloadOf(certificate).toString().replace('{', '{"_type":"https://in-toto.io/Statement/v1",')),
    'its statement has the key "_type" twice in one object',
  ],
  [
    'a statement of something else',
    () => signed(JSON.stringify({ ...statementOf(honest), predicateType: 'https://slsa.dev/provenance/v1' })),
    'its statement is no certificate of this suite: Invalid input: expected "https://in-toto.io/attestation/test-result/v0.1" at predicateType',
  ],
  [
    'a summary that says more than the particulars',
    () => {
      const { predicate, ...rest } = statementOf({
        ...honest,
        ...withVerdict('TOKEN-3', { verdict: 'fail' }),
      })
      const passed = { ...predicate, result: 'PASSED', failedTests: [] }
      return signed(JSON.stringify({ ...rest, predicate: passed }))
    },
    'its statement says one thing in its summary and another in its particulars',
  ],
  [
    'a subject beside that of the particulars',
    () =>
      signed(
        JSON.stringify({ ...statementOf(honest), subject: [{ name: 'production', digest: digestOf('') }] }),
      ),
    'its statement says one thing in its summary and another in its particulars',
  ],
  [
    'a stale catalogue',
    () => forged({ build: { ...honest.build, version: '0.0.9', catalogue: digestOf('older requirements') } }),
    `it is of another catalogue than this program's: version 0.0.9 of donation-conformance made it, this is ${tool.version}`,
  ],
  [
    'a stale contract',
    () => forged({ build: { ...honest.build, contract: digestOf('older contract') } }),
    `it is of another contract than this program's: version ${tool.version} of donation-conformance made it, this is ${tool.version}`,
  ],
  [
    'a longer life',
    () => forged({ expires: { at: '2099-12-31T00:00:00.000Z', with: honest.expires.with } }),
    'it names another end than its runs and its policy give',
  ],
  ['a broken MUST', () => forged(withVerdict('TOKEN-3', { verdict: 'fail' })), 'TOKEN-3 (MUST) is broken'],
  [
    'an undecided MUST',
    () => forged(withVerdict('TOKEN-3', { verdict: 'inconclusive', reason: 'no time' })),
    'TOKEN-3 (MUST) is undecided: no time',
  ],
  [
    'a failure of the suite',
    () => forged(withVerdict('TOKEN-3', { verdict: 'error', reason: 'TypeError' })),
    'TOKEN-3 (MUST) is not judged, since the suite itself failed: TypeError',
  ],
  [
    'a MUST that was only observed',
    () => forged(withVerdict('TOKEN-3', { verdict: 'observed' })),
    'TOKEN-3 (MUST) is given the verdict observed, which a MUST cannot have',
  ],
  [
    'a requirement left out',
    () => forged({ requirements: honest.requirements.filter(({ id }) => id !== 'TOKEN-3') }),
    'it does not hold each requirement of what was examined once',
  ],
  [
    'a MUST made a MAY',
    () => forged(withVerdict('TOKEN-3', { level: 'MAY', verdict: 'observed' })),
    'it does not hold each requirement of what was examined once',
  ],
  [
    'a partner that nobody examined',
    () => {
      const runs = honest.runs.map((run) => ({ ...run, side: 'partner' as const }))
      return forged({ runs })
    },
    'it does not hold each requirement of what was examined once',
  ],
  [
    'a path as the name of a file',
    () => {
      const runs = honest.runs.map((run) => ({
        ...run,
        files: [{ name: '../record.json', digest: digestOf('') }],
      }))
      return forged({ runs })
    },
    'its statement is no certificate of this suite: is no plain file name at predicate.https://donation-conformance.example/certificate/v1.runs.0.files.0.name',
  ],
  [
    'a digest that everybody can forge',
    () => forged({ subject: { name: 'the sandbox', digest: { md5: 'd41d8cd98f00b204e9800998ecf8427e' } } }),
    'its statement is no certificate of this suite: wanted is one by sha256, sha384, sha512, gitCommit, gitTree, in all its digits at predicate.https://donation-conformance.example/certificate/v1.subject.digest',
  ],
  [
    'a moment of issue in the future',
    () => forged({ issuedAt: '2026-01-05T00:00:00.000Z' }),
    'it was issued in the future, at 2026-01-05T00:00:00.000Z: a clock is wrong',
  ],
  [
    'a moment of issue before its run',
    () => forged({ issuedAt: '2026-01-01T00:00:00.000Z' }),
    'it was issued before its runs were over: a clock was wrong',
  ],
  [
    'fewer cases than its policy wants',
    () => forged({ policy: { ...honest.policy, minRuns: 100 } }),
    'the run of 2026-01-02T03:04:05.678Z (seed 42) tried 25 cases of each property, and the policy wants 100',
  ],
])('%s is refused', async (_, attack, sentence) => {
  expect(await problemsOf(await attack())).toContain(sentence)
})
