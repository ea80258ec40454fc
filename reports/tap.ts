import type { RunResult } from '../harness/model/result.ts'
import { type Mark, type TestCase, testCasesOf } from './test-cases.ts'
import { oneLine, visible } from './text.ts'

/** A number sign begins a directive, unless a backslash stands before it. */
function described(text: string): string {
  return oneLine(text).replace(/[\\#]/g, '\\$&')
}

/** A string of JSON is one of YAML too. */
function yaml(text: string): string {
  return JSON.stringify(visible(text))
}

function directiveOf({ kind, message, isExcused }: Mark): string {
  if (isExcused) return ` # TODO ${described(message)}`
  return kind === 'skipped' ? ` # SKIP ${described(message)}` : ''
}

/** What a harness shows of a case that failed, as YAML. */
function diagnosticsOf({ requirement, mark, output }: TestCase): string[] {
  const text = mark?.text ?? output
  if (text === undefined) return []
  const { level, verdict, source } = requirement ?? {}
  const facts = Object.entries({ message: mark?.message, level, verdict, source })
  return [
    '  ---',
    ...facts.flatMap(([name, value]) => (value === undefined ? [] : [`  ${name}: ${yaml(value)}`])),
    '  details:',
    ...text.split('\n').map((line) => `    - ${yaml(line)}`),
    '  ...',
  ]
}

function linesOf(testCase: TestCase, index: number): string[] {
  const { name, mark } = testCase
  const isBroken = mark !== undefined && (mark.kind !== 'skipped' || mark.isExcused === true)
  const directive = mark ? directiveOf(mark) : ''
  return [
    `${isBroken ? 'not ok' : 'ok'} ${index + 1} - ${described(name)}${directive}`,
    ...diagnosticsOf(testCase),
  ]
}

/**
 * The run in the Test Anything Protocol, version 14: a point a requirement. What could not be decided is skipped; what
 * is broken and counts for nothing, since it is known or pending, is a TODO.
 */
export function tapText(result: RunResult): string {
  const cases = testCasesOf(result)
  return [`TAP version 14`, `1..${cases.length}`, ...cases.flatMap(linesOf), ''].join('\n')
}
