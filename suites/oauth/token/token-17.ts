import { givesToken } from '../../../client/http/answer.ts'
import { InconclusiveError, NotApplicableError } from '../../../contract/verdict.ts'
import {
  type Axis,
  axis,
  type Context,
  expect,
  type RequirementTest,
  requirement,
} from '../../../harness/authoring/index.ts'
import { packed } from '../../../harness/authoring/packed.ts'
import { Asker } from '../../axes/askers.ts'
import { fewRepeatsOf, type Repeat, repeatsOf } from '../../axes/repeated-parameters.ts'
import { type Spoil, secondAsker, withLivingCode } from './living-code.ts'

const CREDENTIALS = ['client_id', 'client_secret']
const OF_EXCHANGES = ['grant_type', 'code', ...CREDENTIALS, 'redirect_uri']
const OF_REFRESHES = ['grant_type', 'refresh_token', ...CREDENTIALS]

const asSpoils = (table: Readonly<Record<string, Repeat>>): Readonly<Record<string, Spoil>> =>
  Object.fromEntries(
    Object.entries(table).map(([name, repeat]): [string, Spoil] => [
      name,
      ({ client, code }) =>
        repeat({
          grant_type: 'authorization_code',
          code,
          client_id: client.id,
          client_secret: client.secret,
          redirect_uri: client.redirectUri,
        }),
    ]),
  )

/** Repeated parameters beside a living code or refresh token, which at the end still work without the repetition. */
export const token17 = requirement(
  'TOKEN-17',
  withLivingCode('code exchange', axis('what a code exchange repeats', asSpoils(repeatsOf(OF_EXCHANGES)))),
  withLivingCode(
    'code exchange, second client',
    axis("what the second client's code exchange repeats", asSpoils(fewRepeatsOf(OF_EXCHANGES))),
    { who: secondAsker },
  ),
  withLivingRefreshToken('refresh', axis('what a refresh repeats', repeatsOf(OF_REFRESHES)), mainAsker),
  withLivingRefreshToken(
    'refresh, second client',
    axis("what the second client's refresh repeats", fewRepeatsOf(OF_REFRESHES)),
    secondAsker,
  ),
)

/** @throws NotApplicableError where the only tokens are those that all tests share. */
function mainAsker({ oauth, target }: Context): Asker {
  if (!oauth.user) throw new NotApplicableError('no refresh token of its own without a login')
  return new Asker(oauth, target.client)
}

/** Refreshes with one token that must be refused, and at the end one that must not. */
function withLivingRefreshToken(
  label: string,
  repeats: Axis<Repeat>,
  who: (context: Context) => Asker,
): RequirementTest {
  return packed<{ readonly asker: Asker; readonly refreshToken: string }, Repeat>(label, repeats, {
    async begin(context) {
      const asker = who(context)
      const { refreshToken } = await asker.signIn()
      if (refreshToken === undefined) throw new InconclusiveError('no refresh token was given (see TOKEN-2)')
      return { asker, refreshToken }
    },
    async attempt(_, { asker, refreshToken }, repeat) {
      const { client } = asker
      const changes = repeat({
        grant_type: 'refresh_token',
        refresh_token: refreshToken,
        client_id: client.id,
        client_secret: client.secret,
      })
      if (!changes) throw new NotApplicableError('a refresh has no such parameter')
      expect(await asker.refresh(refreshToken, changes)).toGiveNoToken()
    },
    isAlive: async (_, { asker, refreshToken }) => givesToken(await asker.refresh(refreshToken)),
  })
}
