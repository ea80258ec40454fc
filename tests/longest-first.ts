import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take more than a minute. */
export const LONG = [
  'tests/proof/variants.system.test.ts',
  'tests/vitest/same-verdicts.system.test.ts',
  'tests/system/package.system.test.ts',
  'tests/harness/engine/join-shards.system.test.ts',
  'tests/servers/django-oauth-toolkit.system.test.ts',
  'tests/ci/action.system.test.ts',
  'tests/ci/gitlab.system.test.ts',
]

/**
 * Starts the longest files first: the last one must not keep the others' processor waiting. Vitest does so by itself
 * where it has run before, which a clean checkout has not.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const index = LONG.indexOf(relative(this.ctx.config.root, moduleId))
      return index < 0 ? LONG.length : index
    }
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other))
  }
}
