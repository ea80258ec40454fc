import type { FormParameters } from '../../../client/oauth/oauth.ts'
import { cases, requirement } from '../../../harness/authoring/index.ts'
import { expectNoCode } from '../../support/authorization.ts'
import { type Judge, refusedAfterSuccess, refusedBeside, type Wrong } from './refused-beside.ts'

/** RFC 6749, 3.1 treats a parameter without a value as one that was left out. */
const ABSENT: Readonly<Record<string, Wrong>> = {
  missing: () => ({ scope: undefined }),
  empty: () => ({ scope: '' }),
}

const OTHER_NAMES: FormParameters = { scopes: 'read', 'scope[]': 'read', Scope: 'read' }

const noCode: Judge = (context, asker, changes) => expectNoCode(context, changes, asker)

/** Requests without scope, alone, beside something else, and where one with a scope has just worked. */
export const authz8 = requirement(
  'AUTHZ-8',
  cases({ missing: {}, 'by other names': OTHER_NAMES }, async (context, others) => {
    await expectNoCode(context, { scope: undefined, ...others })
  }),
  refusedBeside(
    ABSENT,
    [
      'alone',
      'no state, and a nonce',
      'response_type missing',
      'no page wanted',
      'a state of 512 characters',
    ],
    noCode,
  ),
  refusedAfterSuccess(ABSENT, noCode),
)
