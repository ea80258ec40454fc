import { selectRequirements, UnknownRequirementError } from '../../contract/catalogue/index.ts'
import { count } from '../../reports/text.ts'
import { EXIT_UNTESTED } from '../usage.ts'

/** The reason of a signal that ends a run because another is to take its place: nobody wants to read its report. */
export const GIVEN_UP = 'the next run was asked for'

/** Ids of requirements; undefined for all. */
export type Selection = readonly string[] | undefined

/** What a run came to. */
export interface Ran {
  readonly status: number
  /** The requirements that were decided, and those of them that count against the service. */
  readonly decided: readonly string[]
  readonly failed: readonly string[]
  /** Whether the service went away while it was tested, and is not back. */
  readonly isGone: boolean
}

/** What a watch works with. */
interface WatchSurroundings {
  /**
   * Runs the tests of these requirements and reports what they find.
   * @param signal ends the run early; with {@link GIVEN_UP}, without a report.
   */
  run(only: Selection, signal: AbortSignal): Promise<Ran>
  /** Says one line to whoever watches. */
  say(line: string): void
  /** Keeps what is typed from now on for the question that follows. */
  holdKeys(): void
  /** Asks for a line; undefined where the question was left. */
  ask(question: string): Promise<string | undefined>
  /** Shows the report to whoever watches. */
  showReport(): void
  readonly hasKeys: boolean
}

/** What is to be run next, and what follows once nothing of it fails. */
interface NextRun {
  readonly only: Selection
  readonly rest?: true
  /** Whether it repeats one that the service did not live through. */
  readonly isAgain?: true
}

/** Repeats a run as often as something changes or somebody asks for it, until it is ended. */
export class Watch {
  readonly #surroundings: WatchSurroundings
  readonly #whole: Selection
  #selection: Selection
  #status: number = EXIT_UNTESTED
  /** What failed when it was decided last. */
  readonly #failed = new Set<string>()
  #next: NextRun | undefined
  /** Whether somebody wants to choose, before anything else is run. */
  #isToChoose = false
  #running: AbortController | undefined
  #isEnded = false
  #wake = () => {}

  /** @param whole what is run where nobody chooses otherwise. */
  constructor(surroundings: WatchSurroundings, whole: Selection) {
    this.#surroundings = surroundings
    this.#whole = whole
    this.#selection = whole
  }

  /** Runs all, then whatever is asked for; returns the exit status of the last run once the watch is ended. */
  async untilEnded(): Promise<number> {
    this.#next ??= { only: this.#whole }
    while (!this.#isEnded) {
      if (this.#isToChoose) {
        await this.#choose()
        continue
      }
      const next = this.#next
      this.#next = undefined
      if (next) await this.#run(next)
      else await this.#idle()
    }
    return this.#status
  }

  /** Tells that a file changed: what failed is run first, and the rest once nothing of it fails. */
  changed(file: string): void {
    const { failed } = this
    this.#surroundings.say(`\n${file} changed`)
    this.#order(failed.length > 0 ? { only: failed, rest: true } : { only: this.#selection })
  }

  /** Does what a key stands for; others do nothing. */
  press(key: string): void {
    if (key === 'q') this.end()
    else if (key === 'o') {
      this.#surroundings.holdKeys()
      this.#isToChoose = true
      this.#giveUp()
    } else if (key === 'a' || key === 'return') {
      this.#selection = this.#whole
      this.#order({ only: this.#whole })
    } else if (key === 'f') {
      if (this.failed.length > 0) this.#order({ only: this.failed })
      else if (!this.#running) this.#surroundings.say('Nothing has failed.')
    } else if (key === 'r' && !this.#running) this.#surroundings.showReport()
  }

  /** Ends the watch, and the run that is under way, which still reports what it knows. */
  end(): void {
    this.#isEnded = true
    this.#running?.abort()
    this.#wake()
  }

  /** What failed of what is run now. */
  get failed(): readonly string[] {
    return [...this.#failed].filter((id) => this.#selection?.includes(id) ?? true)
  }

  #order(next: NextRun): void {
    this.#next = next
    this.#giveUp()
  }

  /** Ends what is under way, or the wait for something to do. */
  #giveUp(): void {
    this.#running?.abort(GIVEN_UP)
    this.#wake()
  }

  async #run({ only, rest, isAgain }: NextRun): Promise<void> {
    const running = new AbortController()
    this.#running = running
    const { status, decided, failed, isGone } = await this.#surroundings.run(only, running.signal)
    this.#running = undefined
    if (running.signal.reason === GIVEN_UP) return
    this.#status = status
    for (const id of decided) this.#failed.delete(id)
    for (const id of failed) this.#failed.add(id)
    if (this.#isEnded || this.#next) return
    if (isGone && !isAgain) this.#next = { only, isAgain: true, ...(rest ? { rest } : {}) }
    else if (rest && this.failed.length === 0 && !this.#isAllIn(only)) this.#next = { only: this.#selection }
  }

  #isAllIn(only: Selection): boolean {
    return this.#selection?.every((id) => only?.includes(id)) ?? false
  }

  async #idle(): Promise<void> {
    const { say, hasKeys } = this.#surroundings
    const { length } = this.failed
    const failed = length > 0 ? `f runs ${count(length, 'requirement')} that failed, ` : ''
    const keys = `Keys: ${failed}a or Enter all, o what you choose; r opens the report, q quits.`
    say(`\n${hasKeys ? keys : 'Waiting for a change.'}`)
    await new Promise<void>((resolve) => {
      this.#wake = resolve
    })
  }

  async #choose(): Promise<void> {
    this.#isToChoose = false
    const answer = await this.#surroundings.ask('Requirements or families, such as TOKEN-3,PLEDGED: ')
    const names = answer?.split(/[\s,]+/).filter((name) => name !== '') ?? []
    if (names.length === 0) return
    try {
      this.#selection = selectRequirements(names).map(({ id }) => id)
      this.#next = { only: this.#selection }
    } catch (error) {
      if (!(error instanceof UnknownRequirementError)) throw error
      this.#surroundings.say(error.message)
    }
  }
}
