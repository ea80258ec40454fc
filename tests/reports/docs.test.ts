import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { chooseReporters } from '../../reports/choose.ts'
import { reporters } from '../../reports/reporters.ts'
import { writeReports } from '../../reports/write.ts'
import { mixedRun } from './samples.ts'

const docs = await readFile(resolve(import.meta.dirname, '../../docs/reports.md'), 'utf8')

test('docs/reports.md has a row for each report', () => {
  for (const [name, { file }] of Object.entries(reporters))
    expect(docs).toContain(`| \`${name}\` | \`${file}\` |`)
})

test('the reporter in docs/reports.md does what it says', async () => {
  const place = await mkdtemp(join(tmpdir(), 'docs-'))
  onTestFinished(() => rm(place, { recursive: true }))
  const [, example = ''] = /```js\n(.*?)```/s.exec(docs) ?? []
  await writeFile(join(place, 'broken.mjs'), example)
  await writeReports(mixedRun, place, await chooseReporters(['./broken.mjs'], place))
  expect(await readFile(join(place, 'broken.txt'), 'utf8')).toBe(
    'AUTHZ-2 at http://127.0.0.1:9001: What AUTHZ-2 asks of the service\n' +
      'TOKEN-3 at http://127.0.0.1:9001: What TOKEN-3 asks of the service\n',
  )
})
