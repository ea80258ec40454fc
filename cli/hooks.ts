import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { environmentKeys } from '../client/environment/schema.ts'
import { firstLineOf, testHookSchema } from '../harness/session/test-hooks.ts'
import { isOutThere, type RunOptions } from './options.ts'
import { UsageError } from './usage.ts'

const hook = z.custom<(about: { readonly signal: AbortSignal }) => unknown>(
  (value) => typeof value === 'function',
  'must be a function',
)

const hooksSchema = z.strictObject({
  beforeRun: hook.optional(),
  beforeTest: testHookSchema.optional(),
  afterTest: testHookSchema.optional(),
  afterRun: hook.optional(),
})

const givenSchema = z.partialRecord(z.enum(environmentKeys), z.string()).default({})

/** What is done around a run and around its tests, as the functions that a module of the user exports. */
export type Hooks = z.infer<typeof hooksSchema>

/** A hook failed: without it there is nothing to be tested. */
export class HookError extends Error {}

/**
 * The hooks that the options name; none where they name no module.
 * @throws UsageError as `loadHooks` does, or where there is nothing to be made
 */
export async function hooksOf(options: RunOptions): Promise<Hooks> {
  if (options.hooks === undefined) return {}
  if (!isOutThere(options))
    throw new UsageError('--hooks is for a sandbox: the embedded mock has its donations')
  return loadHooks(options.hooks)
}

/**
 * Loads the module of the user.
 * @throws UsageError where it cannot be loaded, or exports something else than hooks
 */
export async function loadHooks(file: string): Promise<Hooks> {
  const loaded: unknown = await import(pathToFileURL(resolve(file)).href).catch((error: unknown) => {
    throw new UsageError(`cannot load the hooks of ${file}: ${firstLineOf(error)}`)
  })
  const parsed = hooksSchema.safeParse({ ...z.looseObject({}).parse(loaded) })
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  if (issue?.code === 'unrecognized_keys')
    throw new UsageError(
      `${file} exports ${issue.keys.join(', ')}: hooks are beforeRun, beforeTest, afterTest and afterRun`,
    )
  throw new UsageError(`${file}: ${issue?.path.join('.')} ${issue?.message}`)
}

/**
 * Calls the hook before a run.
 * @returns the keys of the environment that it sets, such as those of donations that it made
 * @throws HookError where it fails
 * @throws UsageError where it gives something else than keys of the environment
 */
export async function beforeRun(
  { beforeRun: call }: Hooks,
  signal: AbortSignal,
): Promise<z.infer<typeof givenSchema>> {
  let given: unknown
  try {
    given = await call?.({ signal })
  } catch (error) {
    throw new HookError(`the hook beforeRun failed: ${firstLineOf(error)}`)
  }
  const parsed = givenSchema.safeParse(given)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const keys = issue?.code === 'unrecognized_keys' ? issue.keys : (issue?.path ?? [])
  const where = keys.length > 0 ? `, and ${keys.join(', ')} is wrong` : ''
  throw new UsageError(`the hook beforeRun must give texts by keys of the environment, or nothing${where}`)
}

/** How long the hook after a run may take before its signal tells it to end, in milliseconds. */
const CLEARING_UP_MS = 60_000

/**
 * Calls the hook after a run. Whether it fails is said, and changes nothing of what the run found out. Its signal is not
 * that of the run: what was made has to be removed where a run is ended early, too.
 */
export async function afterRun({ afterRun: call }: Hooks): Promise<void> {
  try {
    await call?.({ signal: AbortSignal.timeout(CLEARING_UP_MS) })
  } catch (error) {
    process.stderr.write(`the hook afterRun failed: ${firstLineOf(error)}\n`)
  }
}
