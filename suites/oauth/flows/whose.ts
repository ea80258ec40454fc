import { FIRST_HOLDER, type Holder } from '../../axes/holders.ts'
import { CLIENT_NAMES, USER_NAMES } from '../../axes/refresh.ts'

/** For whom, by which client. */
export type Whose = Pick<Holder, 'user' | 'client'>

/** All users, by all clients. */
export const WHOSE = { user: USER_NAMES, client: CLIENT_NAMES } as const

const ALL = Object.values(USER_NAMES.values).flatMap((user) =>
  Object.values(CLIENT_NAMES.values).map((client): Whose => ({ user, client })),
)

/** A number that tells user and client from others, from 0 on. */
export function placeOf(whose: Whose): number {
  return ALL.findIndex(({ user, client }) => user === whose.user && client === whose.client)
}

/** Whether these are the main user and client. */
export function isMain({ user, client }: Whose): boolean {
  return user === FIRST_HOLDER.user && client === FIRST_HOLDER.client
}
