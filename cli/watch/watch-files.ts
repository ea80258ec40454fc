import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { relative, resolve, sep } from 'node:path'
import { type FSWatcher, watch } from 'chokidar'
import { reasonOf, UsageError } from '../usage.ts'

/** One saving of an editor, or one build, is many changes. */
const SETTLING_MS = 200

/** Folders that nobody edits, and that hold more files than a system lets one watch. */
const SKIPPED = ['node_modules', '.git']

interface WatchedFiles {
  close(): Promise<void>
}

/**
 * Watches files, and folders with all that is in them but `node_modules` and `.git`.
 * @param except files, and folders with all in them, whose changes are no matter; what only begins like one, too, where
 * it ends in a dot or a separator.
 * @param onChange is told one of the files that changed, once no other has for a moment.
 * @throws UsageError where one is not there or cannot be watched
 */
export async function watchFiles(
  paths: readonly string[],
  except: readonly string[],
  onChange: (file: string) => void,
): Promise<WatchedFiles> {
  const missing = paths.find((path) => !existsSync(path))
  if (missing !== undefined) throw new UsageError(`--watch: there is no ${missing}`)
  let settling: NodeJS.Timeout | undefined
  const changed = (file: string) => {
    clearTimeout(settling)
    settling = setTimeout(() => onChange(relative('', file)), SETTLING_MS)
  }
  // One for each: of several single files in one, chokidar loses those that are replaced (paulmillr/chokidar#1437).
  const watchers = paths.map((path) => watchOne(resolve(path), except))
  const close = async () => {
    clearTimeout(settling)
    await Promise.all(watchers.map((watcher) => watcher.close()))
  }
  try {
    await Promise.all(watchers.map((watcher) => once(watcher, 'ready')))
  } catch (error) {
    await close()
    throw new UsageError(`--watch: ${reasonOf(error)}`)
  }
  for (const watcher of watchers) {
    watcher.on('all', (_event, file) => changed(file))
    watcher.on('error', (error) => process.stderr.write(`--watch: ${reasonOf(error)}\n`))
  }
  return { close }
}

function watchOne(root: string, except: readonly string[]): FSWatcher {
  const ignored = (file: string) =>
    relative(root, file)
      .split(sep)
      .some((part) => SKIPPED.includes(part)) ||
    except.some((one) => file === one || file.startsWith(one.endsWith('.') ? one : one + sep))
  return watch(root, { ignoreInitial: true, ignored })
}
