import type { Tokens } from '../../client/oauth/tokens.ts'

/** How the grants of one user and client live together: the contract says nothing of it. */
export interface GrantSurvey {
  /** Whether something that one test does may end what another one holds, so that tests have to take turns. */
  readonly oneTestAtATime: boolean
  /** What was seen, by name; for the record. */
  readonly observations: Readonly<Record<string, string>>
  /** A grant that nobody uses: whether it lives to the end of the run tells what the run itself ended. */
  readonly untouched: Tokens | undefined
  /** In milliseconds of `performance.now()`. */
  readonly surveyedAt: number
}

/** Nothing is known, as where nobody can log in. */
export const UNSURVEYED: GrantSurvey = {
  oneTestAtATime: false,
  observations: {},
  untouched: undefined,
  surveyedAt: 0,
}
