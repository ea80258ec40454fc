import type { FormParameters } from '../../../client/oauth/oauth.ts'
import { ALTERATIONS } from '../../support/alter.ts'
import { basicAuthorization } from '../../support/credentials.ts'
import type { Actor } from './actor.ts'

/** What a wrong refresh may use. */
interface Shown extends Actor {
  readonly accessToken: string
  readonly refreshToken: string
}

/** What is wrong with a refresh; undefined where the target has no such thing. */
type Spoil = (shown: Shown) => FormParameters | undefined

const altered =
  (name: keyof typeof ALTERATIONS): Spoil =>
  ({ refreshToken }) => ({ refresh_token: ALTERATIONS[name]?.(refreshToken) })

/** A refresh by the other client, with its own credentials. */
const byStranger: Spoil = ({ stranger }) =>
  stranger && { client_id: stranger.id, client_secret: stranger.secret }

/** The same by HTTP Basic alone: another way in may forget to ask whose the token is. */
const byStrangersHeader: WrongRefresh = {
  spoil: ({ stranger }) => stranger && { client_id: undefined, client_secret: undefined },
  headers: ({ stranger }) => (stranger ? { authorization: basicAuthorization(stranger) } : {}),
}

/** A refresh that has to be refused. */
interface WrongRefresh {
  readonly spoil: Spoil
  readonly headers?: (shown: Shown) => Readonly<Record<string, string>>
}

/** Wrong refreshes of every user and client, by the requirement that they break. */
export const WRONG_REFRESHES = {
  'REFRESH-5': {
    'the last character altered': altered('the last character altered'),
    'the last character missing': altered('the last character missing'),
    'a character appended': altered('a character appended'),
  },
  'REFRESH-7': {
    'client_secret missing': () => ({ client_secret: undefined }),
    'client_secret of another value': () => ({ client_secret: 'wrong' }),
    'client_id and client_secret missing': () => ({ client_id: undefined, client_secret: undefined }),
    'client_secret of the other client': ({ stranger }) => stranger && { client_secret: stranger.secret },
  },
  'TOKEN-10': {
    'grant_type missing': () => ({ grant_type: undefined }),
  },
  'REFRESH-9': {
    'the access token in its place': ({ accessToken }) => ({ refresh_token: accessToken }),
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Spoil>>>>

/** The refreshes of a chain before which each of them is tried once, from 1 on. */
export const TRIED_TURNS = [1, 2, 3, 4] as const

/** Before these the other client tries a second time. */
const BY_FORM_AGAIN = 2
const BY_HEADER = 4

/** The name of the other client's attempt before a refresh. */
export const strangerBefore = (turn: number) => `the other client, before refresh ${turn}`

/** The name of its second attempt, before some refreshes: refused once, it has to stay refused. */
export const strangerAgainBefore = (turn: number) => `${strangerBefore(turn)}, again`

const OF_TOKENS: readonly (readonly [string, Spoil])[] = Object.entries({
  ...WRONG_REFRESHES['REFRESH-5'],
  ...WRONG_REFRESHES['TOKEN-10'],
  ...WRONG_REFRESHES['REFRESH-9'],
})
const OF_CREDENTIALS: readonly (readonly [string, Spoil])[] = Object.entries(WRONG_REFRESHES['REFRESH-7'])

/**
 * What is tried before a refresh, by name.
 * @param turn of the refresh, from 1 on.
 * @param place tells chains apart: each tries the same in another order.
 */
export function wrongBefore(turn: number, place: number): ReadonlyMap<string, WrongRefresh> {
  const wrong = new Map<string, WrongRefresh>()
  if (!(TRIED_TURNS as readonly number[]).includes(turn)) return wrong
  wrong.set(strangerBefore(turn), { spoil: byStranger })
  if (turn === BY_FORM_AGAIN) wrong.set(strangerAgainBefore(turn), { spoil: byStranger })
  if (turn === BY_HEADER) wrong.set(strangerAgainBefore(turn), byStrangersHeader)
  for (const list of [OF_CREDENTIALS, OF_TOKENS]) {
    const [one] = list.slice((turn - 1 + place) % list.length)
    if (one) wrong.set(one[0], { spoil: one[1] })
  }
  return wrong
}
