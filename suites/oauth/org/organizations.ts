import { z } from 'zod'
import { describeAnswer, jsonObjectOf } from '../../../client/http/answer.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import type { OAuth } from '../../../client/oauth/oauth.ts'
import { InconclusiveError } from '../../../contract/verdict.ts'

export const organizationsSchema = z.array(z.looseObject({ id: z.string(), name: z.string() }))

/**
 * The organizations of a token response.
 * @throws InconclusiveError where they have not even the documented types; TOKEN-2 and REFRESH-1 judge that.
 */
export function organizationsOf(exchange: Exchange) {
  const parsed = organizationsSchema.safeParse(jsonObjectOf(exchange)?.ig_organizations)
  if (parsed.success) return parsed.data
  throw new InconclusiveError(
    `ig_organizations is not of the documented shape (see TOKEN-2): ${describeAnswer(exchange)}`,
  )
}

export async function signedIn(oauth: OAuth) {
  const tokens = await oauth.signIn()
  return { ...tokens, organizations: organizationsOf(tokens.exchange) }
}
