import { cases, requirement } from '../../../harness/authoring/index.ts'
import { expectNoCode } from '../../support/authorization.ts'

/** RFC 6749, 3.1 treats a parameter without a value as one that was left out. */
export const authz8 = requirement(
  'AUTHZ-8',
  cases({ missing: undefined, empty: '' }, async ({ oauth }, scope) => {
    await expectNoCode(oauth, { scope })
  }),
)
