import type { AuthorizationFlow } from '../../../client/login/authorization-flow.ts'
import { codeOf } from '../../../client/oauth/oauth.ts'
import { InconclusiveError } from '../../../contract/verdict.ts'
import { ensure, requirement, test } from '../../../harness/authoring/index.ts'
import { describeGuessability } from '../../support/guessability.ts'

/** Enough to see what codes have in common; each costs an authorization. */
const CODES = 8

/** Several codes, one after the other, compared with each other. */
export const authz9 = requirement(
  'AUTHZ-9',
  test(async ({ oauth }) => {
    let flow = await oauth.authorize()
    const codes = [requireCode(flow)]
    while (codes.length < CODES) {
      flow = await oauth.authorize()
      codes.push(requireCode(flow))
    }
    const flaw = describeGuessability(codes)
    ensure(flaw === undefined, 'distinct codes of at least 128 bits that do not count', flaw ?? '', flow)
  }),
)

function requireCode(flow: AuthorizationFlow): string {
  const code = codeOf(flow)
  if (code === undefined) throw new InconclusiveError('no authorization code could be had (see AUTHZ-1)')
  return code
}
