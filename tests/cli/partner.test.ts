import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { partnerFile } from '../partner/examining.ts'
import { temporaryDirectory } from './places.ts'
import { run } from './program.ts'

test('an examination leaves no report of an earlier one, and shows no value that the start command sets', async () => {
  const out = await temporaryDirectory()
  for (const name of ['junit.xml', 'record.json', 'notes.txt']) await writeFile(join(out, name), '')
  const PARTNER_START = `API_KEY=aaaa TOKEN='b b' exec false`
  const env = await partnerFile({ PARTNER_START })
  const { status, stdout } = await run(['partner', '--env', env, '--out', out, '--reporter', 'record'])
  expect(status).toBe(3)
  expect(stdout).toContain('Examining API_KEY=… TOKEN=… exec false.')
  expect((await readdir(out)).toSorted()).toEqual(['notes.txt', 'record.json'])
})
