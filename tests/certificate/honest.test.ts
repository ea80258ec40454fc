import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { bundleFromJSON } from '@sigstore/bundle'
import { toSignedEntity, toTrustMaterial, Verifier } from '@sigstore/verify'
import { expect, test } from 'vitest'
import { PARTICULARS } from '../../certificate/statement.ts'
import type { RunResult } from '../../harness/model/result.ts'
import { tool } from '../../harness/model/tool.ts'
import { chooseReporters } from '../../reports/choose.ts'
import { reporters } from '../../reports/reporters.ts'
import { writeReports } from '../../reports/write.ts'
import { temporaryDirectory } from '../cli/places.ts'
import { certify, problemsOf } from './certified.ts'
import { testResultStatement } from './in-toto.ts'
import { ed25519, knownKey, p256, publicPemOf } from './keys.ts'
import { broken, fullRun, partnerRecord, reportsOf, undecided } from './runs.ts'

interface Envelope {
  readonly payload: string
  readonly payloadType: string
  readonly signatures: readonly { readonly sig: string }[]
}

/** Verifies as the DSSE specification says (protocol.md), with nothing of ours and nothing of a library for it. */
function verifiesByDsse({ payload, payloadType, signatures }: Envelope, key: KeyObject): boolean {
  const body = Buffer.from(payload, 'base64')
  const head = `DSSEv1 ${Buffer.byteLength(payloadType)} ${payloadType} ${body.length} `
  const encoded = Buffer.concat([Buffer.from(head), body])
  const hash = key.asymmetricKeyType === 'ed25519' ? null : 'sha256'
  return signatures.some(({ sig }) => verify(hash, encoded, key, Buffer.from(sig, 'base64')))
}

/** Verifies as sigstore does with a key of one's own, of which no log and no time stamp tells. */
function verifyBySigstore(envelope: Envelope, key: KeyObject): void {
  const bundle = bundleFromJSON({
    mediaType: 'application/vnd.dev.sigstore.bundle.v0.3+json',
    verificationMaterial: { publicKey: { hint: '' } },
    dsseEnvelope: envelope,
  })
  const keys = () => ({ publicKey: key, validFor: () => true })
  const trusted = toTrustMaterial(
    {
      mediaType: 'application/vnd.dev.sigstore.trustedroot+json;version=0.1',
      tlogs: [],
      certificateAuthorities: [],
      ctlogs: [],
      timestampAuthorities: [],
    },
    keys,
  )
  const none = { ctlogThreshold: 0, tlogThreshold: 0, timestampThreshold: 0 }
  new Verifier(trusted, none).verify(toSignedEntity(bundle))
}

const until = '2026-02-01'
const excuse = (requirement: string) => ({ requirement, reason: 'agreed with the platform', expires: until })
/** Runs one after the other: no two begin at the same moment. */
const seeds = (...all: readonly number[]) =>
  all.map((seed) => fullRun({}, { run: { seed, startedAt: `2026-01-02T0${seed}:04:05.678Z` } }))

test.each<[what: string, runs: readonly RunResult[], key: KeyObject, policy: object, result: string]>([
  ['everything kept', [fullRun()], knownKey, {}, 'PASSED'],
  ['signed with ECDSA', [fullRun()], p256(), {}, 'PASSED'],
  ['signed with another key', [fullRun()], ed25519(), {}, 'PASSED'],
  ['three seeds', seeds(1, 2, 3), knownKey, { minSeeds: 3 }, 'PASSED'],
  [
    'a thousand cases, strict',
    [fullRun({}, { run: { runs: 1_000, strict: true } })],
    knownKey,
    { minRuns: 1_000 },
    'PASSED',
  ],
  ['a warning', [fullRun({ 'TOKEN-12': broken('SHOULD') })], knownKey, {}, 'WARNED'],
  [
    'a warning that is allowed',
    [fullRun({ 'TOKEN-12': broken('SHOULD') })],
    knownKey,
    { warnings: ['TOKEN-12'] },
    'WARNED',
  ],
  [
    'a MUST undecided that may be',
    [fullRun({ 'TOKEN-3': undecided })],
    knownKey,
    { undecided: [excuse('TOKEN-3')] },
    'PASSED',
  ],
  ['a SHOULD undecided', [fullRun({ 'TOKEN-12': undecided })], knownKey, {}, 'PASSED'],
  [
    'a MUST waived',
    [fullRun({ 'TOKEN-3': broken('MUST') })],
    knownKey,
    { waivers: [excuse('TOKEN-3')] },
    'FAILED',
  ],
  [
    'a rule that does not apply',
    [fullRun({ 'REFRESH-4': { verdict: 'not-applicable', reason: 'refresh tokens are not replaced' } })],
    knownKey,
    {},
    'PASSED',
  ],
  [
    'the hosts of the subject',
    [fullRun()],
    knownKey,
    { subjects: { 'the sandbox': { hosts: ['auth.sandbox.example', 'api.sandbox.example'] } } },
    'PASSED',
  ],
  [
    'what one run decided and another did not',
    [...seeds(1), fullRun({ 'TOKEN-3': undecided }, { run: { seed: 2 } })],
    knownKey,
    {},
    'PASSED',
  ],
])('%s: verified, also by tools that are not ours', async (_, runs, key, policy, result) => {
  const made = await certify(await Promise.all(runs.map(reportsOf)), { signer: key, policy })
  if ('refusals' in made) throw new Error(made.refusals.join('\n'))
  const { certificate } = made
  expect(await problemsOf(certificate, { key })).toEqual([])

  const envelope: Envelope = JSON.parse(certificate)
  const publicKey = createPublicKey(publicPemOf(key))
  expect(verifiesByDsse(envelope, publicKey)).toBe(true)
  verifyBySigstore(envelope, publicKey)
  expect(() => verifyBySigstore(envelope, createPublicKey(ed25519()))).toThrow(
    'signature verification failed',
  )

  const statement = testResultStatement.parse(JSON.parse(Buffer.from(envelope.payload, 'base64').toString()))
  expect(statement.predicate.result).toBe(result)
})

test('a certificate says what, when, by which build, with which verdicts and what is missing', async () => {
  const run = fullRun({
    'TOKEN-3': broken('MUST'),
    'TOKEN-4': undecided,
    'TOKEN-12': broken('SHOULD'),
  })
  const kept = run.requirements.filter(({ verdict }) => verdict === 'pass').length
  const policy = { waivers: [excuse('TOKEN-3')], undecided: [excuse('TOKEN-4')] }
  const made = await certify([await reportsOf(run)], { policy, subjectDigest: { gitCommit: 'a'.repeat(40) } })
  if ('refusals' in made) throw new Error(made.refusals.join('\n'))
  const { payload }: Envelope = JSON.parse(made.certificate)
  const { subject, predicate } = testResultStatement.parse(
    JSON.parse(Buffer.from(payload, 'base64').toString()),
  )
  expect(subject).toEqual([{ name: 'the sandbox', digest: { gitCommit: 'a'.repeat(40) } }])
  expect(predicate).toMatchObject({ failedTests: ['TOKEN-3'], warnedTests: ['TOKEN-12'] })
  expect(predicate.passedTests).not.toContain('TOKEN-4')
  expect(predicate.configuration.map(({ name }) => name)).toEqual([
    `donation-conformance@${tool.version}`,
    'catalogue',
    'contract',
    'policy',
  ])
  expect(predicate[PARTICULARS]).toMatchObject({
    runs: [{ target: { clientId: 'partner-7' }, seed: 42, files: [{ name: 'record.json' }, {}, {}, {}] }],
    expires: { at: '2026-02-01T03:04:05.678Z' },
  })
  const secretless = made.text
    .replaceAll(/, commit .*|^ +build .*\n/gm, '')
    .replaceAll(/([0-9a-f]{4} ?){16}/g, '<sha256>')
    .replaceAll(`${tool.name} ${tool.version}`, `${tool.name} <version>`)
    .replace(`kept ${kept} requirements`, 'kept <all others>')
  expect(secretless).toMatchInlineSnapshot(`
    "Subject                 the sandbox
                            gitCommit:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
    Tested                  the service (sandbox): API https://api.sandbox.example
                            authorization https://auth.sandbox.example, client partner-7
    When                    2026-01-02 03:04 UTC, 3.2 s: seed 42, 25 cases a property, 2 requests
    By                      donation-conformance <version>
                            signed with the key <sha256>
    Result                  The service kept <all others>, broke 1 that the policy waives, broke 1 recommendation and left 1 undecided.
    Waived                  TOKEN-3: until 2026-02-01: agreed with the platform
    Recommendations broken  TOKEN-12: SHOULD
    Undecided               TOKEN-4: allowed until 2026-02-01 (agreed with the platform): there is no second client
    Rests on                record.json, junit.xml, exchanges.har, report.html
    Suite proved by         nothing that was shown: no matrix of faults was given
    Issued                  2026-01-03 00:00 UTC
    Holds until             2026-02-01 03:04 UTC; then ends the run of 2026-01-02, which counts for 30 days
    Fingerprint             <sha256>

    The certificate is valid.
    "
  `)
})

test('a certificate is of record, JUnit, HAR and report, whatever other reports lie beside them', async () => {
  const directory = await temporaryDirectory()
  const result = fullRun()
  await writeReports(result, directory, await chooseReporters(Object.keys(reporters)))
  const made = await certify([directory])
  if ('refusals' in made) throw new Error(made.refusals.join('\n'))
  expect(made.text).toMatch(/^Rests on +record.json, junit.xml, exchanges.har, report.html$/m)
  await writeFile(join(directory, 'report.md'), 'All is well')
  expect(await problemsOf(made.certificate, { directory })).toEqual([])
  await writeFile(join(directory, 'junit.xml'), '<testsuites/>')
  expect(await problemsOf(made.certificate, { directory })).toEqual([
    'the junit.xml that is shown is not the one that was certified',
  ])
})

test('both sides go into one certificate', async () => {
  const records = await Promise.all([reportsOf(fullRun()), partnerRecord()])
  const hosts = ['auth.sandbox.example', 'api.sandbox.example', 'app.example']
  const policy = { sides: ['service', 'partner'], subjects: { 'the sandbox': { hosts } } }
  const made = await certify(records, { policy })
  if ('refusals' in made) throw new Error(made.refusals.join('\n'))
  expect(await problemsOf(made.certificate)).toEqual([])
  expect(made.text).toContain("The service and the partner's application kept ")
  expect(made.text).toContain("the partner's application at https://app.example")
  expect(await certify(records.slice(1), { policy })).toEqual({
    refusals: ['the service was not examined, and the policy wants it'],
  })
})
