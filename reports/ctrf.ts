import type { RunResult } from '../harness/model/result.ts'
import { targetName } from './summary.ts'
import { type Mark, type TestCase, testCasesOf } from './test-cases.ts'
import { oneLine, visible } from './text.ts'

type Status = 'passed' | 'failed' | 'skipped' | 'pending' | 'other'

function statusOf(mark: Mark | undefined): Status {
  if (!mark) return 'passed'
  if (mark.isExcused) return 'pending'
  return mark.kind === 'skipped' ? 'skipped' : 'failed'
}

function testOf({ family, name, requirement, durationMs, mark, output }: TestCase) {
  return {
    ...(requirement && { testId: requirement.id }),
    name: oneLine(name),
    status: statusOf(mark),
    duration: Math.round(durationMs),
    suite: [family],
    ...(mark && { message: oneLine(mark.message), trace: visible(mark.text) }),
    ...(output !== undefined && { stdout: visible(output).split('\n') }),
    ...(requirement && {
      rawStatus: requirement.verdict,
      tags: [requirement.level],
      labels: { source: oneLine(requirement.source) },
    }),
  }
}

/**
 * The run in the Common Test Report Format, version 0.0.0: a test a requirement. What is broken and counts for nothing,
 * since it is known or pending, is pending.
 *
 * @param record SHA-256 of the content of the record that it goes with, in hex
 */
export function ctrfText(result: RunResult, record: string): string {
  const { tool, run, target } = result
  const tests = testCasesOf(result).map(testOf)
  const counted = (status: Status) => tests.filter((one) => one.status === status).length
  const start = Date.parse(run.startedAt)
  const stop = start + Math.round(run.durationMs)
  const report = {
    reportFormat: 'CTRF',
    specVersion: '0.0.0',
    runId: record,
    timestamp: new Date(stop).toISOString(),
    generatedBy: tool.name,
    results: {
      tool: { name: tool.name, version: tool.version },
      summary: {
        tests: tests.length,
        passed: counted('passed'),
        failed: counted('failed'),
        skipped: counted('skipped'),
        pending: counted('pending'),
        other: counted('other'),
        suites: new Set(tests.flatMap(({ suite }) => suite)).size,
        start,
        stop,
        duration: stop - start,
      },
      tests,
      environment: { appName: visible(targetName(target)), testEnvironment: target.kind },
    },
  }
  return `${JSON.stringify(report, null, 2)}\n`
}
