import { create } from 'xmlbuilder2'
import { familyOf } from '../contract/index.ts'
import { decidedNothing } from '../harness/model/outcome.ts'
import { remarkSentence } from '../harness/model/remarks.ts'
import type { Observation, RequirementResult, RunResult } from '../harness/model/result.ts'
import { baselineSentence, breadthPhrase, brokenOf, followersOf, groupBy } from './summary.ts'
import { oneLine, visible } from './text.ts'
import { plainLayout, violationsText } from './violations.ts'

/** The element of a test case that says it did not simply pass. */
interface Mark {
  readonly element: 'failure' | 'error' | 'skipped'
  readonly message: string
  /** What some viewers show instead of the message; so it repeats it. */
  readonly text: string
  readonly type?: string
}

interface TestCase {
  readonly classname: string
  readonly name: string
  readonly durationMs: number
  readonly mark?: Mark
  readonly output?: string
  /** Names and values. */
  readonly properties: readonly (readonly [string, string])[]
}

type Xml = ReturnType<ReturnType<typeof create>['ele']>

/** xmlbuilder2 leaves what looks like an entity as it is, known or not; so no ampersand is left to it. */
const xml = (text: string) => visible(text).replaceAll('&', '&amp;')
const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(3)

function textOf(requirement: RequirementResult, result: RunResult): string {
  return violationsText(requirement, plainLayout, followersOf(result, requirement.id))
}

function markOf(requirement: RequirementResult, result: RunResult): Mark | undefined {
  const { baseline, pending } = result
  const { verdict, level, title, violations, reason = verdict, needs = [] } = requirement
  const known = baseline?.known.find((entry) => entry.requirement === requirement.id)
  if (known) {
    const message = `known violation: ${known.reason ?? 'in the baseline'}`
    return { element: 'skipped', message, text: message }
  }
  if (brokenOf(result).some(({ id }) => id === requirement.id)) {
    const until = pending?.entries.find((entry) => entry.requirement === requirement.id)?.until
    if (until !== undefined) {
      const message = `pending until ${until}: the catalogue demands it for the first time`
      return { element: 'skipped', message, text: `${message}\n${textOf(requirement, result)}` }
    }
    const [first] = violations
    const inCase = first?.case === undefined ? '' : `${first.case}: `
    const breadth = breadthPhrase(requirement)
    const where = breadth === undefined ? '' : `${breadth}; `
    const message = first ? `${where}${inCase}expected ${first.expected}, received ${first.received}` : title
    return { element: 'failure', type: level, message, text: textOf(requirement, result) }
  }
  if (verdict === 'error') return { element: 'error', type: 'error', message: reason, text: reason }
  if (verdict === 'inconclusive' || verdict === 'not-applicable') {
    const missing = needs.length > 0 ? ` (needs ${needs.join(', ')})` : ''
    const message = `${verdict}: ${reason}${missing}`
    return { element: 'skipped', message, text: message }
  }
  return undefined
}

function testCaseOf(
  requirement: RequirementResult,
  observations: readonly Observation[],
  result: RunResult,
): TestCase {
  const { id, level, verdict, source, title, durationMs, because } = requirement
  const mark = markOf(requirement, result)
  const observed = observations.map(({ name, value }) => `observed ${name}: ${value}`)
  const said = [...(requirement.remarks ?? []).map(remarkSentence), ...observed]
  const output = verdict === 'warn' && !mark ? [textOf(requirement, result), ...said] : said
  return {
    classname: familyOf(id),
    name: `${id} ${title}`,
    durationMs,
    ...(mark && { mark }),
    ...(output.length > 0 && { output: output.join('\n') }),
    properties: Object.entries({
      id,
      level,
      verdict,
      source,
      seconds: seconds(durationMs),
      ...(because !== undefined && { because }),
    }).map(([name, value]) => [`${id}.${name}`, value]),
  }
}

/** A case for the run itself where it has no result: a file of skipped cases alone looks green to every viewer. */
function runCaseOf({ problem, requirements }: RunResult): TestCase[] {
  const message = problem ?? (decidedNothing(requirements) ? 'the run decided no requirement' : undefined)
  if (message === undefined) return []
  return [
    {
      classname: 'RUN',
      name: 'RUN the run was finished',
      durationMs: 0,
      mark: { element: 'error', type: 'error', message, text: message },
      properties: [],
    },
  ]
}

/** A case for the baseline where it says what is no longer so: the run fails, and a viewer has to show why. */
function baselineCaseOf(result: RunResult): TestCase[] {
  if (!result.baseline) return []
  const message = baselineSentence(result) ?? ''
  const mark = { element: 'failure', type: 'baseline', message, text: message } as const
  return [
    {
      classname: 'RUN',
      name: 'RUN the baseline is up to date',
      durationMs: 0,
      ...(result.baseline.stale.length > 0 && { mark }),
      properties: [],
    },
  ]
}

/**
 * The cases with their shares of the run's time. All run at once, and viewers add up what cases took: what each took by
 * itself is among the properties.
 */
function sharing(cases: readonly TestCase[], runMs: number): readonly TestCase[] {
  const sum = cases.reduce((all, { durationMs }) => all + durationMs, 0)
  const share = sum > runMs ? runMs / sum : 1
  return cases.map((one) => ({ ...one, durationMs: one.durationMs * share }))
}

function countsOf(cases: readonly TestCase[]) {
  const marked = (element: Mark['element']) => cases.filter(({ mark }) => mark?.element === element).length
  return {
    tests: cases.length,
    failures: marked('failure'),
    errors: marked('error'),
    skipped: marked('skipped'),
    time: seconds(cases.reduce((sum, { durationMs }) => sum + durationMs, 0)),
  }
}

function writeTestCase(suite: Xml, { classname, name, durationMs, mark, output }: TestCase): void {
  const testcase = suite.ele('testcase', { name: xml(oneLine(name)), classname: xml(oneLine(classname)) })
  testcase.att('time', seconds(durationMs))
  if (mark) {
    const element = testcase.ele(mark.element, { message: xml(oneLine(mark.message)) })
    if (mark.type !== undefined) element.att('type', mark.type)
    element.txt(xml(mark.text))
  }
  if (output !== undefined) testcase.ele('system-out').txt(xml(output))
}

interface SuiteFacts {
  readonly startedAt: string
  readonly record: string | undefined
}

function writeSuite(
  root: Xml,
  name: string,
  cases: readonly TestCase[],
  { startedAt, record }: SuiteFacts,
): void {
  const suite = root.ele('testsuite', {
    name: xml(oneLine(name)),
    ...countsOf(cases),
    timestamp: xml(startedAt),
  })
  const properties = suite.ele('properties')
  if (record !== undefined) properties.ele('property', { name: 'record.sha256', value: record })
  for (const [property, value] of cases.flatMap((testCase) => testCase.properties))
    properties.ele('property', { name: xml(oneLine(property)), value: xml(oneLine(value)) })
  for (const testCase of cases) writeTestCase(suite, testCase)
}

/**
 * The run as JUnit XML: a suite a family, a case a requirement.
 *
 * Jenkins' schema allows properties in suites alone, and dorny/test-reporter reads no suite within a suite; so
 * the properties of a requirement stand in its family's suite, named `TOKEN-3.level`. GitLab and dorny show
 * the text of a failure, others its message: each says enough. A strict run turns warnings into failures.
 *
 * @param record SHA-256 of the content of the record that it goes with, in hex
 */
export function junitXml(result: RunResult, record?: string): string {
  const { requirements, observations, run, tool } = result
  const observationsById = groupBy(observations, ({ requirement }) => requirement)
  const tested = requirements.map((requirement) =>
    testCaseOf(requirement, observationsById.get(requirement.id) ?? [], result),
  )
  const cases = [...sharing(tested, run.durationMs), ...runCaseOf(result), ...baselineCaseOf(result)]
  // The schema knows no count of skipped cases at the root.
  const { skipped: _, ...totals } = countsOf(cases)
  const root = create({ version: '1.0', encoding: 'UTF-8' }).ele('testsuites', {
    name: xml(oneLine(tool.name)),
    ...totals,
  })
  for (const [family, members] of groupBy(cases, ({ classname }) => classname))
    writeSuite(root, family, members, { startedAt: run.startedAt, record })
  return `${root.end({ prettyPrint: true })}\n`
}
