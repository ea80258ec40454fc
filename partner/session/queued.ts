import type { Exchange } from '../../client/http/exchange.ts'
import { type Call, isAnsweredWell } from '../service/call.ts'
import { areTaken } from '../service/jobs.ts'

/** How long the service is watched for an update that was only accepted, in milliseconds. */
const ACCEPTED_MS = 6_000
/** As many times as long, while the application sends others: a queue may be longer than the examination is patient. */
const MOST_ROUNDS = 4
/** What is tried again after a failure comes by then, where jobs come at once; in milliseconds. */
const AGAIN_MS = 2_500
/** When nothing more comes of it for so long, and as long as came between two calls of others, all has come; in milliseconds. */
const QUIET_MS = 400
/** What a token is refused with: then the job has to go on. */
const UNAUTHORIZED = 401

/** What was learnt so far of the jobs that do what an application accepts. */
export interface JobHabits {
  /** The longest time until one sent something, in milliseconds. */
  slowestMs: number
  /** The most calls of one that the service took; 0 before the first job. */
  mostCalls: number
  /** The longest time between two calls of one, in milliseconds. */
  longestGapMs: number
}

/** An update that was answered with 202. */
interface Accepted {
  readonly exchange: Exchange
  readonly changes: Readonly<Record<string, unknown>>
  /** What has come of it so far. */
  arrived(): { readonly sent: readonly Call[] }
}

/** A scenario, as far as it waits, and the calls of all of them. */
interface Waiting {
  until(isSo: () => boolean, milliseconds: number): Promise<boolean>
  readonly examination: {
    readonly service: { readonly calls: readonly unknown[] }
    readonly jobHabits: JobHabits
    keptMs(since: number): number
  }
}

/**
 * Waits for an update that was answered with 202, and until nothing more comes of it.
 * @param mayBeLost whether nobody has to send it.
 * @returns whether the service took it.
 */
export async function untilJobIsDone(
  { exchange, changes, arrived }: Accepted,
  scenario: Waiting,
  mayBeLost: boolean,
): Promise<boolean> {
  const { service, jobHabits: habits } = scenario.examination
  const taken = () => arrived().sent.filter(isAnsweredWell)
  const quietMs = () => {
    const ms = Date.now() - (arrived().sent.at(-1)?.startedAt ?? exchange.startedAt)
    // Who is kept from running sends nothing.
    return ms - scenario.examination.keptMs(performance.now() - ms)
  }
  const patienceMs = () => Math.min(ACCEPTED_MS, AGAIN_MS + 2 * habits.slowestMs)
  const isOver = () => taken().length > 0 || (isTurnedAway(arrived().sent) && quietMs() > patienceMs())
  for (let round = 1; ; round++) {
    const before = service.calls.length
    if (await scenario.until(isOver, mayBeLost ? patienceMs() : ACCEPTED_MS)) break
    if (mayBeLost || round === MOST_ROUNDS || service.calls.length === before) break
  }
  const [first] = arrived().sent
  if (first) habits.slowestMs = Math.max(habits.slowestMs, first.startedAt - exchange.startedAt)
  if (taken().length === 0) return false
  const isWhole = habits.mostCalls === 1 && areTaken(changes, taken())
  if (!isWhole) await scenario.until(() => quietMs() > QUIET_MS + 2 * habits.longestGapMs, ACCEPTED_MS)
  const times = taken().map(({ startedAt }) => startedAt)
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? time))
  habits.longestGapMs = Math.max(habits.longestGapMs, ...gaps)
  habits.mostCalls = Math.max(habits.mostCalls, taken().length)
  return true
}

/** Whether the service answered the last call, and refused it for another reason than its token. */
function isTurnedAway(sent: readonly Call[]): boolean {
  const { answer } = sent.at(-1) ?? {}
  return answer !== undefined && answer.response.status !== UNAUTHORIZED
}
