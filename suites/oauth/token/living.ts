import { givesToken } from '../../../client/http/answer.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import type { FormParameters } from '../../../client/oauth/oauth.ts'
import type { Tokens } from '../../../client/oauth/tokens.ts'
import { NotApplicableError } from '../../../contract/verdict.ts'
import {
  type Axis,
  type Context,
  expect,
  packed,
  type RequirementTest,
  type Table,
} from '../../../harness/authoring/index.ts'
import { Asker } from '../../axes/askers.ts'
import type { Belongings } from '../../axes/secrets.ts'
import { organizationsOf } from '../org/organizations.ts'

/** A code or refresh token that nobody has used yet, who may use it, and what else its client and user have. */
export interface Living extends Belongings {
  readonly asker: Asker
}

/** What is wrong with a request, compared with one that succeeds; undefined where the target has no such thing. */
export type SpoilLiving<Known extends Living> = (known: Known) => FormParameters | undefined

/** How wrong requests are tried, whatever it is that lives. */
export interface Trying<Known extends Living> {
  /** Who holds it: the main user by the main client, where it is left out. */
  readonly who?: (context: Context) => Asker
  /** How often in a row each is tried: what was refused has to stay refused. Once where it is left out. */
  readonly times?: number
  /** Throws ViolationError where the answer should have been another; no token is wanted where it is left out. */
  readonly judge?: (exchange: Exchange, changes: FormParameters, known: Known) => void
}

/** What a test has of a living thing, and what it does with it. */
interface Use<Known extends Living> extends Omit<Trying<Known>, 'who'> {
  begin(context: Context): Promise<Known>
  /** Sends the request that succeeds, but for `changes`. */
  send(known: Known, changes: FormParameters): Promise<Exchange>
}

/**
 * Wrong requests, many with one thing that lives, which must be refused; at the end the right one, since what was used
 * up by the first of them would be refused for that.
 */
export function withLiving<Known extends Living>(
  label: string,
  axis: Axis<SpoilLiving<Known>> | ((target: Context['target']) => Axis<SpoilLiving<Known>>),
  { begin, send, times = 1, judge = (one) => expect(one).toGiveNoToken() }: Use<Known>,
): RequirementTest {
  return packed<Known, SpoilLiving<Known>>(label, axis, {
    begin,
    async attempt(_, known, spoil) {
      const changes = spoil(known)
      if (!changes) throw new NotApplicableError('the target has no such value')
      for (let attempt = 1; attempt <= times; attempt++) judge(await send(known, changes), changes, known)
    },
    isAlive: async (_, known) => givesToken(await send(known, {})),
  })
}

/** What a client and its user have, beside the code. @param tokens of the user, where there are any. */
export function livingOf({ target }: Context, asker: Asker, code: string, tokens?: Tokens): Living {
  return {
    asker,
    code,
    accessToken: tokens?.accessToken ?? '',
    refreshToken: tokens?.refreshToken,
    organizationId: tokens && organizationsOf(tokens.exchange)[0]?.id,
    client: asker.client,
    otherClient: target.otherClient,
    user: asker.oauth.user,
  }
}

/** The main client, acting for the main user. */
export function mainAsker({ oauth, target }: Context): Asker {
  return new Asker(oauth, target.client)
}

/**
 * One of the main user's clients, in turn through a table: values of one kind, which stand side by side, meet both at the
 * price of one.
 */
export function askerInTurn(context: Context, table: Table<unknown>, name: string): Asker {
  return Object.keys(table).indexOf(name) % 2 === 1 ? secondIfAny(context) : mainAsker(context)
}

/** The second client; the main one where there is no second, or a login costs a person's time. */
function secondIfAny(context: Context): Asker {
  const isThere = context.canLogIn && context.target.otherClient !== undefined
  return isThere ? secondAsker(context) : mainAsker(context)
}

/** The second client, acting for the main user. */
export function secondAsker({ oauth, target: { otherClient } }: Context): Asker {
  if (!otherClient) throw new NotApplicableError('no second client')
  return new Asker(oauth, otherClient)
}
