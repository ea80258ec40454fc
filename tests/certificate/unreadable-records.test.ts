import { open, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../cli/places.ts'
import { refusals } from './certified.ts'

test.each([
  ['no JSON', '{', 'is no JSON'],
  ['no record', '{"schema":2}', 'is no record of a run: Invalid input: expected 1 at schema'],
  ['a key twice', '{"schema":1,"schema":1}', 'has the key "schema" twice in one object'],
  ['a key twice, spelled otherwise', '{"a":{"x":1,"\\u0078":2}}', 'has the key "x" twice in one object'],
  ['no UTF-8', Buffer.from([0x22, 0xff, 0x22]), 'is no JSON'],
  ['hollow as deep as a well', '['.repeat(100_000), 'is no JSON'],
])('a record that is %s cannot be read', async (_, content, sentence) => {
  const file = join(await temporaryDirectory(), 'record.json')
  await writeFile(file, content)
  await expect(refusals([file])).rejects.toThrow(`${file} ${sentence}`)
})

test('a record that is gigantic or no file at all cannot be read', async () => {
  const file = join(await temporaryDirectory(), 'record.json')
  const handle = await open(file, 'w')
  await handle.truncate(200 * 2 ** 20)
  await handle.close()
  await expect(refusals([file])).rejects.toThrow(`${file} is larger than 128 MiB, more than is read`)
  await expect(refusals(['/dev/zero'])).rejects.toThrow('/dev/zero is no regular file')
  await expect(refusals(['/nowhere/record.json'])).rejects.toThrow(
    '/nowhere/record.json cannot be read: ENOENT',
  )
})
