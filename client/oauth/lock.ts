import { readFileSync, rmSync, writeFileSync } from 'node:fs'

/** Another process holds the lock; the message says which, and what to do. */
export class LockedError extends Error {
  override name = 'LockedError'
}

/**
 * Takes a lock that a file stands for. A lock whose process is gone is taken over.
 * @returns how to give it back.
 * @throws LockedError where another process has it.
 */
export function takeLock(file: string, what: string): () => void {
  try {
    writeFileSync(file, `${process.pid}\n`, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    const holder = Number.parseInt(readFileSync(file, 'utf8'), 10)
    if (isAlive(holder))
      throw new LockedError(
        `process ${holder} is using ${what}: wait for it to end (or remove ${file}, if that is no run of this program)`,
      )
    rmSync(file, { force: true })
    return takeLock(file, what)
  }
  return () => rmSync(file, { force: true })
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
