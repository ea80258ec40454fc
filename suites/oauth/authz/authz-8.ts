import { cases, requirement } from '../../../harness/authoring/index.ts'
import { expectNoCode } from '../../support/authorization.ts'

export const authz8 = requirement(
  'AUTHZ-8',
  cases({ missing: undefined, empty: '' }, async ({ oauth }, scope) => {
    await expectNoCode(oauth, { scope })
  }),
)
