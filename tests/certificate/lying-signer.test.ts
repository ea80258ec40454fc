import { beforeEach, expect, test } from 'vitest'
import { signEnvelope } from '../../certificate/envelope.ts'
import type { Particulars } from '../../certificate/particulars.ts'
import { type Policy, policySchema } from '../../certificate/policy.ts'
import { readStatement, statementOf } from '../../certificate/statement.ts'
import { digestOf } from '../../reports/digest.ts'
import { certificateOf, problemsOf } from './certified.ts'
import { payloadOf } from './envelopes.ts'
import { knownKey } from './keys.ts'
import { fullRun } from './runs.ts'

/* Whoever has the key can sign anything: what contradicts itself, or what nobody has examined, is refused all the same. */

let honest: Particulars
beforeEach(async () => {
  honest ??= readStatement(payloadOf(await certificateOf()))
})

const lie = (change: Partial<Particulars>) =>
  signEnvelope(JSON.stringify(statementOf({ ...honest, ...change })), knownKey)

const first = () => {
  const [run] = honest.runs
  if (!run) throw new Error('a certificate is of a run')
  return run
}
const withRun = (change: Partial<Particulars['runs'][number]>) => ({ runs: [{ ...first(), ...change }] })
const withTarget = (change: object) => withRun({ target: { ...first().target, ...change } })
const matrix = (change: object = {}) => ({
  matrices: [
    {
      ...{ side: 'service' as const, digest: digestOf('matrix'), seed: 1 },
      ...{ faults: 100, caught: 100, variants: 10, notAccused: 10, ...change },
    },
  ],
})
const wanted = (policy: Partial<Policy>) => policySchema.parse({ ...policy })
const PROVED = wanted({ minSensitivity: 0.99 })

/** What is signed, what is said of it, and the policy of whoever decides. */
const lies: readonly [what: string, () => Partial<Particulars>, sentence: string, policy?: Policy][] = [
  [
    'one record counted twice',
    () => ({ runs: [first(), { ...first(), seed: 7 }] }),
    'it counts one record as several runs',
    wanted({ minSeeds: 2 }),
  ],
  [
    'one run counted twice, with a record made for it',
    () => ({
      runs: [first(), { ...first(), seed: 7, files: [{ name: 'record.json', digest: digestOf('made up') }] }],
    }),
    'it counts the run of 2026-01-02T03:04:05.678Z as several',
    wanted({ minSeeds: 2 }),
  ],
  [
    'verdicts without any request',
    () => withRun({ requests: 0 }),
    'it says that something was kept, and that the run of 2026-01-02T03:04:05.678Z sent nothing',
  ],
  [
    'an application in place of the service',
    () => withTarget({ kind: 'application' }),
    "the run of 2026-01-02T03:04:05.678Z is of the service's side, and its target of the kind application",
  ],
  [
    'a target that is nowhere',
    () => withTarget({ authUrl: 'see below' }),
    'the target of the run of 2026-01-02T03:04:05.678Z has no addresses',
  ],
  [
    'a report in place of the record',
    () => withRun({ files: first().files.toReversed() }),
    'it names other files of the run of 2026-01-02T03:04:05.678Z than a run has',
  ],
  [
    'a report named twice',
    () => withRun({ files: [...first().files, ...first().files.slice(-1)] }),
    'it names other files of the run of 2026-01-02T03:04:05.678Z than a run has',
  ],
  [
    'the build of another program',
    () => ({ build: { ...honest.build, name: 'conformance' } }),
    'it was made by conformance, and not by donation-conformance',
  ],
  [
    'a matrix of no fault',
    () => matrix({ faults: 0, caught: 0 }),
    "the matrix of the service's side counts 0 of 0 faults and 10 of 10 variants, which no matrix does",
    PROVED,
  ],
  [
    'a matrix without variants',
    () => matrix({ variants: 0, notAccused: 0 }),
    "the matrix of the service's side counts 100 of 100 faults and 0 of 0 variants, which no matrix does",
  ],
  [
    'more faults caught than there are',
    () => matrix({ caught: 101 }),
    "the matrix of the service's side counts 101 of 100 faults and 10 of 10 variants, which no matrix does",
  ],
  [
    'more variants not accused than there are',
    () => matrix({ notAccused: 11 }),
    "the matrix of the service's side counts 100 of 100 faults and 11 of 10 variants, which no matrix does",
  ],
  [
    'a matrix of the other side alone',
    () => matrix({ side: 'partner' }),
    "there is a matrix of the partner's side, and no run of it",
  ],
  [
    'a matrix that catches too little',
    () => matrix({ caught: 98 }),
    '98 of 100 faults of services were caught in the matrix, and the policy wants a share of 0.99',
    PROVED,
  ],
  [
    'no matrix',
    () => ({}),
    "there is no matrix of faults and variants of the service's side, and the policy wants one",
    PROVED,
  ],
  [
    'other hosts',
    () => withTarget({ apiUrl: 'https://api.elsewhere.example' }),
    'the run of 2026-01-02T03:04:05.678Z (seed 42) is of the host api.elsewhere.example, which is not of the sandbox',
    wanted({ subjects: { 'the sandbox': { hosts: ['auth.sandbox.example', 'api.sandbox.example'] } } }),
  ],
  [
    'the reference service in place of the sandbox',
    () => withTarget({ kind: 'mock' }),
    'the run of 2026-01-02T03:04:05.678Z (seed 42) is of the host mock, which is not of the sandbox',
    wanted({ subjects: { 'the sandbox': { hosts: ['auth.sandbox.example', 'api.sandbox.example'] } } }),
  ],
  [
    'a subject of the same name in other letters',
    () => ({ subject: { ...honest.subject, name: 'the Sandbox' } }),
    'the policy knows no subject "the Sandbox"',
    wanted({ subjects: { 'the sandbox': { hosts: ['auth.sandbox.example', 'api.sandbox.example'] } } }),
  ],
  [
    'a subject that is a member of every object',
    () => ({ subject: { ...honest.subject, name: 'constructor' } }),
    'the policy knows no subject "constructor"',
    wanted({ subjects: { 'the sandbox': { hosts: ['auth.sandbox.example'] } } }),
  ],
  [
    'an older run',
    () => withRun({ startedAt: '2025-11-02T03:04:05.678Z' }),
    'the run of 2025-11-02T03:04:05.678Z (seed 42) is older than the 30 days that the policy allows',
    wanted({}),
  ],
  [
    'a run of tomorrow',
    () => withRun({ startedAt: '2026-01-04T00:00:00.000Z' }),
    'the run of 2026-01-04T00:00:00.000Z (seed 42) lies in the future: a clock is wrong',
  ],
  [
    'a run of the last year that there is',
    () => withRun({ startedAt: '9999-12-31T00:00:00.000Z' }),
    'the run of 9999-12-31T00:00:00.000Z (seed 42) lies in the future: a clock is wrong',
  ],
  [
    'a run that lasted for ever',
    () => withRun({ durationMs: 1e300 }),
    'it was issued before its runs were over: a clock was wrong',
  ],
  [
    'a run without its HAR',
    () => withRun({ files: first().files.filter(({ name }) => name !== 'exchanges.har') }),
    'the run of 2026-01-02T03:04:05.678Z (seed 42) has no exchanges.har beside its record, and the policy wants it',
    wanted({ files: ['exchanges.har'] }),
  ],
  [
    'a run of one case',
    () => withRun({ runs: 1 }),
    'the run of 2026-01-02T03:04:05.678Z (seed 42) tried 1 cases of each property, and the policy wants 25',
    wanted({}),
  ],
  [
    'one side for both',
    () => ({}),
    'the partner was not examined, and the policy wants it',
    wanted({ sides: ['service', 'partner'] }),
  ],
  [
    'requirements in another order',
    () => ({ requirements: honest.requirements.toReversed() }),
    'it does not hold each requirement of what was examined once',
  ],
  [
    'a requirement that there is not',
    () => ({ requirements: [...honest.requirements, { id: 'TOKEN-99', level: 'MAY', verdict: 'observed' }] }),
    'it does not hold each requirement of what was examined once',
  ],
  [
    'a SHOULD that failed as a MUST does',
    () => withVerdict('TOKEN-12', 'fail'),
    'TOKEN-12 (SHOULD) is given the verdict fail, which a SHOULD cannot have',
  ],
  [
    'a MAY that passed',
    () => withVerdict(honest.requirements.find(({ level }) => level === 'MAY')?.id ?? '', 'pass'),
    'is given the verdict pass, which a MAY cannot have',
  ],
  [
    'a broken SHOULD',
    () => withVerdict('TOKEN-12', 'warn'),
    'TOKEN-12 (SHOULD) is broken, and the policy does not let it be',
    wanted({ warnings: [] }),
  ],
  [
    'a broken MUST under a policy of its own that waives it',
    () => ({
      ...withVerdict('TOKEN-3', 'fail'),
      policy: wanted({ waivers: [{ requirement: 'TOKEN-3', reason: 'because', expires: '2099-01-01' }] }),
    }),
    'TOKEN-3 (MUST) is broken',
    wanted({}),
  ],
  [
    'a waiver that was over when it was issued',
    () => ({
      ...withVerdict('TOKEN-3', 'fail'),
      policy: wanted({ waivers: [{ requirement: 'TOKEN-3', reason: 'because', expires: '2026-01-01' }] }),
    }),
    'TOKEN-3 (MUST) is broken; the policy excuses that no longer than 2026-01-01',
  ],
]

const withVerdict = (id: string, verdict: Particulars['requirements'][number]['verdict']) => ({
  requirements: honest.requirements.map((one) => (one.id === id ? { ...one, verdict } : one)),
})

test.each(lies)('%s is refused', async (_, change, sentence, policy) => {
  const problems = await problemsOf(lie(change()), policy ? { policy } : {})
  expect(problems.join('\n')).toContain(sentence)
})

test.each<[what: string, change: () => unknown, at: string]>([
  ['a moment that no calendar has', () => ({ issuedAt: '2026-02-30T00:00:00.000Z' }), 'issuedAt'],
  ['a moment without its zone', () => ({ issuedAt: '2026-01-03T00:00:00.000' }), 'issuedAt'],
  ['a schema of the future', () => ({ schema: 2 }), 'schema'],
  ['no run', () => ({ runs: [] }), 'runs'],
  ['a run of no file', () => withRun({ files: [] }), 'runs.0.files'],
  ['a run of a third side', () => ({ runs: [{ ...first(), side: 'both' }] }), 'runs.0.side'],
  [
    'a target of a kind that there is not',
    () => ({ runs: [{ ...first(), target: { ...first().target, kind: 'production, approved' } }] }),
    'runs.0.target.kind',
  ],
  ['a duration before time', () => withRun({ durationMs: -1 }), 'runs.0.durationMs'],
  [
    'a verdict that there is not',
    () => ({ requirements: [{ ...honest.requirements[0], verdict: 'ok' }] }),
    'verdict',
  ],
  ['a subject without a name', () => ({ subject: { ...honest.subject, name: '' } }), 'subject.name'],
  ['a subject without a digest', () => ({ subject: { name: 'the sandbox', digest: {} } }), 'subject.digest'],
  ['half a digest', () => ({ subject: { name: 'x', digest: { sha256: 'abcd' } } }), 'subject.digest'],
  ['a build without a digest', () => ({ build: { ...honest.build, digest: {} } }), 'build.digest'],
  ['a remark that nobody asked for', () => ({ remark: 'all is well' }), 'certificate/v1'],
  [
    'a policy of a requirement that there is not',
    () => ({ policy: { warnings: ['TOKEN-99'] } }),
    'policy.warnings',
  ],
  [
    'a policy that counts for ever',
    () => ({ policy: { ...honest.policy, maxAgeDays: 1e9 } }),
    'policy.maxAgeDays',
  ],
  ['an empty list of matrices', () => ({ matrices: [] }), 'matrices'],
])('%s is no certificate', async (_, change, at) => {
  const { predicate, ...statement } = statementOf(honest)
  const altered = Object.fromEntries(
    Object.entries(predicate).map(([key, value]) =>
      value === honest ? [key, { ...honest, ...Object(change()) }] : [key, value],
    ),
  )
  const envelope = signEnvelope(JSON.stringify({ ...statement, predicate: altered }), knownKey)
  const [problem, ...others] = await problemsOf(envelope)
  expect(problem).toMatch(/^its statement is no certificate of this suite: /)
  expect(problem).toContain(at)
  expect(others).toEqual([])
})

test('an honest one is not', async () => {
  expect(await problemsOf(lie(matrix()), { policy: PROVED })).toEqual([])
  expect(await problemsOf(await certificateOf(fullRun()))).toEqual([])
})
