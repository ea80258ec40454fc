import type { UpdateMethod } from '../../client/donations/api.ts'
import type { Exchange } from '../../client/http/exchange.ts'
import type { Context } from '../../harness/authoring/index.ts'
import type { UpdateBody } from '../support/bodies.ts'
import type { Surroundings } from './surroundings.ts'

/** Sends an update with something beside it that the contract does not name. */
export function updateIn(
  { api }: Context,
  { headers = {}, query, members = {} }: Surroundings,
  { method, id, body, authorization }: SurroundedUpdate,
): Promise<Exchange> {
  return api.update(
    method,
    id,
    { ...body, ...members },
    {
      authorization,
      headers,
      ...(query === undefined ? {} : { query }),
    },
  )
}

/** The update itself. */
interface SurroundedUpdate {
  readonly method: UpdateMethod
  readonly id: string
  readonly body: UpdateBody
  readonly authorization: string | null
}

/** How the body of an update is written. */
export interface Written {
  /** Its media type; null for none. */
  readonly type?: string | null
  /** It goes in chunks of so many bytes. */
  readonly chunkBytes?: number
}

/** Sends an update to a path that is spelled as it stands. */
export function updateAt(
  { http, target }: Context,
  path: string,
  { method, body, authorization }: Omit<SurroundedUpdate, 'id'>,
  { type = 'application/json', chunkBytes }: Written = {},
): Promise<Exchange> {
  return http.send({
    method,
    url: `${target.apiUrl}${path}`,
    headers: {
      accept: 'application/json',
      ...(type === null ? {} : { 'content-type': type }),
      ...(authorization === null ? {} : { authorization }),
    },
    body: JSON.stringify(body),
    ...(chunkBytes !== undefined && { chunkBytes }),
  })
}
