import { closeSync, openSync, readSync, realpathSync, rmSync } from 'node:fs'
import type { Database } from 'node-sqlite3-wasm'

/** What names a record in the file. */
interface StatePlace {
  readonly environment: string
  readonly kind: string
  readonly key: string
}

/** One record as the file holds it. */
export interface StateRow extends StatePlace {
  /** JSON; undefined removes the row. */
  readonly value: string | undefined
}

/** A state file that is open, and locked. */
export interface StateFile {
  readonly path: string
  /** Every row; not validated. */
  read(): StateRow[]
  /** Writes all rows or none. @throws Error where the file system refuses. */
  write(rows: readonly StateRow[]): void
  close(): void
}

/** The file is no state of a mock, is of another version, or cannot be used; the message is one line. */
export class StateError extends Error {}

/** Marks the files of this program (https://sqlite.org/pragma.html#pragma_application_id): `DPAm`. */
const APPLICATION_ID = 0x4450416d
/** The version of the format: changes with the tables and with the content of records. */
const SCHEMA_VERSION = 1

/** https://sqlite.org/fileformat.html#the_database_header: its size, and where in it the two numbers above are. */
const HEADER = { magic: 'SQLite format 3\0', bytes: 100, version: 60, application: 68 } as const

/**
 * Opens a state file, which is made where there is none.
 * @param takeLock keeps every other process from the file; given the path of the lock, returns what gives it back
 * @throws StateError where it is another file, which is then left as it is; what `takeLock` and the file system throw
 */
export async function openStateFile(
  path: string,
  takeLock: (lockPath: string) => () => void,
): Promise<StateFile> {
  // It holds credentials of the mock. One file is one lock, by whatever link it is reached.
  closeSync(openSync(path, 'a', 0o600))
  const file = realpathSync(path)
  const release = takeLock(`${file}.in-use`)
  let db: Database | undefined
  try {
    const isNew = checkHeader(file, path)
    // The lock of SQLite's library. A process that left it behind was killed, or it would still hold the lock above.
    rmSync(`${file}.lock`, { recursive: true, force: true })
    // Loaded here, since most mocks keep no state. It is a CommonJS module.
    const { default: sqlite } = await import('node-sqlite3-wasm')
    db = new sqlite.Database(file)
    prepare(db, isNew)
    return stateFile(path, db, release)
  } catch (error) {
    db?.close()
    release()
    if (error instanceof StateError) throw error
    throw new StateError(`cannot use ${path}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function prepare(db: Database, isNew: boolean): void {
  db.exec('PRAGMA locking_mode = EXCLUSIVE')
  if (isNew) create(db)
  // Where no memory is shared between processes, a write-ahead log needs the exclusive lock above. What was committed
  // survives that the process is killed; a power cut may cost the last moments.
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
}

function create(db: Database): void {
  // In one transaction and before the write-ahead log, so that the header of a file that has any content tells whose it is.
  db.exec(`BEGIN;
    CREATE TABLE records (
      environment TEXT, kind TEXT, key TEXT, value TEXT NOT NULL, PRIMARY KEY (environment, kind, key)
    ) WITHOUT ROWID;
    PRAGMA application_id = ${APPLICATION_ID};
    PRAGMA user_version = ${SCHEMA_VERSION};
    COMMIT`)
}

/** Reads whose file it is before anything else touches it. Returns whether it has yet to be filled. */
function checkHeader(file: string, path: string): boolean {
  const header = Buffer.alloc(HEADER.bytes)
  const descriptor = openSync(file, 'r')
  const length = readSync(descriptor, header, 0, header.length, 0)
  closeSync(descriptor)
  if (length === 0) return true
  const isOurs =
    header.toString('latin1', 0, HEADER.magic.length) === HEADER.magic &&
    header.readUInt32BE(HEADER.application) === APPLICATION_ID
  if (!isOurs) throw new StateError(`${path} is no state of a mock: choose another file`)
  const version = header.readUInt32BE(HEADER.version)
  if (version !== SCHEMA_VERSION)
    throw new StateError(
      `${path} is state of version ${version}, this mock keeps version ${SCHEMA_VERSION}: choose another file`,
    )
  return false
}

function stateFile(path: string, db: Database, release: () => void): StateFile {
  const put = db.prepare('INSERT OR REPLACE INTO records (environment, kind, key, value) VALUES (?, ?, ?, ?)')
  const remove = db.prepare('DELETE FROM records WHERE environment = ? AND kind = ? AND key = ?')
  return {
    path,
    read: () =>
      db.all('SELECT environment, kind, key, value FROM records').map((row) => ({
        environment: String(row.environment),
        kind: String(row.kind),
        key: String(row.key),
        value: String(row.value),
      })),
    write(rows) {
      db.exec('BEGIN')
      try {
        for (const { environment, kind, key, value } of rows) {
          if (value === undefined) remove.run([environment, kind, key])
          else put.run([environment, kind, key, value])
        }
        db.exec('COMMIT')
      } catch (error) {
        if (db.inTransaction) db.exec('ROLLBACK')
        throw error
      }
    },
    close() {
      put.finalize()
      remove.finalize()
      db.close()
      release()
    },
  }
}
