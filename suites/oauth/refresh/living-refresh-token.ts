import { givesToken } from '../../../client/http/answer.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import type { FormParameters } from '../../../client/oauth/oauth.ts'
import { InconclusiveError, NotApplicableError } from '../../../contract/verdict.ts'
import { type Axis, type Context, expect, type RequirementTest } from '../../../harness/authoring/index.ts'
import { packed } from '../../../harness/authoring/packed.ts'
import { Asker } from '../../axes/askers.ts'
import type { Belongings } from '../../axes/secrets.ts'
import { organizationsOf } from '../org/organizations.ts'

/** A refresh token that nobody has used yet, who may use it, and what else its client and user have. */
export interface LivingRefreshToken extends Belongings {
  readonly asker: Asker
  readonly refreshToken: string
}

/** What is wrong with a refresh, compared with one that succeeds; undefined where the target has no such thing. */
export type SpoilRefresh = (known: LivingRefreshToken) => FormParameters | undefined

interface Options {
  /** Who holds the token: the main user by the main client, where it is left out. */
  readonly who?: (context: Context) => Asker
  /** How often in a row each is tried: what was refused has to stay refused. Once where it is left out. */
  readonly times?: number
  /** How many refreshes after the code exchange the token came: none where it is left out. */
  readonly refreshes?: number
  /** Throws ViolationError where the answer should have been another; no token is wanted where it is left out. */
  readonly judge?: (exchange: Exchange, changes: FormParameters, known: LivingRefreshToken) => void
}

/**
 * Wrong refreshes, many with one refresh token, which must be refused; at the end the right one, since a token that was
 * used up by the first of them would be refused for that.
 */
export function withLivingRefreshToken(
  label: string,
  axis: Axis<SpoilRefresh>,
  { who = mainAsker, times = 1, refreshes = 0, judge = (one) => expect(one).toGiveNoToken() }: Options = {},
): RequirementTest {
  return packed<LivingRefreshToken, SpoilRefresh>(label, axis, {
    begin: (context) => begin(context, who(context), refreshes),
    async attempt(_, known, spoil) {
      const changes = spoil(known)
      if (!changes) throw new NotApplicableError('the target has no such value')
      for (let attempt = 1; attempt <= times; attempt++)
        judge(await known.asker.refresh(known.refreshToken, changes), changes, known)
    },
    isAlive: async (_, { asker, refreshToken }) => givesToken(await asker.refresh(refreshToken)),
  })
}

async function begin({ target }: Context, asker: Asker, refreshes: number): Promise<LivingRefreshToken> {
  const code = await asker.obtainCode()
  let tokens = await asker.redeem(code)
  for (let turn = 1; turn <= refreshes; turn++) tokens = await asker.renew(tokens)
  const { refreshToken, accessToken, exchange } = tokens
  if (refreshToken === undefined) throw new InconclusiveError('no refresh token was given (see TOKEN-2)')
  return {
    asker,
    code,
    accessToken,
    refreshToken,
    organizationId: organizationsOf(exchange)[0]?.id,
    client: asker.client,
    otherClient: target.otherClient,
    user: asker.oauth.user,
  }
}

/** @throws NotApplicableError where the only tokens are those that all tests share. */
function mainAsker({ oauth, target }: Context): Asker {
  if (!oauth.user) throw new NotApplicableError('no refresh token of its own without a login')
  return new Asker(oauth, target.client)
}
