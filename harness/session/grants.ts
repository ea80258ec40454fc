import { type GrantSurvey, UNSURVEYED } from '../model/grants.ts'

const TESTS_TOOK_TURNS = 'grants of one user and client end one another here, so tests took turns'

/** How grants of one user and client live together here, and so whether tests take turns. */
export class Grants {
  /** Made before the first test that may log in. */
  survey: GrantSurvey = UNSURVEYED
  #endedBy: string | undefined
  #isSettled = false

  /** Whether something that one test does may end what another one holds, so that tests have to take turns. */
  get oneTestAtATime(): boolean {
    return this.survey.oneTestAtATime
  }

  /**
   * From now on tests take turns.
   * @param seen what ends grants of others, which the survey did not see.
   */
  takeTurns(seen: string): void {
    this.survey = { ...this.survey, oneTestAtATime: true }
    this.#endedBy ??= seen
  }

  /**
   * The run has looked at what it ended.
   * @param seen what ends grants of others; undefined where nothing does.
   */
  settle(seen: string | undefined): void {
    this.#isSettled = true
    if (seen !== undefined) this.takeTurns(seen)
  }

  /** Whether one test may have ended what another one held: also where the run ended before it could look. */
  get mayHaveEnded(): boolean {
    return this.oneTestAtATime || !this.#isSettled
  }

  /** Says why tests took turns; nothing where they did not. */
  get notes(): readonly string[] {
    if (!this.oneTestAtATime) return []
    return [`${TESTS_TOOK_TURNS}: ${this.#endedBy ?? 'see the observations of LIMIT-1'}`]
  }
}
