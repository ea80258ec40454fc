import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sealed } from '../../reports/digest.ts'
import { type ConformanceRecord, recordSchema } from '../../reports/record.ts'

export type Change = (record: ConformanceRecord) => void

/** The record of a directory. */
export async function recordIn(directory: string): Promise<ConformanceRecord> {
  return recordSchema.parse(JSON.parse(await readFile(join(directory, 'record.json'), 'utf8')))
}

/** Changes a record by hand. */
export async function alter(directory: string, change: Change): Promise<void> {
  const record = await recordIn(directory)
  change(record)
  await writeFile(join(directory, 'record.json'), JSON.stringify(record))
}

/** Changes a record by hand and gives it the digest that it then has. */
export async function forge(directory: string, change: Change): Promise<void> {
  const { digest: _, ...record } = await recordIn(directory)
  change(record)
  await writeFile(join(directory, 'record.json'), JSON.stringify(sealed(record)))
}

/** Takes away what would contradict a record, but for these files. */
export async function leaveOnly(directory: string, ...names: readonly string[]): Promise<void> {
  const others = ['junit.xml', 'exchanges.har', 'report.html'].filter((name) => !names.includes(name))
  for (const name of others) await rm(join(directory, name))
}

export function requirementIn(record: ConformanceRecord, id: string) {
  const found = record.requirements.find((one) => one.id === id)
  if (!found) throw new Error(`the record lacks ${id}`)
  return found
}
