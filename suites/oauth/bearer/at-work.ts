import { describeAnswer, isAccepted, statusOf } from '../../../client/http/answer.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import { InconclusiveError } from '../../../contract/verdict.ts'
import { type Context, ensure } from '../../../harness/authoring/index.ts'
import { type Call, callWith } from '../../axes/calls.ts'
import { FIRST_HOLDER, type Holder } from '../../axes/holders.ts'
import { requireLiving } from '../../axes/token-lifetime.ts'
import { type Held, newTokens, newTokensApart, requireOpened } from '../../axes/tokens.ts'

/** A token at work. */
export interface AtWork {
  readonly donation: string
  readonly authorization: string
  readonly held: Held
  /** When it was asked for, in milliseconds of `serviceNow`. */
  readonly began: number
}

/** In the order in which they are tried. */
export const CALLS: readonly Call[] = ['PATCH', 'PUT', 'GET']

/**
 * A token that opens each call once.
 * @throws ViolationError where it opens the first one, and not again or not another one that a fresh token opens;
 *   InconclusiveError where no token opens one.
 */
export async function begin(context: Context, holder: Holder): Promise<AtWork> {
  // Before the tokens: a donation may have to be waited for.
  const donation = await context.donation(context.requireKind('other'))
  const began = context.serviceNow
  // In a session that nobody else has: an approval in the same one may end the grant.
  const held = await newTokensApart(context, holder)
  const at: AtWork = { held, began, donation, authorization: `Bearer ${held.accessToken}` }
  const { authorization } = at
  // What a token is first used for may decide what it is good for.
  const first: Call = holder === FIRST_HOLDER ? 'PATCH' : 'GET'
  for (const call of [first, ...CALLS.filter((other) => other !== first)]) {
    const refused = await callWith(context, call, donation, authorization)
    if (isAccepted(refused)) continue
    if (call !== first) {
      // What opened the first call and does not open it again has died of that.
      expectAlive(context, at, await callWith(context, first, donation, authorization))
      const fresh = `Bearer ${(await newTokens(context, holder)).accessToken}`
      if (isAccepted(await callWith(context, call, donation, fresh))) expectAlive(context, at, refused)
    }
    throw new InconclusiveError(`${call} does not work even once (see ORG-5, UPDATE-6, REFRESH-2)`)
  }
  return at
}

/** @throws as {@link requireOpened}, where the token does not open a call even once. */
export async function requireOneUse({ api }: Context, authorization: string, holder: Holder): Promise<void> {
  const use = await api.organizations({ authorization })
  requireOpened(use, holder, 'the token does not work even once (see ORG-5, REFRESH-2)')
}

/** Whether a call was refused for what may be its token. */
export const isDead = (exchange: Exchange) => [401, 403].includes(statusOf(exchange))

/**
 * Judges that a token opened a call: a refusal for another reason than the token is for others to judge.
 * @param caused what happened before.
 * @throws InconclusiveError where the token may have expired by now.
 */
export function expectAlive(
  context: Context,
  { held, began }: Pick<AtWork, 'held' | 'began'>,
  exchange: Exchange,
  caused: readonly Exchange[] = [],
): void {
  if (isDead(exchange)) requireLiving(context, held, began)
  ensure(!isDead(exchange), 'the token to work on within its lifetime', describeAnswer(exchange), [
    ...caused,
    exchange,
  ])
}
