import type { Invocation, Log, Notification, ReportingDescriptor, Result } from 'sarif'
import type { Exchange } from '../client/http/exchange.ts'
import { stakesOf } from '../contract/index.ts'
import { byKind, type ViolationGroup } from '../harness/model/kinds.ts'
import type { RequirementResult, RunResult, Violation } from '../harness/model/result.ts'
import { stable } from './diff/volatile.ts'
import { digestOf } from './digest.ts'
import { brokenOf, warnedOf } from './summary.ts'
import { type TestCase, testCasesOf } from './test-cases.ts'
import { clip, oneLine, visible } from './text.ts'

const SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json'

/** Longer bodies are cut: what reads such files has limits, and exchanges.har has all of them. */
const MAX_BODY = 4_000

/** Plain text as a viewer shows it: a bracket before a parenthesis would make it a link (3.11.6). */
function message(text: string): { text: string } {
  return { text: visible(text).replaceAll('](', '] (') }
}

/**
 * A URL as RFC 3986 has it: redacted ones have brackets of ours, others what a service made them of. Of an address of
 * IPv6 the brackets stay.
 */
function uriOf(url: string): string {
  const [host] = /^https?:\/\/\[[\da-f:.]+\]/i.exec(url) ?? ['']
  const rest = visible(url.slice(host.length))
  return host + rest.replace(/%(?![\dA-Fa-f]{2})|[^\w\-.~:/?@!$&'()*+,;=%]+/g, encodeURIComponent)
}

function requestOf({ request, response, failure }: Exchange): Pick<Result, 'webRequest' | 'webResponse'> {
  const { method, url, headers, body } = request
  const text = (content: string) => ({ text: visible(clip(content, MAX_BODY)) })
  return {
    webRequest: {
      protocol: 'HTTP',
      method,
      target: uriOf(url),
      headers: { ...headers },
      ...(body !== undefined && { body: text(body) }),
    },
    webResponse: response
      ? {
          protocol: 'HTTP',
          statusCode: response.status,
          headers: Object.fromEntries(
            Object.entries(response.headers).map(([name, values]) => [name, values.join(', ')]),
          ),
          body: text(response.body),
        }
      : { noResponseReceived: true, ...(failure && { reasonPhrase: failure.kind }) },
  }
}

function ruleOf({ id, level, title, source }: RequirementResult): ReportingDescriptor {
  const stakes = stakesOf(id)
  return {
    id,
    shortDescription: message(title),
    fullDescription: message(`${title} (${level}; ${source})`),
    help: message([`${level}: ${source}`, stakes].filter(Boolean).join('\n')),
    defaultConfiguration: { level: level === 'MUST' ? 'error' : level === 'SHOULD' ? 'warning' : 'note' },
  }
}

/** What stays the same from run to run, so that a viewer can tell a violation that is new from an old one. */
function fingerprintOf(id: string, { test, case: name, expected }: Violation): string {
  return digestOf(JSON.stringify([id, test, name, stable(expected)])).sha256
}

function resultOf(
  { violation, others }: ViolationGroup<Violation>,
  { requirement: { id }, ruleIndex, level, excuse }: Broken,
  { target }: RunResult,
): Result {
  const { case: name, expected, received, exchanges } = violation
  const exchange = exchanges.at(-1)
  const url = exchange?.request.url ?? target.appUrl ?? target.apiUrl
  return {
    ruleId: id,
    ruleIndex,
    level,
    message: message(
      `${name === undefined ? '' : `${oneLine(name)}: `}expected ${expected}, received ${received}`,
    ),
    locations: [{ physicalLocation: { artifactLocation: { uri: uriOf(url) } } }],
    occurrenceCount: others.length + 1,
    partialFingerprints: { 'violation/v1': fingerprintOf(id, violation) },
    suppressions: excuse === undefined ? [] : [{ kind: 'external', justification: visible(excuse) }],
    ...(exchange && requestOf(exchange)),
  }
}

interface Broken {
  readonly requirement: RequirementResult
  readonly ruleIndex: number
  readonly level: 'error' | 'warning'
  /** Why it counts for nothing. */
  readonly excuse?: string | undefined
}

/** A result for each kind of violation, in the order of the requirements. */
function resultsOf(result: RunResult, cases: readonly TestCase[]): Result[] {
  const broken = new Set(brokenOf(result).map(({ id }) => id))
  const warned = new Set(warnedOf(result).map(({ id }) => id))
  return result.requirements.flatMap((requirement, ruleIndex) => {
    const { id, violations } = requirement
    if (!broken.has(id) && !warned.has(id)) return []
    const mark = cases.find((one) => one.requirement?.id === id)?.mark
    const excuse = mark?.isExcused ? mark.message : undefined
    const level = broken.has(id) ? 'error' : 'warning'
    return byKind(violations).map((kind) => resultOf(kind, { requirement, ruleIndex, level, excuse }, result))
  })
}

function notificationOf({ requirement, mark }: TestCase): Notification {
  return {
    message: message(mark?.message ?? ''),
    level: mark?.kind === 'skipped' ? 'note' : 'error',
    ...(requirement && { associatedRule: { id: requirement.id } }),
  }
}

/** What could not be decided has to be told too: a file without results looks as if all were well. */
function invocationOf({ run }: RunResult, cases: readonly TestCase[]): Invocation {
  const start = Date.parse(run.startedAt)
  const undecided = cases.filter(({ requirement }) => requirement?.verdict === 'inconclusive')
  const failed = cases.filter(({ mark }) => mark?.kind === 'error')
  const stale = cases.filter(({ requirement, mark }) => !requirement && mark?.kind === 'failure')
  return {
    executionSuccessful: failed.length === 0,
    startTimeUtc: new Date(start).toISOString(),
    endTimeUtc: new Date(start + run.durationMs).toISOString(),
    toolConfigurationNotifications: [...undecided, ...stale].map(notificationOf),
    toolExecutionNotifications: failed.map(notificationOf),
  }
}

/**
 * The run in the Static Analysis Results Interchange Format 2.1.0 (OASIS): a rule a requirement, a result a kind of
 * violation, with the request that shows it. What is known or pending is suppressed.
 *
 * @param record SHA-256 of the content of the record that it goes with, in hex
 */
export function sarifText(result: RunResult, record: string): string {
  const { tool, requirements } = result
  const cases = testCasesOf(result)
  const log: Log = {
    $schema: SCHEMA,
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: { name: tool.name, semanticVersion: tool.version, rules: requirements.map(ruleOf) },
        },
        automationDetails: { id: `${tool.name}/` },
        invocations: [invocationOf(result, cases)],
        results: resultsOf(result, cases),
        properties: { 'record.sha256': record },
      },
    ],
  }
  return `${JSON.stringify(log, null, 2)}\n`
}
