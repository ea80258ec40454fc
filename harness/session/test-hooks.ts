import { once } from 'node:events'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { InconclusiveError } from '../../contract/verdict.ts'

/** What a test is about to use, or has used. */
interface AboutTest {
  /** The id of the requirement that it decides. */
  readonly requirement: string
  /** The requirement's id and the test's label, as a replay names it. */
  readonly test: string
  /** The ids of the donations that it was lent; nobody else uses them meanwhile. */
  readonly donations: readonly string[]
  /** Those of them that have to be pledged when the test begins. */
  readonly pledged: readonly string[]
  /** Aborted when the run ends early. */
  readonly signal: AbortSignal
}

/** A hook that a module of the user may export beside those around a run. */
export const testHookSchema = z.custom<(about: AboutTest) => unknown>(
  (value) => typeof value === 'function',
  'must be a function',
)

const testHooksSchema = z.object({
  beforeTest: testHookSchema.optional(),
  afterTest: testHookSchema.optional(),
})

type Loaded = z.infer<typeof testHooksSchema>

type About = Omit<AboutTest, 'signal'>

/** What the user's module does before and after each test that is lent donations. */
export class TestHooks {
  readonly #file: string
  readonly #signal: AbortSignal
  readonly #note: (text: string) => void
  readonly #underWay = new Set<Promise<void>>()
  #loaded: Promise<Loaded> | undefined

  /**
   * @param file the module; the command has found before that it can be loaded.
   * @param note is told what failed.
   */
  constructor(file: string, signal: AbortSignal, note: (text: string) => void) {
    this.#file = file
    this.#signal = signal
    this.#note = note
  }

  /**
   * Lets the module make donations ready.
   * @throws InconclusiveError where it fails: what the test would see then says nothing of the service.
   */
  async before(about: About): Promise<void> {
    try {
      const { beforeTest } = await this.#hooks()
      await beforeTest?.({ ...about, signal: this.#signal })
    } catch (error) {
      const says = `the hook beforeTest failed: ${firstLineOf(error)}`
      // What other traffic decides is not undecided for it, and would keep it to itself.
      this.#note(says)
      throw new InconclusiveError(says)
    }
  }

  /** Lets the module clear up after a test; resolves also where it fails, which is noted. */
  after(about: About): Promise<void> {
    const clearing = this.#clearUp(about).finally(() => this.#underWay.delete(clearing))
    this.#underWay.add(clearing)
    return clearing
  }

  /** Resolves once nothing is being cleared up any more, or the run has ended early: then nobody waits. */
  async ended(): Promise<void> {
    if (!this.#signal.aborted) await Promise.race([Promise.all(this.#underWay), once(this.#signal, 'abort')])
  }

  async #clearUp(about: About): Promise<void> {
    try {
      const { afterTest } = await this.#hooks()
      await afterTest?.({ ...about, signal: this.#signal })
    } catch (error) {
      this.#note(`the hook afterTest failed: ${firstLineOf(error)}`)
    }
  }

  #hooks(): Promise<Loaded> {
    this.#loaded ??= import(pathToFileURL(this.#file).href).then((loaded: unknown) =>
      testHooksSchema.parse({ ...z.looseObject({}).parse(loaded) }),
    )
    return this.#loaded
  }
}

/** What went wrong in a module of the user, in a line. */
export function firstLineOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? ''
}
