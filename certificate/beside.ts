import { Parser } from 'htmlparser2'
import { judgeRecording } from '../harness/engine/recording.ts'
import { isBroken } from '../harness/model/outcome.ts'
import { breachesIn } from '../partner/recording/judge.ts'
import { allExchangesOf, exchangesOf, type Recording, recordingSchema } from '../reports/har/read.ts'
import type { ConformanceRecord } from '../reports/record.ts'
import { CLOCK_SKEW_MS } from './dates.ts'
import { parseAs, parseJson } from './read-file.ts'

/** An archive leaves requests out only where the next one would make it larger than 24 million characters; none has six. */
const LEAST_THAT_IS_FULL = 18_000_000

/** What another report of the run says that its record does not, a sentence each. */
type Disagreements = (bytes: Buffer, record: ConformanceRecord) => string[]

type Attributes = Readonly<Record<string, string>>

/** Calls back for each element of a text, in order. */
function elements(text: string, xmlMode: boolean, onElement: (name: string, attributes: Attributes) => void) {
  const parser = new Parser({ onopentag: onElement }, { xmlMode })
  parser.end(text)
}

/** What is said of requirements by id, compared with the record: the same ids, and of each the same. */
function compare(
  said: ReadonlyMap<string, string>,
  { requirements }: ConformanceRecord,
  wanted: (requirement: ConformanceRecord['requirements'][number]) => string,
): string[] {
  const recorded = new Map(requirements.map((requirement) => [requirement.id, wanted(requirement)]))
  const ids = new Set([...recorded.keys(), ...said.keys()])
  return [...ids]
    .filter((id) => said.get(id) !== recorded.get(id))
    .map(
      (id) => `says of ${id} ${said.get(id) ?? 'nothing'}, and the record ${recorded.get(id) ?? 'nothing'}`,
    )
}

/** How a case is told from one that simply passed. */
const MARKED = '(marked)'

/** JUnit: each requirement with level and verdict, and a case that is marked as broken where it is. */
export const junitDisagreements: Disagreements = (bytes, record) => {
  const named = new Set<string>()
  const properties = new Map<string, string>()
  const marks = new Map<string, string>()
  const twice = new Set<string>()
  const moments = new Set<string>()
  let current = ''
  let isOfRun = false
  let isUnfinished = false
  elements(bytes.toString('utf8'), true, (name, attributes) => {
    if (name === 'testsuite') moments.add(attributes.timestamp ?? 'nothing')
    if (name === 'property' && attributes.name === 'record.sha256') named.add(attributes.value ?? '')
    if (name === 'property') properties.set(attributes.name ?? '', attributes.value ?? '')
    if (name === 'testcase') {
      current = attributes.name?.split(' ', 1)[0] ?? ''
      isOfRun = attributes.classname === 'RUN'
      if (!isOfRun && marks.has(current)) twice.add(current)
      if (!isOfRun) marks.set(current, '')
    }
    // A failure of the run itself is one of its baseline; an error says that it was not finished.
    if (isOfRun) isUnfinished ||= name === 'error'
    else if (['failure', 'error', 'skipped'].includes(name)) marks.set(current, MARKED)
  })
  const said = [...marks].map(([id, mark]): [string, string] => [
    id,
    [properties.get(`${id}.level`), properties.get(`${id}.verdict`), mark].join(' ').trim() || 'no verdict',
  ])
  return [
    ...otherRecord(named, record),
    ...otherMoments(moments, record),
    ...saidTwice(twice),
    ...(isUnfinished && record.summary.problem === undefined ? ['says that the run was not finished'] : []),
    ...compare(new Map(said), record, ({ level, verdict }) => {
      // What is broken is a failure there, or skipped where a baseline knows of it.
      const isMarked =
        isBroken(verdict, record.run.strict) || ['error', 'inconclusive', 'not-applicable'].includes(verdict)
      return `${level} ${verdict} ${isMarked ? MARKED : ''}`.trim()
    }),
  ]
}

/** The HTML report: each requirement with level and verdict, in the overview and in full. */
export const reportDisagreements: Disagreements = (bytes, record) => {
  const named = new Set<string>()
  const parts = new Map<string, string>()
  const cells = new Map<string, string>()
  const twice = new Set<string>()
  const moments = new Set<string>()
  elements(bytes.toString('utf8'), false, (name, attributes) => {
    const classes = attributes.class?.split(' ') ?? []
    if (name === 'meta' && attributes.name === 'record') named.add(attributes.content ?? '')
    if (name === 'time') moments.add(attributes.datetime ?? '')
    if (name === 'details' && attributes.id !== undefined && classes[0] === 'requirement') {
      if (parts.has(attributes.id)) twice.add(attributes.id)
      parts.set(attributes.id, `${attributes['data-level']} ${attributes['data-verdict']} as ${classes[1]}`)
    }
    if (name === 'a' && attributes['data-for'] !== undefined && classes[0] === 'cell')
      cells.set(attributes['data-for'], `${classes[1]} at a glance`)
  })
  return [
    ...otherRecord(named, record),
    ...otherMoments(moments, record),
    ...saidTwice(twice),
    ...compare(parts, record, ({ level, verdict }) => `${level} ${verdict} as ${verdict}`),
    ...compare(cells, record, ({ verdict }) => `${verdict} at a glance`),
  ]
}

/** Of two readers each might believe another of the two. */
function saidTwice(ids: ReadonlySet<string>): string[] {
  return [...ids].map((id) => `has ${id} twice`)
}

/** A report names the record that it was written with: nothing of that can have been changed since. */
function otherRecord(named: ReadonlySet<string>, { digest }: ConformanceRecord): string[] {
  return named.size === 1 && digest && named.has(digest.sha256) ? [] : ['was not written with this record']
}

function otherMoments(moments: ReadonlySet<string>, { run }: ConformanceRecord): string[] {
  return moments.has(run.startedAt)
    ? []
    : [`is of a run of ${[...moments].join(', ') || 'no time'}, and the record of one of ${run.startedAt}`]
}

/** The HAR: all requests of this run, and no requirement broken by them that the record says was kept. */
export const harDisagreements: Disagreements = (bytes, record) => {
  const { log } = parseAs(recordingSchema, parseJson(bytes, 'exchanges.har'), 'exchanges.har', 'HTTP archive')
  const begun = Date.parse(record.run.startedAt)
  const outside = log.entries.some(({ startedDateTime }) => {
    const after = Date.parse(startedDateTime) - begun
    return !(after >= -CLOCK_SKEW_MS && after <= record.run.durationMs + CLOCK_SKEW_MS)
  })
  return [
    ...otherRecord(new Set(log._record === undefined ? [] : [log._record]), record),
    ...(outside ? ['has requests of another time than that of the run'] : []),
    ...(record.subject === 'partner' ? examinedAgain(log, record) : judgedAgain(log, record)),
    ...wrongRequests(log, record, bytes.length),
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

/** Whether every request is there, but for those that the archive says it has no room for, and has an address. */
function wrongRequests(log: Recording['log'], { run }: ConformanceRecord, size: number): string[] {
  const { entries } = log
  const nowhere = entries.filter(({ request }) => !URL.canParse(request.url)).length
  return [
    ...(entries.length + leftOut(log) === run.requests
      ? []
      : [`has ${entries.length} of the ${run.requests} requests that the record tells of`]),
    ...(leftOut(log) > 0 && size < LEAST_THAT_IS_FULL
      ? [`leaves ${leftOut(log)} requests out, though it has room for them`]
      : []),
    ...(nowhere > 0 ? [`has ${nowhere} requests to no address`] : []),
  ]
}
