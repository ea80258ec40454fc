import { afterAll, inject, test } from 'vitest'
import { requirementById } from '../../contract/index.ts'
import { declaredTests } from '../authoring/requirement.ts'
import type { Violation } from '../model/result.ts'
import type { RunSettings } from '../model/settings.ts'
import { Session } from '../session/session.ts'
import { judge } from './judge.ts'

/** More than putting all donations back may take. */
const CLOSING_LIMIT_MS = 120_000

declare module 'vitest' {
  interface ProvidedContext {
    conformance: RunSettings
  }
}

/** Makes every declared test a vitest test, for whoever works on one in an editor. */
export function registerTests(): void {
  const session = new Session(inject('conformance'))
  afterAll(async () => {
    await session.conclude()
  }, CLOSING_LIMIT_MS)
  const { strict } = session.settings
  for (const declared of declaredTests(session.settings)) {
    test(declared.title, async ({ signal, skip }) => {
      signal.addEventListener('abort', () => session.abort.abort(), { once: true })
      const evidence = await judge(session, declared)
      for (const { verdict, reason, violations } of evidence.tests) {
        if (verdict === 'fail' || (verdict === 'warn' && strict)) throw new Error(textOf(violations))
        if (verdict === 'error') throw new Error(reason)
        if (verdict === 'inconclusive' || verdict === 'not-applicable') skip(reason)
      }
      for (const { id, violations } of evidence.monitors) {
        const counts = strict || requirementById(id).level === 'MUST'
        if (counts && violations.length > 0) throw new Error(`${id}: ${textOf(violations)}`)
      }
    })
  }
}

function textOf(violations: readonly Violation[]): string {
  return violations
    .map(({ expected, received, curl }) =>
      [`expected ${expected}`, `received ${received}`, ...curl].join('\n'),
    )
    .join('\n\n')
}
