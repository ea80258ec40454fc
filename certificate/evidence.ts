import { stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { digestOf, isAsSealed, type Sha256 } from '../reports/digest.ts'
import { type ConformanceRecord, recordSchema } from '../reports/record.ts'
import { visible } from '../reports/text.ts'
import { REPORT_FILES } from './policy.ts'
import { LIMITS, parseAs, parseJson, readBounded } from './read-file.ts'

/** A file of a run, whole. */
export interface EvidenceFile {
  readonly name: string
  readonly bytes: Buffer
  readonly digest: Sha256
}

/** A record and what lies beside it. */
export interface RecordBundle {
  /** As messages call it. */
  readonly name: string
  readonly record: ConformanceRecord
  /** Whether the content is that of which the record has the digest. */
  readonly isAsSealed: boolean
  /** The record first. */
  readonly files: readonly EvidenceFile[]
}

/**
 * Reads a record and the other reports of its directory.
 * @param path a record, or a directory with a `record.json`
 * @throws UnreadableError where it is no record, or something cannot be read
 */
export async function readEvidence(path: string): Promise<RecordBundle> {
  const isDirectory = await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
  const file = isDirectory ? join(path, 'record.json') : path
  const own = await readEvidenceFile(file)
  const name = visible(file)
  const { record, isAsSealed } = parseRecord(own.bytes, name)
  const others = await Promise.all(
    REPORT_FILES.map(async (beside) => {
      const place = join(dirname(file), beside)
      const isThere = await stat(place).then(
        () => true,
        () => false,
      )
      return isThere ? [await readEvidenceFile(place)] : []
    }),
  )
  return { name, record, isAsSealed, files: [own, ...others.flat()] }
}

/**
 * The record that bytes hold.
 * @throws UnreadableError where it is none
 */
export function parseRecord(bytes: Buffer, name: string): Pick<RecordBundle, 'record' | 'isAsSealed'> {
  const json = parseJson(bytes, name)
  const record = parseAs(recordSchema, json, name, 'record of a run')
  // Of what is written there, keys that this version does not know included.
  const { digest } = record
  return { record, isAsSealed: isAsSealed({ ...Object(json), digest }) }
}

/**
 * Reads a file of a run.
 * @throws UnreadableError where it cannot be read or is too large
 */
export async function readEvidenceFile(path: string): Promise<EvidenceFile> {
  const bytes = await readBounded(path, LIMITS.evidence)
  return { name: basename(path), bytes, digest: digestOf(bytes) }
}
