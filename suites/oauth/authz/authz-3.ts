import { expect, requirement, test } from '../../../harness/authoring/index.ts'
import { authorizeToCode } from '../../support/authorization.ts'

/** An ordinary request but for the state. */
export const authz3 = requirement(
  'AUTHZ-3',
  test(async ({ oauth }) => {
    expect(await authorizeToCode(oauth, { state: undefined })).toYieldCode()
  }),
)
