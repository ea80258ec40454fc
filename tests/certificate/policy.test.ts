import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { readPolicy } from '../../certificate/certify.ts'
import { policyJsonSchema, policySchema } from '../../certificate/policy.ts'
import { certificateOf, jsonFile, problemsOf, refusals } from './certified.ts'
import { broken, fullRun, partnerRecord, reportsOf, undecided } from './runs.ts'

const excuse = (requirement: string, expires = '2026-02-01') => ({ requirement, reason: 'agreed', expires })
const begunAt = (startedAt: string) => ({ run: { startedAt } })

const RUN = 'the run of 2026-01-02T03:04:05.678Z (seed 42)'

test.each<[what: string, run: Parameters<typeof fullRun>, policy: object, refused: readonly string[]]>([
  ['a broken MUST', [{ 'TOKEN-3': broken('MUST') }], {}, ['TOKEN-3 (MUST) is broken']],
  [
    'a broken MUST whose waiver has expired',
    [{ 'TOKEN-3': broken('MUST') }],
    { waivers: [excuse('TOKEN-3', '2026-01-02')] },
    ['TOKEN-3 (MUST) is broken; the policy excuses that no longer than 2026-01-02'],
  ],
  [
    'a broken MUST that may only be undecided',
    [{ 'TOKEN-3': broken('MUST') }],
    { undecided: [excuse('TOKEN-3')] },
    ['TOKEN-3 (MUST) is broken'],
  ],
  [
    'an undecided MUST',
    [{ 'TOKEN-3': undecided }],
    {},
    ['TOKEN-3 (MUST) is undecided: there is no second client'],
  ],
  [
    'an undecided MUST that may be so no more',
    [{ 'TOKEN-3': undecided }],
    { undecided: [excuse('TOKEN-3', '2026-01-02')] },
    [
      'TOKEN-3 (MUST) is undecided: there is no second client; the policy excuses that no longer than 2026-01-02',
    ],
  ],
  [
    'several of which the same is to be said',
    [{ 'TOKEN-3': broken('MUST'), 'TOKEN-4': undecided, 'TOKEN-5': undecided, 'UPDATE-1': broken('MUST') }],
    {},
    [
      'TOKEN-3, UPDATE-1 (MUST) are broken',
      'TOKEN-4, TOKEN-5 (MUST) are undecided: there is no second client',
    ],
  ],
  [
    'a broken SHOULD that is not among those that may be',
    [{ 'TOKEN-12': broken('SHOULD') }],
    { warnings: ['TOKEN-9'] },
    ['TOKEN-12 (SHOULD) is broken, and the policy does not let it be'],
  ],
  [
    'a failure of the suite',
    [{ 'TOKEN-12': { verdict: 'error', reason: 'TypeError' } }],
    {},
    ['TOKEN-12 (SHOULD) is not judged, since the suite itself failed: TypeError'],
  ],
  ['a run of the same day', [], { maxAgeDays: 1 }, []],
  [
    'an older run',
    [{}, begunAt('2025-12-02T00:00:00.000Z')],
    {},
    ['the run of 2025-12-02T00:00:00.000Z (seed 42) is older than the 30 days that the policy allows'],
  ],
  [
    'a run of tomorrow',
    [{}, begunAt('2026-01-04T00:00:00.000Z')],
    {},
    ['the run of 2026-01-04T00:00:00.000Z (seed 42) lies in the future: a clock is wrong'],
  ],
  [
    'too few cases',
    [],
    { minRuns: 100 },
    [`${RUN} tried 25 cases of each property, and the policy wants 100`],
  ],
  [
    'too few seeds',
    [],
    { minSeeds: 3 },
    ['the service was examined with 1 of the 3 seeds that the policy wants'],
  ],
  [
    'one side of two',
    [],
    { sides: ['service', 'partner'] },
    ['the partner was not examined, and the policy wants it'],
  ],
  [
    'a host that is not of the subject',
    [],
    { subjects: { 'the sandbox': { hosts: ['api.sandbox.example'] } } },
    [`${RUN} is of the host auth.sandbox.example, which is not of the sandbox`],
  ],
  [
    'a subject that is not known',
    [],
    { subjects: { production: { hosts: ['api.example'] } } },
    ['the policy knows no subject "the sandbox"'],
  ],
  [
    'the reference service, where the policy names hosts',
    [
      {},
      {
        target: {
          kind: 'mock',
          authUrl: 'https://auth.sandbox.example',
          apiUrl: 'https://auth.sandbox.example',
        },
      },
    ],
    { subjects: { 'the sandbox': { hosts: ['auth.sandbox.example'] } } },
    [`${RUN} is of the host mock, which is not of the sandbox`],
  ],
  [
    'a strict policy, kept',
    [],
    { files: ['junit.xml', 'exchanges.har', 'report.html'], sides: ['service'], warnings: [], minRuns: 25 },
    [],
  ],
  [
    'no matrix where one is wanted',
    [],
    { minSpecificity: 1 },
    ["there is no matrix of faults and variants of the service's side, and the policy wants one"],
  ],
])('%s', async (_, [changes, part], policy, refused) => {
  const records = [await reportsOf(fullRun(changes, part))]
  expect(await refusals(records, { policy })).toEqual(refused)
})

test('an application has to be at a host of the subject, also where its port is new in every examination', async () => {
  const records = [await partnerRecord('http://127.0.0.1:{port}')]
  const hosts = (...all: readonly string[]) => ({ policy: { subjects: { 'the sandbox': { hosts: all } } } })
  expect(await refusals(records, hosts('127.0.0.1:{port}'))).toEqual([])
  expect(await refusals(records, hosts('app.example'))).toEqual([
    `${RUN} is of the host 127.0.0.1:{port}, which is not of the sandbox`,
  ])
})

test('runs of different applications do not go into one certificate', async () => {
  const records = [await partnerRecord(), await partnerRecord('https://other.example')]
  expect(await refusals(records)).toEqual([
    'the runs are of different applications: app.example; other.example',
  ])
})

test('a record alone, where the policy wants the traffic too', async () => {
  const records = await reportsOf(fullRun())
  await rm(join(records, 'exchanges.har'))
  expect(await refusals([records], { policy: { files: ['exchanges.har'] } })).toEqual([
    `${RUN} has no exchanges.har beside its record, and the policy wants it`,
  ])
})

test('a subject that is an address is that host', async () => {
  const records = [await reportsOf(fullRun())]
  expect(await refusals(records, { subject: 'https://api.sandbox.example/' })).toEqual([])
  expect(await refusals(records, { subject: 'https://api.example' })).toEqual([
    'what was tested is at auth.sandbox.example and api.sandbox.example, and not at api.example',
  ])
})

test('records of different services, or the same one twice, are not one subject', async () => {
  const target = {
    kind: 'sandbox',
    authUrl: 'https://auth.other.example',
    apiUrl: 'https://api.other.example',
  } as const
  const [one, other] = await Promise.all([
    reportsOf(fullRun()),
    reportsOf(fullRun({}, { target, run: { seed: 7 } })),
  ])
  expect(await refusals([one, other])).toEqual([
    'the runs are of different services: auth.sandbox.example and api.sandbox.example; auth.other.example and api.other.example',
  ])
  expect(await refusals([one, one])).toEqual([
    `${one}/record.json: it is the same record as ${one}/record.json`,
  ])
})

test('of several runs the gravest verdict counts', async () => {
  const run = (seed: number, changes = {}) => reportsOf(fullRun(changes, { run: { seed } }))
  const records = await Promise.all([
    run(1),
    run(2, { 'TOKEN-3': broken('MUST') }),
    run(3, { 'TOKEN-3': undecided }),
  ])
  expect(await refusals(records)).toEqual(['TOKEN-3 (MUST) is broken'])
})

test.each([
  [
    'an id that does not exist',
    { waivers: [excuse('TOKEN-99')] },
    '"TOKEN-99" names no requirement of the catalogue at waivers.0.requirement',
  ],
  [
    'an unknown warning',
    { warnings: ['TOKN-1'] },
    '"TOKN-1" names no requirement of the catalogue at warnings.0',
  ],
  [
    'two entries of one id',
    { undecided: [excuse('TOKEN-3'), excuse('TOKEN-3')] },
    'names a requirement twice at undecided',
  ],
  [
    'no reason',
    { waivers: [{ requirement: 'TOKEN-3', expires: '2026-02-01' }] },
    'Invalid input: expected string, received undefined at waivers.0.reason',
  ],
  [
    'no end',
    { waivers: [{ requirement: 'TOKEN-3', reason: 'x' }] },
    'Invalid input: expected string, received undefined at waivers.0.expires',
  ],
  [
    'a day that does not exist',
    { waivers: [excuse('TOKEN-3', '2026-02-30')] },
    'Invalid ISO date at waivers.0.expires',
  ],
  ['a misspelt key', { waiver: [] }, 'Unrecognized key: "waiver"'],
])('a policy with %s is none', async (_, policy, sentence) => {
  const records = [await reportsOf(fullRun())]
  await expect(refusals(records, { policy })).rejects.toThrow(`is no policy: ${sentence}`)
})

test('a policy that says a thing twice is none', async () => {
  const twice = await jsonFile('{"minRuns":100,"minRuns":1}')
  await expect(readPolicy(twice)).rejects.toThrow(`${twice} has the key "minRuns" twice in one object`)
})

test('the JSON Schema takes what the zod schema takes', () => {
  const again = z.fromJSONSchema(policyJsonSchema)
  const good = { sides: ['service'], minRuns: 50, waivers: [excuse('TOKEN-3')], warnings: 'any' }
  const bad = { minRuns: -1 }
  for (const schema of [policySchema, again])
    expect([
      schema.safeParse(good).success,
      schema.safeParse({}).success,
      schema.safeParse(bad).success,
    ]).toEqual([true, true, false])
})

test('the policy of whoever decides counts beside that of whoever signed', async () => {
  const policy = { waivers: [{ requirement: 'TOKEN-3', reason: 'mended in March', expires: '2026-01-10' }] }
  const waived = await certificateOf(fullRun({ 'TOKEN-3': broken('MUST') }), { policy })
  const asked = {
    minRuns: 100,
    minSensitivity: 0.9,
    sides: ['service', 'partner'],
    subjects: { other: { hosts: ['x'] } },
  }
  expect(await problemsOf(waived, { policy: policySchema.parse(asked) })).toEqual([
    'the partner was not examined, and the policy wants it',
    'the run of 2026-01-02T03:04:05.678Z (seed 42) tried 25 cases of each property, and the policy wants 100',
    'the policy knows no subject "the sandbox"',
    'TOKEN-3 (MUST) is broken',
    "there is no matrix of faults and variants of the service's side, and the policy wants one",
  ])
})

test('a waiver counts until the end of its last day', async () => {
  const records = [await reportsOf(fullRun({ 'TOKEN-3': broken('MUST') }))]
  const at = (now: string) =>
    refusals(records, { now: new Date(now), policy: { waivers: [excuse('TOKEN-3', '2026-01-03')] } })
  expect(await at('2026-01-03T23:59:59Z')).toEqual([])
  expect(await at('2026-01-04T00:00:00Z')).toEqual([
    'TOKEN-3 (MUST) is broken; the policy excuses that no longer than 2026-01-03',
  ])
})

test('the policy of whoever decides counts at the moment of the decision', async () => {
  const asked = { policy: policySchema.parse({ maxAgeDays: 2 }) }
  const certificate = await certificateOf()
  expect(await problemsOf(certificate, { ...asked, at: new Date('2026-01-04T00:00:00Z') })).toEqual([])
  expect(await problemsOf(certificate, { ...asked, at: new Date('2026-01-05T00:00:00Z') })).toEqual([
    `${RUN} is older than the 2 days that the policy allows`,
  ])
})
