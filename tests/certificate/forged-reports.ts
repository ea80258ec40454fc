import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Change, forge, leaveOnly, recordIn } from './forgery.ts'

/** Changes a record by hand, gives it the digest that it then has, and has what lies beside it name that digest. */
export async function forgeAll(directory: string, change: Change, ...kept: readonly string[]): Promise<void> {
  await leaveOnly(directory, ...kept)
  const before = await recordIn(directory)
  await forge(directory, change)
  const after = await recordIn(directory)
  for (const name of kept)
    await rewrite(directory, name, (text) =>
      text.replaceAll(before.digest?.sha256 ?? '', after.digest?.sha256 ?? ''),
    )
}

/** Changes the text of a file of a run. */
export async function rewrite(
  directory: string,
  name: string,
  change: (text: string) => string,
): Promise<void> {
  const file = join(directory, name)
  await writeFile(file, change(await readFile(file, 'utf8')))
}

/** A change of the archive. */
export const har = (change: (text: string) => string) => (at: string) => rewrite(at, 'exchanges.har', change)
