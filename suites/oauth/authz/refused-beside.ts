import type { FormParameters } from '../../../client/oauth/oauth.ts'
import { unlessUndecided } from '../../../contract/verdict.ts'
import { axis, type Context, covering, type RequirementTest, test } from '../../../harness/authoring/index.ts'
import { Asker, askerOf, CLIENT_AXIS } from '../../axes/askers.ts'
import { type Beside, besideAll } from '../../axes/authorization-requests.ts'

/** What is wrong with a request of this client. */
export type Wrong = (asker: Asker) => FormParameters

/** Judges a request with these changes; throws ViolationError where it is not refused as it should be. */
export type Judge = (context: Context, asker: Asker, changes: FormParameters) => Promise<unknown>

/** What was refused has to stay refused. */
const TIMES = 2

/**
 * What is wrong, beside each other thing that a request may lack or have, by each client: what is looked at
 * first must not hide what is looked at second.
 */
export function refusedBeside(
  wrong: Readonly<Record<string, Wrong>>,
  others: readonly Beside[],
  judge: Judge,
): RequirementTest {
  return covering(
    'beside',
    {
      wrong: axis('what is wrong', wrong),
      beside: axis('beside what', besideAll(...others)),
      client: CLIENT_AXIS,
    },
    async (context, { wrong: spoil, beside, client }) => {
      const asker = askerOf(context, ({ oauth }) => oauth, client)
      await judge(context, asker, { ...beside, ...spoil(asker) })
    },
    { except: ({ client, beside }) => client === 'first client' && beside === 'alone' },
  )
}

/**
 * The same where an ordinary request has just worked: refused, and refused again. Of a user with several organizations where
 * there is one, since all else is asked of the main user.
 */
export function refusedAfterSuccess(wrong: Readonly<Record<string, Wrong>>, judge: Judge): RequirementTest {
  return test('after a success', async (context) => {
    const asker = await approvedAsker(context)
    for (let time = 1; time <= TIMES; time++)
      for (const spoil of Object.values(wrong)) await judge(context, asker, spoil(asker))
  })
}

/** @throws InconclusiveError where not even the main user gets a code. */
async function approvedAsker(context: Context): Promise<Asker> {
  const { canLogIn, target } = context
  if (canLogIn && target.multiOrgUser) {
    const asker = new Asker(context.multiOrgOAuth, target.client)
    if (await asker.obtainCode().catch(unlessUndecided)) return asker
  }
  const main = new Asker(context.oauth, target.client)
  await main.obtainCode()
  return main
}
