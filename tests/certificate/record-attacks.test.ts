import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { build } from '../../reports/build.ts'
import { digestOf } from '../../reports/digest.ts'
import { exchange } from '../reports/exchanges.ts'
import { refusals } from './certified.ts'
import { alter, type Change, forge, leaveOnly, requirementIn } from './forgery.ts'
import { broken, fullRun, reportsOf } from './runs.ts'

/** A run in which the service answered an update with 500, which breaks ERROR-2, and gave a code twice. */
const brokenRun = fullRun(
  { 'ERROR-2': broken('MUST'), 'TOKEN-3': broken('MUST') },
  {
    exchanges: [1, 2].map((id) =>
      exchange({
        id,
        requirement: 'ERROR-2',
        request: { url: `https://api.sandbox.example/v1/donations/${id}` },
        response: { status: id === 1 ? 500 : 422 },
      }),
    ),
  },
)

/** Everything that a careful forger would change to make the run look good. */
const whitewash: Change = (record) => {
  for (const id of ['ERROR-2', 'TOKEN-3'])
    Object.assign(requirementIn(record, id), { verdict: 'pass', violations: [] })
  const { verdicts } = record.summary
  record.summary = { outcome: 'conforms', verdicts: { ...verdicts, pass: (verdicts.pass ?? 0) + 2, fail: 0 } }
}

/** What is said of the record, without where it is. */
async function said(directory: string, asked?: Parameters<typeof refusals>[1]) {
  const all = await refusals([directory], asked)
  return all.map((sentence) => sentence.replace(`${join(directory, 'record.json')}: `, ''))
}

test('an honest record has nothing against it', async () => {
  expect(await said(await reportsOf(fullRun()))).toEqual([])
})

test.each<[what: string, (directory: string) => Promise<void>, sentence: string]>([
  [
    'a failed MUST renamed to passed',
    (at) => alter(at, whitewash),
    'its content is not that of its digest: it was altered',
  ],
  [
    'the same with a new digest, beside its true JUnit',
    async (at) => {
      await forge(at, whitewash)
      await leaveOnly(at, 'junit.xml')
    },
    'junit.xml beside it says of TOKEN-3 MUST fail (marked), and the record MUST pass',
  ],
  [
    'the same with a new digest, beside its true HAR',
    async (at) => {
      await forge(at, whitewash)
      await leaveOnly(at, 'exchanges.har')
    },
    'exchanges.har beside it shows that ERROR-2 is broken, and the record says pass',
  ],
  [
    'the same with a new digest, beside its true report',
    async (at) => {
      await forge(at, whitewash)
      await leaveOnly(at, 'report.html')
    },
    'report.html beside it says of TOKEN-3 fail at a glance, and the record pass at a glance',
  ],
  [
    'a verdict changed, and its violations forgotten',
    (at) => forge(at, (record) => Object.assign(requirementIn(record, 'TOKEN-3'), { verdict: 'pass' })),
    'it gives TOKEN-3 the verdict pass, and shows how it is broken',
  ],
  [
    'a failure that does not apply any more',
    (at) =>
      forge(at, (record) => Object.assign(requirementIn(record, 'TOKEN-3'), { verdict: 'not-applicable' })),
    'it gives TOKEN-3 the verdict not-applicable, and shows how it is broken',
  ],
  [
    'a failure that was only observed',
    (at) => forge(at, (record) => Object.assign(requirementIn(record, 'TOKEN-3'), { verdict: 'observed' })),
    'it gives TOKEN-3, a MUST, the verdict observed',
  ],
  [
    'a failure that was a warning',
    (at) => forge(at, (record) => Object.assign(requirementIn(record, 'TOKEN-3'), { verdict: 'warn' })),
    'it gives TOKEN-3, a MUST, the verdict warn',
  ],
  [
    'a summary that was not kept up',
    (at) => forge(at, (record) => Object.assign(record.summary.verdicts, { fail: 0 })),
    'its summary counts other verdicts than it holds',
  ],
  [
    'an outcome changed',
    (at) => forge(at, (record) => Object.assign(record.summary, { outcome: 'conforms' })),
    'its outcome contradicts its verdicts',
  ],
  [
    'a MUST made a SHOULD',
    (at) =>
      forge(at, (record) =>
        Object.assign(requirementIn(record, 'TOKEN-3'), { level: 'SHOULD', verdict: 'warn' }),
      ),
    'it does not hold each requirement of the service once',
  ],
  [
    'a requirement left out',
    (at) =>
      forge(at, (record) => {
        record.requirements = record.requirements.filter(({ id }) => id !== 'TOKEN-3')
      }),
    'it does not hold each requirement of the service once',
  ],
  [
    'a requirement there twice',
    (at) => forge(at, (record) => void record.requirements.push({ ...requirementIn(record, 'TOKEN-1') })),
    'it does not hold each requirement of the service once',
  ],
  [
    'a requirement worded otherwise',
    (at) =>
      forge(at, (record) => Object.assign(requirementIn(record, 'TOKEN-1'), { title: 'Anything goes' })),
    'it words requirements otherwise than the catalogue',
  ],
  [
    'something undecided that passed',
    (at) => forge(at, (record) => Object.assign(requirementIn(record, 'TOKEN-1'), { reason: 'no client' })),
    'it gives TOKEN-1 the verdict pass, and says why it has none',
  ],
  [
    'a number beyond all numbers',
    async (at) => {
      const text = await readFile(join(at, 'record.json'), 'utf8')
      await writeFile(join(at, 'record.json'), text.replace('{', '{"more": 1e999,'))
    },
    'its content is not that of its digest: it was altered',
  ],
  [
    'a key as deep as a well',
    async (at) => {
      const text = await readFile(join(at, 'record.json'), 'utf8')
      const well = '['.repeat(50_000) + ']'.repeat(50_000)
      await writeFile(join(at, 'record.json'), text.replace('{', `{"more": ${well},`))
    },
    'its content is not that of its digest: it was altered',
  ],
  [
    'a target that is nowhere',
    (at) => forge(at, (record) => Object.assign(record.target, { apiUrl: 'nowhere' })),
    'its target has no addresses',
  ],
  ['no digest', (at) => alter(at, (record) => void delete record.digest), 'it has no digest of its content'],
  [
    'a key that no version knows',
    (at) => alter(at, (record) => Object.assign(record, { approved: 'yes' })),
    'its content is not that of its digest: it was altered',
  ],
  [
    'another version',
    (at) => forge(at, (record) => Object.assign(record.tool, { version: '0.0.9' })),
    `it was made by donation-conformance 0.0.9, and this is donation-conformance ${build().version}`,
  ],
  [
    'another build of this version',
    (at) => forge(at, (record) => Object.assign(record.tool, { digest: digestOf('other files') })),
    'it was made by another build of this version',
  ],
  [
    'a stale catalogue',
    (at) => forge(at, (record) => Object.assign(record.tool, { catalogue: digestOf('older requirements') })),
    'it is of another catalogue',
  ],
  [
    'a stale contract',
    (at) => forge(at, (record) => Object.assign(record.tool, { contract: digestOf('older contract') })),
    'it is of another contract',
  ],
  [
    'a run of some requirements',
    (at) => forge(at, (record) => Object.assign(record.run, { only: ['TOKEN-1'] })),
    'its run was limited to some requirements (--only)',
  ],
  [
    'a run that was interrupted',
    (at) => forge(at, (record) => Object.assign(record.summary, { problem: 'interrupted' })),
    'its run was not finished: interrupted',
  ],
  [
    'a run that was interrupted, beside its true JUnit',
    async (at) => {
      const interrupted = await reportsOf(fullRun({}, { problem: 'interrupted' }))
      await writeFile(join(at, 'junit.xml'), await readFile(join(interrupted, 'junit.xml')))
    },
    'junit.xml beside it says that the run was not finished',
  ],
  [
    'a HAR without the request that tells',
    async (at) => {
      const har = JSON.parse(await readFile(join(at, 'exchanges.har'), 'utf8'))
      har.log.entries.shift()
      await writeFile(join(at, 'exchanges.har'), JSON.stringify(har))
    },
    'exchanges.har beside it has 1 of the 2 requests that the record tells of',
  ],
  [
    'the HAR of another day',
    async (at) => {
      const har = await readFile(join(at, 'exchanges.har'), 'utf8')
      await writeFile(join(at, 'exchanges.har'), har.replaceAll('2026-01-02', '2025-12-24'))
    },
    'exchanges.har beside it has requests of another time than that of the run',
  ],
  [
    'a HAR that says a thing twice',
    async (at) => {
      const har = await readFile(join(at, 'exchanges.har'), 'utf8')
      await writeFile(join(at, 'exchanges.har'), har.replace('"status":500', '"status":200,"status":500'))
    },
    'exchanges.har beside it cannot be judged: exchanges.har has the key "status" twice in one object',
  ],
  [
    'the JUnit of another run',
    async (at) => {
      const other = await reportsOf(fullRun({}, { run: { startedAt: '2026-01-01T00:00:00.000Z' } }))
      await writeFile(join(at, 'junit.xml'), await readFile(join(other, 'junit.xml')))
    },
    'junit.xml beside it is of a run of 2026-01-01T00:00:00.000Z, and the record of one of 2026-01-02T03:04:05.678Z',
  ],
  [
    'the report of another run',
    async (at) => {
      const other = await reportsOf(fullRun({}, { run: { startedAt: '2026-01-01T00:00:00.000Z' } }))
      await writeFile(join(at, 'report.html'), await readFile(join(other, 'report.html')))
    },
    'report.html beside it is of a run of 2026-01-01T00:00:00.000Z, and the record of one of 2026-01-02T03:04:05.678Z',
  ],
  [
    'a JUnit whose failure was taken out',
    async (at) => {
      const xml = await readFile(join(at, 'junit.xml'), 'utf8')
      await writeFile(join(at, 'junit.xml'), xml.replace(/<failure[\s\S]*?<\/failure>/, ''))
    },
    'junit.xml beside it says of TOKEN-3 MUST fail, and the record MUST fail (marked)',
  ],
])('%s is refused', async (_, attack, sentence) => {
  const directory = await reportsOf(brokenRun)
  await attack(directory)
  const waived = ['ERROR-2', 'TOKEN-3'].map((requirement) => ({
    requirement,
    reason: 'known',
    expires: '2026-02-01',
  }))
  expect(await said(directory, { policy: { waivers: waived } })).toContain(sentence)
})

const facts: readonly [what: string, Change][] = [
  ['other hosts', ({ target }) => Object.assign(target, { apiUrl: 'https://api.example' })],
  ['another seed', ({ run }) => Object.assign(run, { seed: 7 })],
  ['more cases', ({ run }) => Object.assign(run, { runs: 1_000 })],
  ['fewer requests', ({ run }) => Object.assign(run, { requests: 1 })],
  ['another client', ({ target }) => Object.assign(target, { clientId: 'partner-8' })],
]

test.each(
  facts.flatMap(([what, change]) =>
    ['junit.xml', 'exchanges.har', 'report.html'].map((beside) => ({ what, change, beside })),
  ),
)('$what and a new digest, beside the true $beside, is refused', async ({ change, beside }) => {
  const directory = await reportsOf(fullRun())
  await forge(directory, change)
  await leaveOnly(directory, beside)
  expect(await said(directory)).toContain(`${beside} beside it was not written with this record`)
})
