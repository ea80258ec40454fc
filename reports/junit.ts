import { create } from 'xmlbuilder2'
import type { RunResult } from '../harness/model/result.ts'
import { groupBy } from './summary.ts'
import { type Mark, type TestCase, testCasesOf } from './test-cases.ts'
import { oneLine, visible } from './text.ts'

type Xml = ReturnType<ReturnType<typeof create>['ele']>

/** xmlbuilder2 leaves what looks like an entity as it is, known or not; so no ampersand is left to it. */
const xml = (text: string) => visible(text).replaceAll('&', '&amp;')
const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(3)

/** Names and values. */
function propertiesOf({ requirement }: TestCase): (readonly [string, string])[] {
  if (!requirement) return []
  const { id, level, verdict, source, durationMs, because } = requirement
  return Object.entries({
    id,
    level,
    verdict,
    source,
    seconds: seconds(durationMs),
    ...(because !== undefined && { because }),
  }).map(([name, value]) => [`${id}.${name}`, value])
}

function countsOf(cases: readonly TestCase[]) {
  const marked = (kind: Mark['kind']) => cases.filter(({ mark }) => mark?.kind === kind).length
  return {
    tests: cases.length,
    failures: marked('failure'),
    errors: marked('error'),
    skipped: marked('skipped'),
    time: seconds(cases.reduce((sum, { durationMs }) => sum + durationMs, 0)),
  }
}

function writeTestCase(suite: Xml, { family, name, durationMs, mark, output }: TestCase): void {
  const testcase = suite.ele('testcase', { name: xml(oneLine(name)), classname: xml(oneLine(family)) })
  testcase.att('time', seconds(durationMs))
  if (mark) {
    const element = testcase.ele(mark.kind, { message: xml(oneLine(mark.message)) })
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
  for (const [property, value] of cases.flatMap(propertiesOf))
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
  const { run, tool } = result
  const cases = testCasesOf(result)
  // The schema knows no count of skipped cases at the root.
  const { skipped: _, ...totals } = countsOf(cases)
  const root = create({ version: '1.0', encoding: 'UTF-8' }).ele('testsuites', {
    name: xml(oneLine(tool.name)),
    ...totals,
  })
  for (const [family, members] of groupBy(cases, (one) => one.family))
    writeSuite(root, family, members, { startedAt: run.startedAt, record })
  return `${root.end({ prettyPrint: true })}\n`
}
