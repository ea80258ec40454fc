import type { TargetConfig } from '../../client/environment/config.ts'
import { mistakesIn } from '../../client/environment/mistakes.ts'
import type { TransportStats } from '../../client/http/transport-stats.ts'
import type { GrantSurvey } from '../model/grants.ts'

const TESTS_TOOK_TURNS = 'grants of one user and client end one another here, so tests took turns'

/** What is said at the end of a report, each sentence once. */
export class RunNotes {
  readonly #texts = new Set<string>()
  /** What ended grants of others, where the survey did not see it. */
  turnsBecause: string | undefined

  add(text: string): void {
    this.#texts.add(text)
  }

  /**
   * All that is to be said of a run, in the order of the report.
   * @param left what of the donations could not be put back.
   */
  all(
    { target, grants }: { readonly target: TargetConfig; readonly grants: GrantSurvey },
    left: readonly string[],
    stats: TransportStats,
  ): readonly string[] {
    const because = this.turnsBecause ?? 'see the observations of LIMIT-1'
    const turns = grants.oneTestAtATime ? [`${TESTS_TOOK_TURNS}: ${because}`] : []
    return [...mistakesIn(target), ...left, ...stats.notes, ...turns, ...this.#texts]
  }
}
