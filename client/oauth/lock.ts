import * as fs from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { lockSync } from 'proper-lockfile'

/** Another process holds the lock; the message says which, and what to do. */
export class LockedError extends Error {
  override name = 'LockedError'
}

/** How often a holder touches its lock, and after how long without that it counts as killed. */
const TOUCH_MS = 1_000
const STALE_MS = 5_000
/** `proper-lockfile` dates a new lock up to a second ahead, to find out how precise the file system's times are. */
const LONGEST_WAIT_MS = STALE_MS + 2_000
const PAUSE_MS = 50
/** A lock that was not touched for so long is not in the hands of whoever has the process id of its holder by now. */
const TOUCHED_MS = 2_500

/** The locks that this process holds. */
const held = new Set<string>()

/**
 * Takes a lock between processes, which a directory stands for. The lock of a process that was killed is taken over
 * once it is {@link STALE_MS} old; until then this call waits, and nothing else in its thread goes on.
 *
 * @param file the path of that directory
 * @param what is locked, for messages
 * @returns gives the lock back. A process that ends gives it back by itself, unless it is killed.
 * @throws LockedError where another process has it.
 */
export function takeLock(file: string, what: string): () => void {
  const patience = performance.now() + LONGEST_WAIT_MS
  for (;;) {
    const release = tryLock(file, what)
    if (release) {
      held.add(file)
      return () => {
        held.delete(file)
        release()
      }
    }
    const holder = holderOf(file)
    if (isHeldBy(holder, file))
      throw new LockedError(`process ${holder} is using ${what}: wait for it to end`)
    if (performance.now() > patience)
      throw new LockedError(
        `a process in another container or on another machine is using ${what}: wait for it to end`,
      )
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS)
  }
}

/**
 * Takes the lock, unless somebody has it. Only one process at a time may try: two that find the same lock stale could
 * otherwise both remove it, the second that which the first has just made.
 */
function tryLock(file: string, what: string): (() => void) | undefined {
  const release = acquire(join(dirname(file), `guard.${basename(file)}`), what)
  if (!release) return undefined
  try {
    return acquire(file, what)
  } finally {
    release()
  }
}

/** Takes the lock, or that of a dead holder; undefined where a live one has it. */
function acquire(directory: string, what: string): (() => void) | undefined {
  let isLost = false
  const onCompromised = () => {
    isLost = true
    process.emitWarning(
      `the lock on ${what} was lost, maybe to another run: do not rely on the results of this one`,
    )
  }
  const options = { realpath: false, stale: STALE_MS, update: TOUCH_MS, onCompromised, fs: namedDirectories }
  try {
    const release = lockSync(directory, { ...options, lockfilePath: directory })
    return () => {
      if (!isLost) release()
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ELOCKED') return undefined
    throw error
  }
}

const HOLDER = 'pid'

/** The file system as `proper-lockfile` uses it, but for the name of the holder that each directory is made with. */
const namedDirectories = {
  ...fs,
  mkdirSync(directory: string): void {
    fs.mkdirSync(directory, { mode: 0o700 })
    fs.writeFileSync(join(directory, HOLDER), `${process.pid}\n`)
  },
  rmdirSync: (directory: string) => fs.rmSync(directory, { recursive: true }),
}

/** The process id of the holder; NaN where it cannot be told. */
function holderOf(directory: string): number {
  try {
    return Number.parseInt(fs.readFileSync(join(directory, HOLDER), 'utf8'), 10)
  } catch {
    return Number.NaN
  }
}

/** Whether this process of this machine holds the lock, as far as that can be told at once. */
function isHeldBy(pid: number, file: string): boolean {
  // After a restart of a container the new process may have the id of the killed one.
  if (pid === process.pid) return held.has(file)
  const touchedAt = fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
  return Date.now() - touchedAt < TOUCHED_MS && isAlive(pid) && !isZombie(pid)
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Whether the process was killed and its parent has not heard of it yet (proc(5)); false where that cannot be told. */
function isZombie(pid: number): boolean {
  try {
    return /\) Z /.test(fs.readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}
