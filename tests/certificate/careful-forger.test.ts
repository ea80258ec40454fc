import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tool } from '../../harness/model/tool.ts'
import { temporaryDirectory } from '../cli/places.ts'
import { refusals } from './certified.ts'
import { forgeAll, har, rewrite } from './forged-reports.ts'
import { leaveOnly, requirementIn } from './forgery.ts'
import { broken, fullRun, reportsOf } from './runs.ts'

const texts = new Map<string, string>()

/** The reports of an honest run: made once, since every attack begins with the same. */
async function honestReports(): Promise<string> {
  if (texts.size === 0) {
    const directory = await reportsOf(fullRun())
    for (const name of ['record.json', 'junit.xml', 'exchanges.har', 'report.html'])
      texts.set(name, await readFile(join(directory, name), 'utf8'))
  }
  const copy = await temporaryDirectory()
  for (const [name, text] of texts) await writeFile(join(copy, name), text)
  return copy
}

type Attack = readonly [what: string, (directory: string) => Promise<void>, sentence: string]

test.each<Attack>([
  [
    'an application in place of the service',
    (at) => forgeAll(at, ({ target }) => Object.assign(target, { kind: 'application' })),
    'it is of a service, and its target is of the kind application',
  ],
  [
    'the service in place of an application',
    (at) => forgeAll(at, (record) => Object.assign(record, { subject: 'partner' })),
    'it is of a partner, and its target is of the kind sandbox',
  ],
  [
    'one shard as the whole run',
    (at) => forgeAll(at, ({ run }) => Object.assign(run, { shard: { index: 1, of: 3 } })),
    'its run was one of several shards: `merge` joins them',
  ],
  [
    'verdicts without any request',
    (at) => forgeAll(at, ({ run }) => Object.assign(run, { requests: 0 })),
    'it says that something was kept, and that nothing was sent',
  ],
  [
    'fewer requests than the archive has',
    (at) => forgeAll(at, ({ run }) => Object.assign(run, { requests: 1 }), 'exchanges.har'),
    'exchanges.har beside it has 2 of the 1 requests that the record tells of',
  ],
  [
    'more requests than the archive has',
    (at) => forgeAll(at, ({ run }) => Object.assign(run, { requests: 3 }), 'exchanges.har'),
    'exchanges.har beside it has 2 of the 3 requests that the record tells of',
  ],
  [
    'an archive that says it is full, and is not',
    async (at) => {
      await forgeAll(at, ({ run }) => Object.assign(run, { requests: 7 }), 'exchanges.har')
      await har((text) => text.replace('"log":{', '"log":{"comment":"5 exchanges of 7 left out",'))(at)
    },
    'exchanges.har beside it leaves 5 requests out, though it has room for them',
  ],
  [
    'an archive of another time',
    (at) =>
      forgeAll(
        at,
        ({ run }) => Object.assign(run, { startedAt: '2026-01-02T23:00:00.000Z' }),
        'exchanges.har',
      ),
    'exchanges.har beside it has requests of another time than that of the run',
  ],
  [
    'a request to nowhere',
    har((text) => text.replace('https://api.sandbox.example/v1/donations/1', '//1')),
    'exchanges.har beside it has 1 requests to no address',
  ],
  [
    'an archive that names two records',
    har((text) => text.replace('"_record":', '"_record":"0","_record":')),
    'exchanges.har beside it cannot be judged: exchanges.har has the key "_record" twice in one object',
  ],
  [
    'an archive that names no record',
    har((text) => text.replace('"_record"', '"_note"')),
    'exchanges.har beside it was not written with this record',
  ],
  [
    'an archive that is none',
    har(() => '{"log":{}}'),
    'exchanges.har beside it cannot be judged: exchanges.har is no HTTP archive: Invalid input: expected array, received undefined at log.entries',
  ],
  [
    'an archive of another service',
    (at) =>
      forgeAll(
        at,
        ({ target }) => Object.assign(target, { apiUrl: 'https://api.production.example' }),
        'exchanges.har',
      ),
    'exchanges.har beside it has no request to api.production.example, which the record says was tested',
  ],
  [
    'an archive that has one request in place of another',
    har((text) => text.replace('"_id":2', '"_id":1')),
    'exchanges.har beside it has a request twice',
  ],
  [
    'an archive that was filled with nothing',
    async (at) => {
      await forgeAll(at, ({ run }) => Object.assign(run, { requests: 7 }), 'exchanges.har')
      const filling = `"comment":"5 exchanges of 7 left out","_filling":"${'x'.repeat(18_000_000)}"`
      await har((text) => text.replace('"log":{', `"log":{${filling},`))(at)
    },
    'exchanges.har beside it leaves 5 requests out, though it has room for them',
  ],
  ['an empty archive', har(() => ''), 'exchanges.har beside it cannot be judged: exchanges.har is no JSON'],
  [
    'an archive whose answer is another',
    har((text) => text.replace('"status":422', '"status":500')),
    'exchanges.har beside it shows that ERROR-2 is broken, and the record says pass',
  ],
  [
    'an empty JUnit',
    (at) => rewrite(at, 'junit.xml', () => ''),
    'junit.xml beside it was not written with this record',
  ],
  [
    'a JUnit that has a case twice',
    (at) =>
      rewrite(at, 'junit.xml', (text) =>
        text.replace(/<testcase name="TOKEN-3 /, '<testcase name="TOKEN-3 again"/><testcase name="TOKEN-3 '),
      ),
    'junit.xml beside it has TOKEN-3 twice',
  ],
  [
    'a JUnit with a case of a requirement that there is not',
    (at) => rewrite(at, 'junit.xml', (text) => text.replace(/<testcase /, '<testcase name="TOKEN-99"/>$&')),
    'junit.xml beside it says of TOKEN-99 no verdict, and the record nothing',
  ],
  [
    'a JUnit that gives a requirement two verdicts',
    (at) =>
      rewrite(at, 'junit.xml', (text) =>
        text.replace(/<property name="TOKEN-3.verdict"/, '<property name="TOKEN-3.verdict" value="fail"/>$&'),
      ),
    'junit.xml beside it has TOKEN-3.verdict twice',
  ],
  [
    'a JUnit with a suite of another day',
    (at) =>
      rewrite(at, 'junit.xml', (text) =>
        text.replace('</testsuites>', '<testsuite timestamp="2026-01-01T00:00:00.000Z"/>$&'),
      ),
    'junit.xml beside it is of a run of 2026-01-02T03:04:05.678Z, 2026-01-01T00:00:00.000Z, and the record of one of 2026-01-02T03:04:05.678Z',
  ],
  [
    'a JUnit that names two records',
    (at) =>
      rewrite(at, 'junit.xml', (text) =>
        text.replace('<property name="record.sha256"', '<property name="record.sha256" value="0"/>$&'),
      ),
    'junit.xml beside it was not written with this record',
  ],
  [
    'a JUnit whose case is in a comment',
    (at) => rewrite(at, 'junit.xml', (text) => text.replace(/<testcase name="TOKEN-3 [^>]*>/, '<!--$&-->')),
    'junit.xml beside it says of TOKEN-3 nothing, and the record MUST pass',
  ],
  [
    'a report that has a requirement twice',
    (at) =>
      rewrite(at, 'report.html', (text) =>
        text.replace(
          /<details class="requirement[^>]*id="TOKEN-3"[^>]*>|<details[^>]*id="TOKEN-3"[^>]*>/,
          '$&</details>$&',
        ),
      ),
    'report.html beside it has TOKEN-3 twice',
  ],
  ...[
    ['a script of its own', '</body>', '<script>document.body.textContent = "all kept"</script>'],
    ['a style of its own', '</head>', '<style>main { display: none }</style>'],
    [
      'another page in place of it',
      '<title>',
      '<meta http-equiv="refresh" content="0; url=https://a.example">',
    ],
    ['another page in it', '</main>', '<iframe srcdoc="all kept"></iframe>'],
  ].map(
    ([what, before = '', added = '']): Attack => [
      `a report with ${what}`,
      (at) => rewrite(at, 'report.html', (text) => text.replace(before, `${added}${before}`)),
      'report.html beside it is no page of this suite: it could show something else than it holds',
    ],
  ),
  [
    'a report that allows everything',
    (at) => rewrite(at, 'report.html', (text) => text.replace(/<meta http-equiv[^>]*>/, '')),
    'report.html beside it is no page of this suite: it could show something else than it holds',
  ],
  [
    'an empty report',
    (at) => rewrite(at, 'report.html', () => ''),
    'report.html beside it was not written with this record',
  ],
  [
    'a report that names two records',
    (at) =>
      rewrite(at, 'report.html', (text) => text.replace('<meta ', '<meta name="record" content="0"><meta ')),
    'report.html beside it was not written with this record',
  ],
  [
    'a requirement that is there in another order',
    (at) => forgeAll(at, ({ requirements }) => void requirements.reverse()),
    'it does not hold each requirement of the service once',
  ],
  [
    'a source that the catalogue does not name',
    (at) => forgeAll(at, (record) => Object.assign(requirementIn(record, 'TOKEN-3'), { source: 'hearsay' })),
    'it words requirements otherwise than the catalogue',
  ],
  [
    'a pass with a counterexample',
    (at) =>
      forgeAll(at, (record) =>
        Object.assign(requirementIn(record, 'TOKEN-3'), {
          counterexample: { value: '1', seed: 1, path: '0', replay: 'run', curl: [] },
        }),
      ),
    'it gives TOKEN-3 the verdict pass, and shows how it is broken',
  ],
  [
    'a MAY that passed',
    (at) =>
      forgeAll(at, (record) => {
        const may = record.requirements.find(({ level }) => level === 'MAY')
        Object.assign(may ?? {}, { id: may?.id, verdict: 'pass' })
      }),
    'a MAY, the verdict pass',
  ],
  [
    'a program of another name',
    (at) => forgeAll(at, ({ tool }) => Object.assign(tool, { name: 'conformance' })),
    `it was made by conformance ${tool.version}, and this is donation-conformance ${tool.version}`,
  ],
  [
    'a record that was cut',
    async (at) => {
      await leaveOnly(at)
      await rewrite(at, 'record.json', (text) => text.slice(0, -9))
    },
    'is no JSON',
  ],
])('%s is refused', async (_, attack, sentence) => {
  const directory = await honestReports()
  await attack(directory)
  const said = await refusals([directory]).catch((error: Error) => [error.message])
  expect(said.join('\n')).toContain(sentence)
})

test('what is broken stays so, whatever lies beside it is taken away', async () => {
  const directory = await reportsOf(fullRun({ 'TOKEN-3': broken('MUST') }))
  await leaveOnly(directory)
  expect(await refusals([directory])).toEqual(['TOKEN-3 (MUST) is broken'])
})

test('one run that was given another seed counts once', async () => {
  const [directory, again] = [await honestReports(), await honestReports()]
  await forgeAll(
    again,
    ({ run }) => Object.assign(run, { seed: 7 }),
    'junit.xml',
    'exchanges.har',
    'report.html',
  )
  expect(await refusals([directory, again], { policy: { minSeeds: 2 } })).toEqual([
    'it counts the run of 2026-01-02T03:04:05.678Z as several',
  ])
})

test('one record in two directories is one', async () => {
  const directory = await honestReports()
  const copy = await temporaryDirectory()
  await copyFile(join(directory, 'record.json'), join(copy, 'record.json'))
  expect(await refusals([directory, copy], { policy: { minSeeds: 2 } })).toEqual([
    `${join(copy, 'record.json')}: it is the same record as ${join(directory, 'record.json')}`,
  ])
})
