import { judgeRecording } from '../harness/engine/recording.ts'
import { isBroken } from '../harness/model/outcome.ts'
import { breachesIn } from '../partner/recording/judge.ts'
import { allExchangesOf, exchangesOf, type Recording, recordingSchema } from '../reports/har/read.ts'
import type { ConformanceRecord } from '../reports/record.ts'
import { type Disagreements, otherRecord } from './beside.ts'
import { CLOCK_SKEW_MS } from './dates.ts'
import { parseAs, parseJson } from './read-file.ts'

/** An archive leaves requests out only where the next one would make it larger than 24 million characters; none has six. */
const LEAST_THAT_IS_FULL = 18_000_000

/** The HAR: all requests of this run, and no requirement broken by them that the record says was kept. */
export const harDisagreements: Disagreements = (bytes, record) => {
  const json = parseJson(bytes, 'exchanges.har')
  const { log } = parseAs(recordingSchema, json, 'exchanges.har', 'HTTP archive')
  const begun = Date.parse(record.run.startedAt)
  const outside = log.entries.some(({ startedDateTime }) => {
    const after = Date.parse(startedDateTime) - begun
    return !(after >= -CLOCK_SKEW_MS && after <= record.run.durationMs + CLOCK_SKEW_MS)
  })
  return [
    ...otherRecord(new Set(log._record === undefined ? [] : [log._record]), record),
    ...(outside ? ['has requests of another time than that of the run'] : []),
    ...(record.subject === 'partner' ? examinedAgain(log, record) : judgedAgain(log, record)),
    ...wrongRequests(log, record, sizeOf(json)),
    ...otherHosts(log, record),
  ]
}

function judgedAgain(log: Recording['log'], record: ConformanceRecord): string[] {
  const recorded = new Map(record.requirements.map(({ id, verdict }) => [id, verdict]))
  const broken = new Set([...recorded].filter(([, verdict]) => isBroken(verdict, true)).map(([id]) => id))
  // What only follows from another violation stands undecided in a record.
  const follows = (id: string) => broken.size > 0 && recorded.get(id) === 'inconclusive'
  return judgeRecording(record.target, exchangesOf({ log }))
    .requirements.filter(({ id, verdict }) => isBroken(verdict, true) && !broken.has(id) && !follows(id))
    .map(({ id }) => `shows that ${id} is broken, and the record says ${recorded.get(id) ?? 'nothing'}`)
}

/** What is left out of a file that is too large may be what the rest follows from: such a file is not judged. */
function examinedAgain(log: Recording['log'], record: ConformanceRecord): string[] {
  if (leftOut(log) > 0) return []
  const recorded = new Map(record.requirements.map(({ id, verdict }) => [id, verdict]))
  return breachesIn(record.target, allExchangesOf({ log }))
    .filter(({ id }) => !isBroken(recorded.get(id) ?? 'pass', true))
    .map(({ id, exchanges }) => {
      const numbers = `${exchanges.length === 1 ? 'exchange' : 'exchanges'} ${exchanges.join(', ')}`
      return `shows in ${numbers} that the application breaks ${id}, and the record says ${recorded.get(id) ?? 'nothing'}`
    })
}

function leftOut({ comment }: Recording['log']): number {
  return Number(/^(\d+) exchanges? of \d+ left out/.exec(comment ?? '')?.[1] ?? 0)
}

/** Characters of all requests: what else an archive may hold takes no room from them. */
function sizeOf(json: unknown): number {
  return JSON.stringify(Object(Object(json).log).entries).length
}

/** Every request is there once, but for those that the archive says it has no room for, and has an address. */
function wrongRequests(log: Recording['log'], { run }: ConformanceRecord, size: number): string[] {
  const { entries } = log
  const ids = entries.flatMap(({ _id: id }) => id ?? [])
  const nowhere = entries.filter(({ request }) => !URL.canParse(request.url)).length
  return [
    ...(entries.length + leftOut(log) === run.requests
      ? []
      : [`has ${entries.length} of the ${run.requests} requests that the record tells of`]),
    ...(leftOut(log) > 0 && size < LEAST_THAT_IS_FULL
      ? [`leaves ${leftOut(log)} requests out, though it has room for them`]
      : []),
    ...(new Set(ids).size < ids.length ? ['has a request twice'] : []),
    ...(nowhere > 0 ? [`has ${nowhere} requests to no address`] : []),
  ]
}

/** What was tested was asked something: the traffic of another service proves nothing of this one. */
function otherHosts({ entries }: Recording['log'], { target, subject }: ConformanceRecord): string[] {
  const hostOf = (url: string) => (URL.canParse(url) ? [new URL(url).host] : [])
  const asked = new Set(entries.flatMap(({ request }) => hostOf(request.url)))
  // The port of an application may be another one each time it is started: that is no address.
  const tested = subject === 'partner' ? [target.appUrl ?? ''] : [target.authUrl, target.apiUrl]
  return [...new Set(tested.flatMap(hostOf))]
    .filter((host) => !asked.has(host))
    .map((host) => `has no request to ${host}, which the record says was tested`)
}
