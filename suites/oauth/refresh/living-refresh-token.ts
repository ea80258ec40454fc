import { requireRefreshToken } from '../../../client/oauth/tokens.ts'
import { NotApplicableError } from '../../../contract/verdict.ts'
import type { Axis, Context, RequirementTest } from '../../../harness/authoring/index.ts'
import type { Asker } from '../../axes/askers.ts'
import {
  type Living,
  livingOf,
  mainAsker,
  type SpoilLiving,
  type Trying,
  withLiving,
} from '../token/living.ts'

/** A refresh token that nobody has used yet. */
export interface LivingRefreshToken extends Living {
  readonly refreshToken: string
}

/** What is wrong with a refresh, compared with one that succeeds. */
export type SpoilRefresh = SpoilLiving<LivingRefreshToken>

interface Options extends Trying<LivingRefreshToken> {
  /** How many refreshes after the code exchange the token came: none where it is left out. */
  readonly refreshes?: number
}

/** Wrong refreshes with a living refresh token, as {@link withLiving} tries them. */
export function withLivingRefreshToken(
  label: string,
  axis: Axis<SpoilRefresh>,
  { who = ownAsker, refreshes = 0, ...trying }: Options = {},
): RequirementTest {
  return withLiving<LivingRefreshToken>(label, axis, {
    ...trying,
    begin: (context) => begin(context, who(context), refreshes),
    send: ({ asker, refreshToken }, changes) => asker.refresh(refreshToken, changes),
  })
}

async function begin(context: Context, asker: Asker, refreshes: number): Promise<LivingRefreshToken> {
  const code = await asker.obtainCode()
  let tokens = await asker.redeem(code)
  for (let turn = 1; turn <= refreshes; turn++) tokens = await asker.renew(tokens)
  return { ...livingOf(context, asker, code, tokens), refreshToken: requireRefreshToken(tokens) }
}

/** @throws NotApplicableError where the only tokens are those that all tests share. */
function ownAsker(context: Context): Asker {
  if (!context.oauth.user) throw new NotApplicableError('no refresh token of its own without a login')
  return mainAsker(context)
}
