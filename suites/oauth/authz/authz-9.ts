import type { AuthorizationFlow } from '../../../client/login/authorization-flow.ts'
import { codeOf } from '../../../client/oauth/oauth.ts'
import { InconclusiveError } from '../../../contract/verdict.ts'
import { ensure, requirement, test } from '../../../harness/authoring/index.ts'
import { Asker, CLIENTS } from '../../axes/askers.ts'
import type { Asking } from '../../support/authorization.ts'
import { describeGuessability } from '../../support/guessability.ts'

/** Enough to see what codes have in common; each costs an authorization. */
const CODES = 8

/** Enough to see whether those of another client are made in another way. */
const CODES_OF_ANOTHER = 3

/** Several codes, one after the other, compared with each other: of the main client, and of the second. */
export const authz9 = requirement(
  'AUTHZ-9',
  test(({ oauth }) => expectUnguessable(oauth, CODES)),
  test('of the second client', (context) =>
    expectUnguessable(new Asker(context.oauth, CLIENTS['second client'](context)), CODES_OF_ANOTHER)),
)

async function expectUnguessable(asker: Asking, count: number): Promise<void> {
  let flow = await asker.authorize()
  const codes = [requireCode(flow)]
  while (codes.length < count) {
    flow = await asker.authorize()
    codes.push(requireCode(flow))
  }
  const flaw = describeGuessability(codes)
  ensure(flaw === undefined, 'distinct codes of at least 128 bits that do not count', flaw ?? '', flow)
}

function requireCode(flow: AuthorizationFlow): string {
  const code = codeOf(flow)
  if (code === undefined) throw new InconclusiveError('no authorization code could be had (see AUTHZ-1)')
  return code
}
