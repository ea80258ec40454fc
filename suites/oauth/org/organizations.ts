import { z } from 'zod'
import { describeAnswer, jsonObjectOf } from '../../../client/http/answer.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import type { OAuth } from '../../../client/oauth/oauth.ts'
import type { Tokens } from '../../../client/oauth/tokens.ts'
import { InconclusiveError } from '../../../contract/verdict.ts'

/** `ig_organizations`: a list of `{ id, name }`, both strings; further fields are free. */
export const organizationsSchema = z.array(z.looseObject({ id: z.string(), name: z.string() }))

/** An entry of `ig_organizations`. */
export type Organization = z.infer<typeof organizationsSchema>[number]

/**
 * The organizations of a token response.
 * @throws InconclusiveError where they have not even the documented types; TOKEN-2 and REFRESH-1 judge that.
 */
export function organizationsOf(exchange: Exchange): readonly Organization[] {
  const parsed = organizationsSchema.safeParse(jsonObjectOf(exchange)?.ig_organizations)
  if (parsed.success) return parsed.data
  throw new InconclusiveError(
    `ig_organizations is not of the documented shape (see TOKEN-2): ${describeAnswer(exchange)}`,
  )
}

/** The ids of organizations, sorted: their order is free. */
export function sortedIds(organizations: readonly Organization[]): readonly string[] {
  return organizations.map(({ id }) => id).toSorted()
}

/**
 * Tokens, and the organizations that their response names.
 * @throws InconclusiveError where there are no tokens, or no organizations of the documented shape.
 */
export async function signInWithOrganizations(
  oauth: OAuth,
): Promise<Tokens & { readonly organizations: readonly Organization[] }> {
  const tokens = await oauth.signIn()
  return { ...tokens, organizations: organizationsOf(tokens.exchange) }
}
