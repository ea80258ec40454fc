import type { TestEvidence } from '../../harness/model/evidence.ts'
import type { RunResult } from '../../harness/model/result.ts'
import { reasonToEnd } from '../../harness/session/interruptible.ts'
import type { EnvironmentName } from '../../mock/store.ts'
import { ApplicationError } from '../application/start.ts'
import type { PartnerConfig } from '../environment/config.ts'
import { examinedRequirements } from '../requirements/index.ts'
import { Findings } from './findings.ts'
import { openApplication } from './open-application.ts'
import type { ExamineOptions } from './options.ts'
import { ordinaryFlow } from './ordinary-flow.ts'
import { type PlannedTest, runTests } from './run-tests.ts'
import { openStage, type Stage } from './stage.ts'

/**
 * Examines a partner's application: plays the service and the users, and judges what the application sends.
 *
 * Never rejects for anything that the application does: what keeps it from being examined is the `problem` of the result.
 * @throws the Node error where a port of the service cannot be opened
 */
export async function examine(config: PartnerConfig, options: ExamineOptions): Promise<RunResult> {
  const stage = await openStage(config, options)
  const findings = new Findings(config, options, stage.service)
  const planned = plannedTests(options)
  findings.total = planned.length
  try {
    for (const environment of ['sandbox', 'production'] as const) {
      const tests = planned.filter(({ test }) => test.environment === environment)
      // What only reads has nothing to read of production where no other test runs there.
      const areForNothing = environment === 'production' && tests.every(({ test }) => test.isLast)
      if (tests.length === 0 || areForNothing || stage.signal.aborted || findings.problem !== undefined)
        continue
      await examineIn(environment, tests, { config, stage, findings })
    }
  } finally {
    await stage.close()
  }
  if (stage.signal.aborted) findings.problem = reasonToEnd(stage.signal)
  // It may quote what the application printed.
  if (findings.problem !== undefined) findings.problem = stage.secrets.redact(findings.problem)
  return findings.result(stage.secrets.redactNumbered(stage.exchanges()))
}

interface Examined {
  readonly config: PartnerConfig
  readonly stage: Stage
  readonly findings: Findings
}

/** Starts the application for one environment, runs the tests of that environment, and ends it. */
async function examineIn(
  environment: EnvironmentName,
  tests: readonly PlannedTest[],
  { config, stage, findings }: Examined,
): Promise<void> {
  const { service, signal } = stage
  try {
    const callsBefore = service.calls.length
    const application = await openApplication(config, service.registrations[environment], signal)
    try {
      const examination = stage.examinationOf(environment, application, callsBefore)
      if (environment === 'sandbox') findings.problem = await ordinaryFlow(examination)
      if (findings.problem !== undefined) return
      for (const isLast of [false, true])
        await runTests(
          examination,
          tests.filter(({ test }) => test.isLast === isLast),
          (evidence) => findings.add(evidence),
        )
      if (application.ended !== undefined && !signal.aborted)
        findings.problem = `the application ${application.ended} while it was examined`
    } finally {
      await application.stop()
    }
  } catch (error) {
    if (!(error instanceof ApplicationError)) throw error
    if (environment === 'sandbox') findings.problem = error.message
    else for (const one of tests) findings.add(notRun(one, stage.secrets.redact(error.message), error.needs))
  }
}

/** What a test says that had no application to run with. */
function notRun({ id, test }: PlannedTest, reason: string, needs: readonly string[]): TestEvidence {
  const none = { id, violations: [], cases: 0, durationMs: 0 }
  if (test.isOptional) return { ...none, verdict: 'not-applicable' }
  return { ...none, verdict: 'inconclusive', reason, ...(needs.length > 0 && { needs }) }
}

function plannedTests({ only, replay }: ExamineOptions): PlannedTest[] {
  return examinedRequirements
    .filter(({ id }) => !only || only.includes(id))
    .flatMap(({ id, tests }) => tests.map((test) => ({ id, test })))
    .filter(
      ({ id, test }) => !replay || replay.test === (test.label === undefined ? id : `${id}/${test.label}`),
    )
}
