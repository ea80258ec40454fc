import { givesToken } from '../../../client/http/answer.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import type { FormParameters } from '../../../client/oauth/oauth.ts'
import { NotApplicableError } from '../../../contract/verdict.ts'
import { type Axis, type Context, expect, type RequirementTest } from '../../../harness/authoring/index.ts'
import { packed } from '../../../harness/authoring/packed.ts'
import { Asker } from '../../axes/askers.ts'
import type { Belongings } from '../../axes/secrets.ts'
import { organizationsOf } from '../org/organizations.ts'

/** A code that nobody has exchanged yet, who may exchange it, and what else its client and user have. */
export interface LivingCode extends Belongings {
  readonly asker: Asker
}

/** What is wrong with an exchange, compared with one that succeeds; undefined where the target has no such thing. */
export type Spoil = (known: LivingCode) => FormParameters | undefined

/** How exchanges with a living code are tried. */
interface Options {
  /** Who holds the code: the main user by the main client, where it is left out. */
  readonly who?: (context: Context) => Asker
  /** Whether the spoilt exchanges need the tokens of another login. */
  readonly needsTokens?: boolean
  /** How often in a row each is tried: what was refused has to stay refused. Once where it is left out. */
  readonly times?: number
  /** Throws ViolationError where the answer should have been another; no token is wanted where it is left out. */
  readonly judge?: (exchange: Exchange, changes: FormParameters, known: LivingCode) => void
}

/**
 * Wrong exchanges, many with one code, which must be refused; at the end the right one, since a code that was used up by
 * the first of them would be refused for that.
 */
export function withLivingCode(
  label: string,
  axis: Axis<Spoil> | ((target: Context['target']) => Axis<Spoil>),
  {
    who = mainAsker,
    needsTokens = false,
    times = 1,
    judge = (one) => expect(one).toGiveNoToken(),
  }: Options = {},
): RequirementTest {
  return packed<LivingCode, Spoil>(label, axis, {
    async begin(context) {
      const asker = who(context)
      const tokens = needsTokens ? await asker.signIn() : undefined
      return {
        asker,
        code: await asker.obtainCode(),
        accessToken: tokens?.accessToken ?? '',
        refreshToken: tokens?.refreshToken,
        organizationId: tokens && organizationsOf(tokens.exchange)[0]?.id,
        client: asker.client,
        otherClient: context.target.otherClient,
        user: asker.oauth.user,
      }
    },
    async attempt(_, known, spoil) {
      const changes = spoil(known)
      if (!changes) throw new NotApplicableError('the target has no such value')
      for (let attempt = 1; attempt <= times; attempt++)
        judge(await known.asker.exchange(known.code, changes), changes, known)
    },
    isAlive: async (_, { asker, code }) => givesToken(await asker.exchange(code)),
  })
}

function mainAsker({ oauth, target }: Context): Asker {
  return new Asker(oauth, target.client)
}

/** The second client, acting for the main user. */
export function secondAsker({ oauth, target: { otherClient } }: Context): Asker {
  if (!otherClient) throw new NotApplicableError('no second client')
  return new Asker(oauth, otherClient)
}
