import {
  appendFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { inEnvironmentFile } from '../../client/environment/env-file.ts'
import type { RawEnvironment } from '../../client/environment/problems.ts'
import { environmentKeys } from '../../client/environment/schema.ts'
import { tool } from '../../harness/model/tool.ts'
import { readJsonFile } from '../../reports/read-json.ts'
import { reasonOf, UsageError } from '../usage.ts'

/** What holds secrets or donors' data, or is made anew by each run. */
const IGNORED = [
  '.env.sandbox',
  '.env.sandbox.*',
  '!.env.sandbox.example',
  '.env.partner',
  '.env.partner.*',
  '!.env.partner.example',
  'conformance-results/',
  'mock-tls/',
]

const packageFile = createRequire(import.meta.url).resolve('donation-conformance/package.json')

/**
 * The example file of the environment with these values: what is not filled in is explained there.
 * @throws UsageError where a value cannot be written
 */
export function environmentText(values: RawEnvironment): string {
  const example = readFileSync(join(dirname(packageFile), '.env.sandbox.example'), 'utf8')
  return example.replace(/^(\w+)=.*$/gm, (line, name) => {
    const key = environmentKeys.find((known) => known === name)
    const value = key && values[key]
    if (key === undefined || value === undefined) return line
    const written = inEnvironmentFile(key, value)
    if (written !== undefined) return written
    throw new UsageError(`${key} cannot stand in an env file, since it holds every kind of quote`)
  })
}

/**
 * Writes a file that is not there yet, whole or not at all.
 * @param mode as of chmod
 * @returns false where there is one, which stays as it is
 * @throws UsageError where it cannot be written
 */
export function writeNew(path: string, text: string, mode: number): boolean {
  let isOurs = false
  try {
    mkdirSync(dirname(path), { recursive: true })
    // A link that leads nowhere is there too, and is not followed.
    if (lstatSync(path, { throwIfNoEntry: false })) return false
    writeFileSync(path, '', { mode, flag: 'wx' })
    isOurs = true
    writeFileSync(path, text)
    return true
  } catch (error) {
    if (isOurs) rmSync(path, { force: true })
    throw new UsageError(`cannot write ${path}: ${reasonOf(error)}`)
  }
}

const manifest = z.object({
  dependencies: z.record(z.string(), z.unknown()).optional(),
  devDependencies: z.record(z.string(), z.unknown()).optional(),
})

/**
 * Whether `npm ci` brings the suite in the working directory: its project depends on it, and has a lock file.
 * @throws UnreadableError where `package.json` cannot be read
 */
export async function isInstalled(): Promise<boolean> {
  if (!existsSync('package.json') || !existsSync('package-lock.json')) return false
  const { dependencies, devDependencies } = await readJsonFile('package.json', manifest, 'a package.json')
  return tool.name in { ...dependencies, ...devDependencies }
}

/**
 * Adds to `.gitignore` what git must not take and is not named there yet.
 * @returns the lines that were added
 * @throws UsageError where it cannot be written
 */
export function ignoreFiles(): readonly string[] {
  const path = '.gitignore'
  try {
    const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
    const present = text.split('\n').map((line) => line.trim())
    const added = IGNORED.filter((line) => !present.includes(line))
    const gap = text === '' || text.endsWith('\n') ? '' : '\n'
    if (added.length > 0) appendFileSync(path, `${gap}${added.join('\n')}\n`)
    return added
  } catch (error) {
    throw new UsageError(`cannot write ${path}: ${reasonOf(error)}`)
  }
}
