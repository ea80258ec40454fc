import type { PartnerRequirementId } from '../../contract/index.ts'
import { NotApplicableError } from '../../contract/verdict.ts'
import type { EnvironmentName } from '../../mock/store.ts'
import type { Trial } from '../session/trial.ts'

/** One way in which a requirement is tried. */
export interface PartnerTest {
  /** Tells the tests of one requirement apart. */
  readonly label?: string
  /** Where the application has to run for it. */
  readonly environment: EnvironmentName
  /** Whether it judges what all others made the application send: it runs when they are done. */
  readonly isLast: boolean
  /** Whether its requirement is decided without it where the application cannot be started for it. */
  readonly isOptional?: true
  /** Throws what it finds. */
  run(trial: Trial): Promise<void>
}

/** A requirement with all that decides it. */
export interface ExaminedRequirement {
  readonly id: PartnerRequirementId
  readonly tests: readonly PartnerTest[]
}

type Run = PartnerTest['run']

/** Lists what decides a requirement. */
export function requirement(id: PartnerRequirementId, ...tests: readonly PartnerTest[]): ExaminedRequirement {
  return { id, tests }
}

/** A test with customers of its own. */
export function test(label: string, run: Run): PartnerTest {
  return { label, environment: 'sandbox', isLast: false, run }
}

/** A test of the application as it was started for production. */
export function inProduction(label: string, run: Run): PartnerTest {
  return { label, environment: 'production', isLast: false, run }
}

/** A test of what two starts have in common, of a requirement that the sandbox decides. */
export function inProductionToo(label: string, run: Run): PartnerTest {
  return { ...inProduction(label, run), isOptional: true }
}

/** A test that only reads what others made the application send. */
export function overAll(label: string, run: Run): PartnerTest {
  return { label, environment: 'sandbox', isLast: true, run }
}

/** The same, of the sandbox and once more of production, as far as others used the application there. */
export function overBoth(label: string, run: Run): readonly PartnerTest[] {
  return [overAll(label, run), overProduction(`${label}, in production`, run)]
}

/** A test that only reads what others made the application send in production. */
export function overProduction(label: string, run: Run): PartnerTest {
  return {
    label,
    environment: 'production',
    isLast: true,
    isOptional: true,
    async run(trial) {
      const { service, callsBefore } = trial.examination
      if (service.calls.length === callsBefore) throw new NotApplicableError('nothing was sent in production')
      await run(trial)
    },
  }
}
