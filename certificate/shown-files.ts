import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { Sha256 } from '../reports/digest.ts'
import type { ConformanceRecord } from '../reports/record.ts'
import { visible } from '../reports/text.ts'
import { disagreements } from './alterations.ts'
import { certifiedRequirements, certifiedRun } from './decision.ts'
import { type EvidenceFile, parseRecord, readEvidenceFile } from './evidence.ts'
import type { CertifiedRun, Particulars } from './particulars.ts'
import { UnreadableError } from './read-file.ts'

/** A file of which a certificate has the digest, and whether it was shown. */
export interface ShownFile {
  readonly name: string
  readonly isShown: boolean
}

/**
 * Compares the files of a directory, and of the directories in it, with the digests on a certificate; and where all
 * its records are there, what it says with what they say. What lies beside a record has to agree with it. Files that
 * have none of its names do not matter.
 * @throws UnreadableError where one cannot be read
 */
export async function filesShown(
  particulars: Particulars,
  directory: string,
): Promise<{ readonly files: readonly ShownFile[]; readonly problems: readonly string[] }> {
  const certified = particulars.runs.flatMap((run) => run.files)
  const names = new Set(certified.map(({ name }) => name))
  const paths = (await filesIn(directory, 1)).filter((path) => names.has(basename(path)))
  const files = await Promise.all(paths.map(readEvidenceFile))
  const hasDigestOf = (one: { digest: Sha256 }) => (other: { digest: Sha256 }) =>
    one.digest.sha256 === other.digest.sha256
  const shown = certified.map((one) => ({ name: one.name, isShown: files.some(hasDigestOf(one)) }))
  return {
    files: shown,
    problems: [
      ...files
        .filter((file) => !certified.some(hasDigestOf(file)))
        .map(({ name }) => `the ${name} that is shown is not the one that was certified`),
      ...(shown.some(({ isShown }) => isShown) ? [] : ['none of its files is shown']),
      ...(isAsRecorded(particulars, files) ? [] : ['it says something else than the records that are shown']),
      ...particulars.runs.flatMap((run) => contradicted(run, files)),
    ],
  }
}

async function filesIn(directory: string, depth: number): Promise<string[]> {
  const entries = await readdir(directory, { withFileTypes: true }).catch(() => {
    throw new UnreadableError(`${visible(directory)} is no directory that can be read`)
  })
  const inside = entries.map((entry): string[] | Promise<string[]> => {
    const path = join(directory, entry.name)
    if (entry.isFile()) return [path]
    return entry.isDirectory() && depth > 0 ? filesIn(path, depth - 1) : []
  })
  return (await Promise.all(inside)).flat()
}

/** Whether a certificate says what its records say; true where one is not shown. */
function isAsRecorded({ runs, requirements }: Particulars, files: readonly EvidenceFile[]): boolean {
  const records = runs.flatMap((run) => {
    const own = files.find(({ digest }) => digest.sha256 === run.files[0]?.digest.sha256)
    return own ? [{ run, record: recordIn(own) }] : []
  })
  if (records.length < runs.length) return true
  const evidence = records.flatMap(({ record }) => (record ? [{ record }] : []))
  return (
    evidence.length === records.length &&
    isDeepStrictEqual(certifiedRequirements(evidence), requirements) &&
    records.every(
      ({ record, run }) =>
        record && isDeepStrictEqual(certifiedRun({ record, files: [] }), { ...run, files: [] }),
    )
  )
}

/** What the files of a run say against its record, which whoever signed should not have certified. */
function contradicted(run: CertifiedRun, files: readonly EvidenceFile[]): string[] {
  const own = run.files.flatMap(
    ({ digest }) => files.find((file) => file.digest.sha256 === digest.sha256) ?? [],
  )
  const [first, ...beside] = own
  const record = first && first.digest.sha256 === run.files[0]?.digest.sha256 ? recordIn(first) : undefined
  return record ? disagreements({ record, files: beside }) : []
}

function recordIn({ bytes, name }: EvidenceFile): ConformanceRecord | undefined {
  try {
    return parseRecord(bytes, name).record
  } catch (error) {
    if (error instanceof UnreadableError) return undefined
    throw error
  }
}
