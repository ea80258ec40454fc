import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { InconclusiveError } from '../../contract/verdict.ts'
import type { Session } from './session.ts'

/** What a test is about to use. */
export interface AboutTest {
  /** The id of the requirement that it decides. */
  readonly requirement: string
  /** The ids of the donations that it was lent; nobody else uses them until it ends. */
  readonly donations: readonly string[]
  /** Aborted when the run ends early. */
  readonly signal: AbortSignal
}

/** The hook that a module of the user may export beside those around a run. */
export const beforeTestSchema = z.custom<(about: AboutTest) => unknown>(
  (value) => typeof value === 'function',
  'must be a function',
)

/**
 * Lets the user's module make the donations ready that a test was lent, where it exports `beforeTest`.
 * @throws InconclusiveError where it fails: what the test would see then says nothing of the service.
 */
export async function prepareDonations(session: Session, about: Omit<AboutTest, 'signal'>): Promise<void> {
  const { hooks } = session.settings
  if (hooks === undefined) return
  try {
    const beforeTest = await session.once(`beforeTest of ${hooks}`, () => load(hooks))
    await beforeTest({ ...about, signal: session.abort.signal })
  } catch (error) {
    const [line] = (error instanceof Error ? error.message : String(error)).split('\n')
    throw new InconclusiveError(`the hook beforeTest failed: ${line}`)
  }
}

/** The module was read before: by the command, which calls the hooks around the run. */
async function load(file: string): Promise<z.infer<typeof beforeTestSchema>> {
  const loaded: unknown = await import(pathToFileURL(file).href)
  return z.object({ beforeTest: beforeTestSchema }).parse({ ...z.looseObject({}).parse(loaded) }).beforeTest
}
