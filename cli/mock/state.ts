import { LockedError, takeLock } from '../../client/oauth/lock.ts'
import { openStateFile, StateError, type StateFile } from '../../mock/state/state-file.ts'
import { reasonOf, UsageError } from '../usage.ts'

/**
 * Opens the file that a mock keeps its state in, for this process alone.
 * @throws UsageError where another process uses it, or it is another file
 */
export async function openState(path: string): Promise<StateFile> {
  try {
    return await openStateFile(path, (lockPath) => takeLock(lockPath, path))
  } catch (error) {
    const isWorded = error instanceof StateError || error instanceof LockedError
    throw new UsageError(isWorded ? error.message : `cannot use ${path}: ${reasonOf(error)}`)
  }
}
