import { attribute } from '../../../client/http/attribution.ts'
import { ENOUGH_TO_COMPARE } from '../../../client/oauth/changing-bits.ts'
import type { GivenToken } from '../../../client/oauth/given-tokens.ts'
import { ENOUGH_IN_ORDER } from '../../../client/oauth/in-order.ts'
import { afterRefresh, type Tokens, tokensOf } from '../../../client/oauth/tokens.ts'
import { InconclusiveError, NotApplicableError } from '../../../contract/verdict.ts'
import { type Context, ensure, requirement, test } from '../../../harness/authoring/index.ts'
import { FIRST_HOLDER, type Holder } from '../../axes/holders.ts'
import { refreshOnce } from '../../axes/refresh.ts'
import { newTokens, sharedTokens } from '../../axes/tokens.ts'
import { alike, findFlaw } from './guessable.ts'

const SECOND_HOLDER: Holder = { ...FIRST_HOLDER, client: 'second client' }

/** Who else gets tokens: what all get must not be the same. */
const OTHERS: readonly Holder[] = [
  { ...FIRST_HOLDER, user: 'a user with several organizations' },
  { ...FIRST_HOLDER, user: 'a user without organizations' },
]

/** All tokens of the run, looked at when it is over; further ones only where there are too few of a kind. */
export const token18 = requirement(
  'TOKEN-18',
  test(async (context) => {
    await context.alone()
    try {
      await askForMore(context)
    } catch (error) {
      // There may be a limit to logins. What was given before it is reached is looked at.
      if (!(error instanceof InconclusiveError) || context.givenTokens.length === 0) throw error
    }
    const flaw = findFlaw(context.givenTokens)
    const shown = (flaw?.tokens ?? context.givenTokens)
      .slice(-ENOUGH_TO_COMPARE)
      .map(({ exchange }) => exchange)
    for (const exchange of shown) attribute(exchange, context.http.sender)
    ensure(
      flaw === undefined,
      'access and refresh tokens in which at least 128 bits change, beside what can be read, counts or tells the time',
      flaw?.description ?? '',
      shown,
    )
  }),
)

/** @throws InconclusiveError where no more tokens can be had. */
async function askForMore(context: Context): Promise<void> {
  const { target } = context
  const ofFirst = context.givenTokens.filter(ofClient(target.client.id, 'refresh'))
  await refreshUntilEnough(context, FIRST_HOLDER, longestFamily(ofFirst), ENOUGH_IN_ORDER)
  if (!context.oauth.user) return
  await logInUntilEnough(context, FIRST_HOLDER, target.client.id, ENOUGH_IN_ORDER)
  if (target.otherClient) {
    const ofSecond = context.givenTokens.filter(ofClient(target.otherClient.id, 'refresh'))
    await refreshUntilEnough(context, SECOND_HOLDER, ofSecond, ENOUGH_TO_COMPARE)
    await logInUntilEnough(context, SECOND_HOLDER, target.otherClient.id, ENOUGH_TO_COMPARE)
  }
  for (const holder of OTHERS) await shareIfAny(context, holder)
}

const ofClient = (client: string, grant: GivenToken['grant']) => (token: GivenToken) =>
  token.kind === 'access token' && token.grant === grant && token.client === client

async function logInUntilEnough(
  context: Context,
  holder: Holder,
  client: string,
  enough: number,
): Promise<void> {
  const had = context.givenTokens.filter(ofClient(client, 'code exchange')).length
  for (let login = had; login < enough; login++) await newTokens(context, holder)
}

/** By one chain. Of the first client there has to be a long one: what is constant in it must not be what makes others differ. */
async function refreshUntilEnough(
  context: Context,
  holder: Holder,
  had: readonly GivenToken[],
  enough: number,
): Promise<void> {
  if (had.length >= ENOUGH_TO_COMPARE) return
  const held = await newTokens(context, holder)
  let newest: Tokens = held
  for (let turn = 1; turn <= enough; turn++) {
    const next = tokensOf(await refreshOnce(context, held, newest))
    if (!next) throw new InconclusiveError('a refresh gave no tokens (see REFRESH-3)')
    newest = afterRefresh(newest.refreshToken, next)
  }
}

function longestFamily(tokens: readonly GivenToken[]): readonly GivenToken[] {
  const families = alike(tokens, ({ family }) => family)
  return families.toSorted((one, other) => other.length - one.length)[0] ?? []
}

async function shareIfAny(context: Context, holder: Holder): Promise<void> {
  try {
    await sharedTokens(context, holder)
  } catch (error) {
    if (!(error instanceof NotApplicableError)) throw error
  }
}
