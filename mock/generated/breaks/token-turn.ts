import type { GrantType, Issued } from '../../policies/token.ts'
import type { Client, Grant } from '../../store.ts'
import { type Condition, classes } from '../condition.ts'

/** What a token request is about, as far as it is known. */
export interface TokenTurn {
  readonly client: Client
  readonly grant?: Grant
  readonly grantType?: GrantType
  /** Parameters of the request. */
  readonly values?: ReadonlyMap<string, string>
}

/** Conditions on token requests. */
export type TokenConditions = readonly Condition<TokenTurn>[]

/** By which client. */
export const CLIENTS: TokenConditions = classes('client', [
  ['first', 'it is the first client', ({ client }) => client.id.endsWith('1')],
  ['second', 'it is the second client', ({ client }) => client.id.endsWith('2')],
])

const owned = ({ grant }: TokenTurn) => grant?.organizationIds.length ?? -1

/** For which user, by their organizations. */
export const USERS: TokenConditions = classes('user', [
  ['one', 'the user has one organization', (turn) => owned(turn) === 1],
  ['several', 'the user has several organizations', (turn) => owned(turn) > 1],
  ['none', 'the user has no organization', (turn) => owned(turn) === 0],
])

/** Which refresh of a chain. */
export const TURNS: TokenConditions = classes('refresh', [
  ['first', 'it is the first refresh', ({ grant }) => (grant?.refreshes ?? 0) <= 1],
  ['later', 'it is a later refresh', ({ grant }) => (grant?.refreshes ?? 0) >= 2],
])

/** What an answer is to. */
export const turnOf = ({ grant, grantType }: Issued): TokenTurn => ({
  client: grant.client,
  grant,
  grantType,
})
