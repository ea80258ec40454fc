import { givesToken } from '../../../client/http/answer.ts'
import { encodeParameters, type FormParameters } from '../../../client/oauth/oauth.ts'
import { requireRefreshToken, tokensOf } from '../../../client/oauth/tokens.ts'
import {
  axis,
  type Context,
  expect,
  packed,
  type RequirementTest,
  requirement,
} from '../../../harness/authoring/index.ts'
import type { Asker } from '../../axes/askers.ts'
import {
  fewRepeatsOf,
  type Repeat,
  type RightParameters,
  repeatsOf,
  sameRepeatsOf,
  threeTimes,
} from '../../axes/repeated-parameters.ts'
import { escaped, spelledAs, type TokenSpelling } from '../../axes/token-spellings.ts'
import { mainAsker, secondAsker } from './living.ts'

const CREDENTIALS = ['client_id', 'client_secret']
const OF_EXCHANGES = ['grant_type', 'code', ...CREDENTIALS, 'redirect_uri']
const OF_REFRESHES = ['grant_type', 'refresh_token', ...CREDENTIALS]

/** A code and, once the code was exchanged, its refresh token. Each lives until it is used. */
interface Living {
  readonly asker: Asker
  readonly code: string
  refreshToken?: string
  /** Whether the code was used up before its turn came. */
  isCodeSpent?: boolean
}

/** What a request of one of the grants repeats. */
interface Repeated {
  readonly rightOf: (living: Living) => RightParameters | Promise<RightParameters>
  readonly repeat: Repeat
}

const ofExchange = ({ asker: { client }, code }: Living): RightParameters => ({
  grant_type: 'authorization_code',
  code,
  client_id: client.id,
  client_secret: client.secret,
  redirect_uri: client.redirectUri,
})

/** @throws InconclusiveError where no refresh token can be had. */
async function ofRefresh(living: Living): Promise<RightParameters> {
  const { client } = living.asker
  living.refreshToken ??= await refreshTokenOf(living)
  return {
    grant_type: 'refresh_token',
    refresh_token: living.refreshToken,
    client_id: client.id,
    client_secret: client.secret,
  }
}

async function refreshTokenOf(living: Living): Promise<string> {
  const { asker, code } = living
  const ofCode = tokensOf(await asker.exchangeCode(code))
  living.isCodeSpent = ofCode === undefined
  return requireRefreshToken(ofCode ?? (await asker.signIn()))
}

const nameOf = (parameter: string) => parameter.split('=')[0]

/**
 * A parameter that comes twice stands at both ends: a reader that compares neighbours finds no repetition. One that comes
 * three times stays together.
 */
const APART: TokenSpelling = {
  body(all) {
    const isTwice = (one: string) => all.filter((other) => nameOf(other) === nameOf(one)).length === 2
    const [first, second] = all.filter(isTwice)
    if (first === undefined || second === undefined) return all.join('&')
    return [first, ...all.filter((one) => !isTwice(one)), second].join('&')
  },
}

/** The name of a wrong value is escaped: a reader that compares names before it decodes them finds no repetition. */
const NAME_ESCAPED: Readonly<Record<'first' | 'last', TokenSpelling>> = {
  first: { body: (all) => all.join('&').replace(/^[a-z]/, escaped) },
  last: { body: (all) => all.join('&').replace(/(?<=&)[a-z](?=[^&]*$)/, escaped) },
}

/** A long parameter that nobody knows in front: a reader that looks at the beginning of a form finds no repetition. */
const BEHIND_MUCH: TokenSpelling = { body: (all) => [`made_up=${'x'.repeat(1_500)}`, ...all].join('&') }

/** Apart; and where the first or the last of the repeated values is wrong, that name is escaped too. */
function spellingsOf(right: RightParameters, repeated: FormParameters): readonly TokenSpelling[] {
  const isWrong = (at: 0 | -1) =>
    Object.entries(repeated).some(([name, value]) => [value].flat().at(at) !== right[name])
  return [APART, ...(isWrong(0) ? [NAME_ESCAPED.first] : []), ...(isWrong(-1) ? [NAME_ESCAPED.last] : [])]
}

type Repeats = Readonly<Record<string, Repeat>>

/**
 * Repetitions in code exchanges, and then in refreshes with the refresh token of the code. All have to leave the code
 * and the refresh token as they are, or each is tried with one of its own.
 * @param spellings of all of them.
 */
function repeating(
  label: string,
  who: (context: Context) => Asker,
  { exchanges, refreshes }: { readonly exchanges: Repeats; readonly refreshes: Repeats },
  spellings: readonly TokenSpelling[] = [],
): RequirementTest {
  const named = (grant: string, rightOf: Repeated['rightOf'], repeats: Repeats) =>
    Object.entries(repeats).map(([name, repeat]) => [`${grant}: ${name}`, { rightOf, repeat }] as const)
  const all = Object.fromEntries<Repeated>([
    ...named('code exchange', ofExchange, exchanges),
    ...named('refresh', ofRefresh, refreshes),
  ])
  return packed<Living, Repeated>(label, axis('what is repeated', all), {
    async begin(context) {
      const asker = who(context)
      return { asker, code: await asker.obtainCode() }
    },
    async attempt(_, living, { rightOf, repeat }) {
      const right = await rightOf(living)
      const repeated = repeat(right)
      const parameters = encodeParameters({ ...right, ...repeated })
      const request = spelledAs([...spellingsOf(right, repeated), ...spellings], parameters)
      expect(await living.asker.oauth.tokenAs(request)).toGiveNoToken()
    },
    async isAlive(_, living) {
      const right = await ofRefresh(living)
      return !living.isCodeSpent && givesToken(await living.asker.oauth.token(right))
    },
  })
}

/** What the second client repeats in code exchanges; it repeats the other parameters in its refreshes. */
const OF_EXCHANGES_ONLY = ['code', 'client_id', 'redirect_uri']

/** Each parameter in each way by the first client, and with the same value by the second. */
export const token17 = requirement(
  'TOKEN-17',
  repeating('first client', mainAsker, {
    exchanges: { ...repeatsOf(OF_EXCHANGES), ...threeTimes(['code']) },
    refreshes: { ...fewRepeatsOf(OF_REFRESHES), ...repeatsOf(['refresh_token']) },
  }),
  repeating(
    'second client',
    secondAsker,
    { exchanges: sameRepeatsOf(OF_EXCHANGES_ONLY), refreshes: sameRepeatsOf(OF_REFRESHES) },
    [BEHIND_MUCH],
  ),
)
