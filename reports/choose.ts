import { isAbsolute, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import type { RunResult } from '../harness/model/result.ts'
import { ReportError } from './directory.ts'
import type { SealedRecord } from './record.ts'
import { defaultReporters, isReporterName, type ReporterName, reporters, reportFiles } from './reporters.ts'
import { oneLine } from './text.ts'

/** Texts by the names of their files. */
type Files = Readonly<Record<string, string>>

/** A reporter as a run uses it. */
export interface ChosenReporter {
  /** What makes its files. Those of a module reject with a ReportError where it fails. */
  readonly load: () => Promise<(result: RunResult, record: SealedRecord) => Promise<Files>>
}

const moduleSchema = z.object({
  default: z.custom<(record: SealedRecord) => unknown>((value) => typeof value === 'function'),
})
const filesSchema = z.record(z.string().regex(/^\w[\w.-]{0,99}$/), z.string()).default({})

/**
 * Finds the reporters, and loads the modules among them, so that a run is not spent where one is missing.
 * @param names of reports; any other names a module: a path that begins with `.` or `/`, or a package
 * @param from the directory from which modules are found
 * @param seconds that a module may take
 * @throws {ReportError} when a module cannot be loaded, or exports no function as its default
 */
export async function chooseReporters(
  names: readonly string[] = defaultReporters,
  from = process.cwd(),
  seconds = 60,
): Promise<readonly ChosenReporter[]> {
  const modules = [...new Set(names.filter((name) => !isReporterName(name)))]
  const ours = [...new Set(names.filter(isReporterName))].map(known)
  // Ours are written first: no module can keep them from being there.
  return [...ours, ...(await Promise.all(modules.map((name) => ofModule(name, { from, seconds }))))]
}

/** The reports of every run whose user says nothing of them. */
export const usualReporters: readonly ChosenReporter[] = defaultReporters.map(known)

function known(name: ReporterName): ChosenReporter {
  const { file, load } = reporters[name]
  return {
    load: async () => {
      const write = await load()
      return async (result, record) => ({ [file]: write(result, record.digest.sha256, record) })
    },
  }
}

/** From where a module is found, and how long it may take. */
interface Bounds {
  readonly from: string
  readonly seconds: number
}

/** A module gets a copy of the record: what it does to it is not seen by others. */
async function ofModule(name: string, bounds: Bounds): Promise<ChosenReporter> {
  const report = await loadFunction(name, bounds)
  return {
    load: async () => async (_result, record) => {
      const work = () => report(structuredClone(record))
      const { seconds } = bounds
      const made = await failing({ what: `the reporter ${name} failed`, seconds }, work)
      const files = filesSchema.safeParse(made ?? undefined)
      if (!files.success)
        throw new ReportError(
          `the reporter ${name} has to return texts by the names of their files, such as { 'summary.txt': 'All is well.' }`,
        )
      const taken = Object.keys(files.data).find((file) => reportFiles.includes(file.toLowerCase()))
      if (taken !== undefined)
        throw new ReportError(`the reporter ${name} cannot have ${taken}: a report of ours has that name`)
      return files.data
    },
  }
}

async function loadFunction(
  name: string,
  { from, seconds }: Bounds,
): Promise<(record: SealedRecord) => unknown> {
  const isPath = name.startsWith('.') || isAbsolute(name)
  const hint = isPath ? '' : `; the reports with a name are ${Object.keys(reporters).join(', ')}`
  const what = `cannot load the reporter ${name}`
  const loaded = await failing({ what, seconds, hint }, async () => {
    const { moduleResolve } = await import('import-meta-resolve')
    const specifier = isAbsolute(name) ? pathToFileURL(name).href : name
    const found: unknown = await import(moduleResolve(specifier, pathToFileURL(join(from, 'any'))).href)
    return found
  })
  const read = moduleSchema.safeParse(loaded)
  if (read.success) return read.data.default
  throw new ReportError(`the reporter ${name} exports no function as its default`)
}

/** Whatever a module does wrong is told in one line; so is that it never ends. */
async function failing(
  { what, seconds, hint = '' }: { readonly what: string; readonly seconds: number; readonly hint?: string },
  work: () => unknown,
): Promise<unknown> {
  const clock = new AbortController()
  const timeout = setTimeout(seconds * 1_000, undefined, { signal: clock.signal }).then(() => {
    throw new Error(`it did not end within ${seconds} s`)
  })
  try {
    return await Promise.race([Promise.resolve().then(work), timeout])
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    const said = oneLine(reason.replace(/ imported from .*$/s, ''))
    throw new ReportError(`${what}: ${said}${hint}`, { cause })
  } finally {
    clock.abort()
  }
}
