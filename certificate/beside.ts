import { Parser } from 'htmlparser2'
import { isBroken } from '../harness/model/outcome.ts'
import { reportPolicy } from '../reports/html/page.ts'
import type { ConformanceRecord } from '../reports/record.ts'

/** What another report of the run says that its record does not, a sentence each. */
export type Disagreements = (bytes: Buffer, record: ConformanceRecord) => string[]

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
    if (name === 'property') {
      const { name: property = '', value = '' } = attributes
      if (property === 'record.sha256') named.add(value)
      else if (properties.has(property)) twice.add(property)
      properties.set(property, value)
    }
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
    ...otherMoments(moments, record, moments.size > 1),
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
  const orders: string[] = []
  elements(bytes.toString('utf8'), false, (name, attributes) => {
    orders.push(...orderOf(name, attributes))
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
    ...(orders.join() === [`meta ${reportPolicy}`, 'style', 'script'].join()
      ? []
      : ['is no page of this suite: it could show something else than it holds']),
    ...compare(parts, record, ({ level, verdict }) => `${level} ${verdict} as ${verdict}`),
    ...compare(cells, record, ({ verdict }) => `${verdict} at a glance`),
  ]
}

/**
 * What has a browser do something: elements that load or run, and what the page says to it. The policy, which stands
 * first, has it take no notice of any but the page's own style and script.
 */
function orderOf(name: string, attributes: Attributes): string[] {
  if (name === 'meta' && attributes['http-equiv'] !== undefined) return [`meta ${attributes.content}`]
  const isData = name === 'script' && attributes.type === 'application/json'
  return !isData && ['style', 'script', 'iframe', 'object', 'embed', 'base'].includes(name) ? [name] : []
}

/** Of two readers each might believe another of the two. */
function saidTwice(ids: ReadonlySet<string>): string[] {
  return [...ids].map((id) => `has ${id} twice`)
}

/** A report names the record that it was written with: nothing of that can have been changed since. */
export function otherRecord(named: ReadonlySet<string>, { digest }: ConformanceRecord): string[] {
  return named.size === 1 && digest && named.has(digest.sha256) ? [] : ['was not written with this record']
}

/** A report tells of moments within the run too; in JUnit each suite has that at which the run began. */
function otherMoments(
  moments: ReadonlySet<string>,
  { run }: ConformanceRecord,
  areSeveral = false,
): string[] {
  return moments.has(run.startedAt) && !areSeveral
    ? []
    : [`is of a run of ${[...moments].join(', ') || 'no time'}, and the record of one of ${run.startedAt}`]
}
