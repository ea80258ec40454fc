import type { Verdict } from '../../contract/verdict.ts'
import type { AdviceReport } from '../advice.ts'
import { browserThreats } from './browser.ts'
import { codeThreats } from './codes.ts'
import type { Threat } from './threat.ts'
import { tokenThreats } from './tokens.ts'

/** Every threat that is assessed, in the order of reports. */
export const threats: readonly Threat[] = [...browserThreats, ...codeThreats, ...tokenThreats]

/** How far a threat is countered, the worst first. There is no grade for the whole. */
export const THREAT_STATUSES = ['not', 'partly', 'undetermined', 'mitigated'] as const
/** One of {@link THREAT_STATUSES}. */
type ThreatStatus = (typeof THREAT_STATUSES)[number]

/** What a run says of one threat; ids are of requirements and of advice. */
export interface ThreatResult {
  readonly id: string
  readonly title: string
  readonly sources: readonly string[]
  readonly status: ThreatStatus
  /** What counters it, and was seen to. */
  readonly kept: readonly string[]
  /** What would counter it, and is broken or not followed. */
  readonly broken: readonly string[]
  /** What would counter it if it were known. */
  readonly unknown: readonly string[]
  readonly remains?: string
}

/** What to mend, and the threats that are mitigated by that alone, or at least better countered. */
interface Remedy {
  readonly id: string
  readonly closes: readonly string[]
  readonly betters: readonly string[]
}

/** The section `threats` of a run. */
export interface ThreatReport {
  readonly threats: readonly ThreatResult[]
  /** What closes most first. */
  readonly mendFirst: readonly Remedy[]
}

type State = 'kept' | 'broken' | 'unknown' | 'empty'

/** What one counter comes to: its requirement's verdict, or its advice's status. */
type StateOf = (counter: string) => State

const OF_VERDICT: Readonly<Record<Verdict, State>> = {
  pass: 'kept',
  fail: 'broken',
  warn: 'broken',
  inconclusive: 'unknown',
  // The service uses a freedom that makes the rule empty: there is nothing to counter by it.
  'not-applicable': 'empty',
  observed: 'unknown',
  error: 'unknown',
}
const OF_ADVICE = { safe: 'kept', advised: 'broken', 'not seen': 'unknown' } as const

/** How far the threats are countered by what a run found out: nothing that it did not look at counts. */
export function assessThreats(
  requirements: readonly { readonly id: string; readonly verdict: Verdict }[],
  { results }: Pick<AdviceReport, 'results'>,
): ThreatReport {
  const states = new Map<string, State>([
    ...requirements.map(({ id, verdict }) => [id, OF_VERDICT[verdict]] as const),
    ...results.map(({ id, status }) => [id, OF_ADVICE[status]] as const),
  ])
  const stateOf: StateOf = (counter) => states.get(counter) ?? 'unknown'
  return { threats: threats.map((threat) => assess(threat, stateOf)), mendFirst: remedies(stateOf) }
}

function assess({ id, title, sources, essential, further, remains }: Threat, stateOf: StateOf): ThreatResult {
  const having = (counters: readonly string[], state: State) =>
    counters.filter((one) => stateOf(one) === state)
  const all = [...essential, ...further]
  const isBroken = having(essential, 'broken').length > 0
  const isKept = having(essential, 'kept').length > 0
  const isUnknown = having(essential, 'unknown').length > 0 || !isKept
  const isWhole = having(further, 'broken').length === 0 && remains === undefined
  const countered = isWhole ? 'mitigated' : 'partly'
  const status = isBroken ? (isKept ? 'partly' : 'not') : isUnknown ? 'undetermined' : countered
  return {
    ...{ id, title, sources, status },
    kept: having(all, 'kept'),
    broken: having(all, 'broken'),
    unknown: having(all, 'unknown'),
    ...(remains !== undefined && { remains }),
  }
}

/** Each thing that is broken, by what would come of mending it alone. */
function remedies(stateOf: StateOf): readonly Remedy[] {
  const counters = [...new Set(threats.flatMap(({ essential, further }) => [...essential, ...further]))]
  return counters
    .filter((counter) => stateOf(counter) === 'broken')
    .map((id) => {
      const mended: StateOf = (counter) => (counter === id ? 'kept' : stateOf(counter))
      const concerned = threats.filter(({ essential, further }) =>
        [...essential, ...further].some((one) => one === id),
      )
      const gains = concerned.map((threat) => {
        const [before, after] = [stateOf, mended].map((states) => assess(threat, states).status)
        return { id: threat.id, isClosed: after === 'mitigated', isBetter: after !== before }
      })
      const closes = gains.filter(({ isClosed }) => isClosed).map((gain) => gain.id)
      const betters = gains.filter(({ isClosed }) => !isClosed).map((gain) => gain.id)
      return { id, closes, betters, better: gains.filter(({ isBetter }) => isBetter).length }
    })
    .toSorted(
      (a, b) =>
        b.closes.length - a.closes.length || b.better - a.better || b.betters.length - a.betters.length,
    )
    .map(({ id, closes, betters }) => ({ id, closes, betters }))
}
