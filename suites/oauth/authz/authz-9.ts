import { type AuthorizationFlow, codeOf } from '../../../client/login/authorization-flow.ts'
import { InconclusiveError } from '../../../contract/verdict.ts'
import { cases, ensure, requirement, test } from '../../../harness/authoring/index.ts'
import { Asker, CLIENTS } from '../../axes/askers.ts'
import type { Asking } from '../../support/authorization.ts'
import { describeGuessability } from '../../support/guessability.ts'
import { seenBy } from '../flows/seen-by.ts'
import { visitsOf } from '../flows/visits.ts'

/** Enough to see what codes have in common; each costs an authorization. */
const CODES = 8

/** Enough to see whether those of another client are made in another way. */
const CODES_OF_ANOTHER = 3

/** A service may make the codes of some users in another way. */
const OTHER_USERS = {
  'several organizations': 'a user with several organizations',
  'no organization': 'a user without organizations',
} as const

/** Several codes compared with each other: of the main client, of the second, and of each other user. */
export const authz9 = requirement(
  'AUTHZ-9',
  test(({ oauth }) => expectUnguessable(oauth, CODES)),
  test('of the second client', (context) =>
    expectUnguessable(new Asker(context.oauth, CLIENTS['second client'](context)), CODES_OF_ANOTHER)),
  cases('of other users', OTHER_USERS, async (context, user) => {
    // Two of each client: fewer codes may have more in common by chance.
    const [one, two] = await visitsOf(context, { user, client: 'first client' })
    const [three, four] = await visitsOf(context, { user, client: 'second client' })
    const codes = [one, two, three, four].map(({ flow }) => requireCode(seenBy(context, flow)))
    expectToDiffer(codes, four.flow)
  }),
)

async function expectUnguessable(asker: Asking, count: number): Promise<void> {
  let flow = await asker.authorize()
  const codes = [requireCode(flow)]
  while (codes.length < count) {
    flow = await asker.authorize()
    codes.push(requireCode(flow))
  }
  expectToDiffer(codes, flow)
}

/** @param last what the last of the codes came with. */
function expectToDiffer(codes: readonly string[], last: AuthorizationFlow): void {
  const flaw = describeGuessability(codes)
  ensure(flaw === undefined, 'distinct codes of at least 128 bits that do not count', flaw ?? '', last)
}

function requireCode(flow: AuthorizationFlow): string {
  const code = codeOf(flow)
  if (code === undefined) throw new InconclusiveError('no authorization code could be had (see AUTHZ-1)')
  return code
}
