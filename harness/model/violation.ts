import type { TargetConfig } from '../../client/environment/config.ts'
import { curlLine } from '../../client/http/curl.ts'
import type { Exchange } from '../../client/http/exchange.ts'
import type { SecretRegistry } from '../../client/secrets/registry.ts'
import type { Received } from './received.ts'
import type { Counterexample, Violation } from './result.ts'
import { truncateBody } from './truncate-body.ts'

/** What a matcher found to be wrong: the raw material of a Violation, not yet redacted. */
export interface Finding extends Omit<Received, 'words'> {
  readonly expected: string
  /** In words. */
  readonly received: string
  readonly exchanges: readonly Exchange[]
  /** Those that repeat it by hand, where not all do: of a login the request that begins it, for a browser. */
  readonly byHand?: readonly Exchange[]
  /** The shrunk input, where it was generated. */
  readonly counterexample?: Omit<Counterexample, 'curl'>
}

/**
 * Thrown by a matcher: the target broke a requirement. Besides this a test may throw InconclusiveError and
 * NotApplicableError; any other error is the suite's own.
 */
export class ViolationError extends Error {
  readonly finding: Finding
  /** The requirement that broke, where it is another than the one whose test noticed. */
  readonly requirement: string | undefined

  constructor(finding: Finding, requirement?: string) {
    super(`expected ${finding.expected}; received ${finding.received}`)
    this.name = 'ViolationError'
    // Hundreds of cases may break on gigantic answers: none of these is judged again.
    this.finding = { ...finding, exchanges: finding.exchanges.map(truncateBody) }
    this.requirement = requirement
  }
}

/** Several cases of one requirement broke it; those of a table have names. */
export class ManyViolationsError extends Error {
  readonly cases: readonly { readonly case?: string; readonly violation: ViolationError }[]

  constructor(cases: ManyViolationsError['cases']) {
    const messages = cases.map(({ case: name, violation: { message } }) =>
      name === undefined ? message : `${name}: ${message}`,
    )
    super(messages.join('\n'))
    this.name = 'ManyViolationsError'
    this.cases = cases
  }
}

/** Whose violations are told. */
interface Subject {
  readonly secrets: SecretRegistry
  readonly target?: Pick<TargetConfig, 'network'>
}

/** Words a finding as a violation that may leave the worker. */
export function toViolation({ secrets, target }: Subject, finding: Finding, caseName?: string): Violation {
  const curl = (finding.byHand ?? finding.exchanges).map((exchange) =>
    curlLine(exchange, secrets, target?.network),
  )
  const { counterexample } = finding
  return {
    expected: secrets.redact(finding.expected),
    received: secrets.redact(finding.received),
    ...(caseName === undefined ? {} : { case: secrets.redact(caseName) }),
    exchanges: secrets.redactNumbered(finding.exchanges.map(truncateBody)),
    curl,
    ...(counterexample ? { counterexample: { ...secrets.redactDeep(counterexample), curl } } : {}),
  }
}
