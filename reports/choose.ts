import { isAbsolute, join } from 'node:path'
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
const filesSchema = z.record(z.string().regex(/^[\w][\w.-]{0,99}$/), z.string()).default({})

/**
 * Finds the reporters, and loads the modules among them, so that a run is not spent where one is missing.
 * @param names of reports; any other names a module: a path that begins with `.` or `/`, or a package
 * @param from the directory from which modules are found
 * @throws {ReportError} when a module cannot be loaded, or exports no function as its default
 */
export async function chooseReporters(
  names: readonly string[] = defaultReporters,
  from = process.cwd(),
): Promise<readonly ChosenReporter[]> {
  const modules = [...new Set(names.filter((name) => !isReporterName(name)))]
  const ours = [...new Set(names.filter(isReporterName))].map(known)
  // Ours are written first: no module can keep them from being there.
  return [...ours, ...(await Promise.all(modules.map((name) => ofModule(name, from))))]
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

/** A module gets a copy of the record: what it does to it is not seen by others. */
async function ofModule(name: string, from: string): Promise<ChosenReporter> {
  const report = await loadFunction(name, from)
  return {
    load: async () => async (_result, record) => {
      const made = await failing(`the reporter ${name} failed`, () => report(structuredClone(record)))
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

async function loadFunction(name: string, from: string): Promise<(record: SealedRecord) => unknown> {
  const isPath = name.startsWith('.') || isAbsolute(name)
  const others = isPath ? '' : `; the reports with a name are ${Object.keys(reporters).join(', ')}`
  const loaded = await failing(`cannot load the reporter ${name}`, async () => {
    const { moduleResolve } = await import('import-meta-resolve')
    const specifier = isAbsolute(name) ? pathToFileURL(name).href : name
    const found: unknown = await import(moduleResolve(specifier, pathToFileURL(join(from, 'any'))).href)
    return found
  }).catch((error: ReportError) => {
    throw new ReportError(`${error.message}${others}`, { cause: error })
  })
  const read = moduleSchema.safeParse(loaded)
  if (read.success) return read.data.default
  throw new ReportError(`the reporter ${name} exports no function as its default`)
}

/** Whatever a module does wrong is told in one line. */
async function failing(what: string, work: () => unknown): Promise<unknown> {
  try {
    return await work()
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new ReportError(`${what}: ${oneLine(reason.replace(/ imported from .*$/s, ''))}`, { cause })
  }
}
