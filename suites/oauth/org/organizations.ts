import { z } from 'zod'
import { describeAnswer, isAccepted, jsonObjectOf } from '../../../client/http/answer.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import type { OAuth } from '../../../client/oauth/oauth.ts'
import type { Tokens } from '../../../client/oauth/tokens.ts'
import { InconclusiveError } from '../../../contract/verdict.ts'
import type { Chain } from '../flows/chain.ts'

/** `ig_organizations`: a list of `{ id, name }`, both strings; further fields are free. */
const organizationsSchema = z.array(z.looseObject({ id: z.string(), name: z.string() }))

/** An entry of `ig_organizations`. */
export type Organization = z.infer<typeof organizationsSchema>[number]

/** The organizations of a token response; undefined where they have not even the documented types. */
export function shownOrganizations(exchange: Exchange): readonly Organization[] | undefined {
  return organizationsSchema.safeParse(jsonObjectOf(exchange)?.ig_organizations).data
}

/**
 * As {@link shownOrganizations}.
 * @throws InconclusiveError where they have not even the documented types; TOKEN-2 and REFRESH-1 judge that.
 */
export function organizationsOf(exchange: Exchange): readonly Organization[] {
  const shown = shownOrganizations(exchange)
  if (shown) return shown
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

/**
 * Organizations that refreshes name and the code exchange before them does not, though the API lists them for its token:
 * those are the user's, and the exchange left them out.
 */
export function leftOutByExchange({ held, read, links }: Chain): readonly string[] {
  if (!isAccepted(read)) return []
  const list = read.response?.body ?? ''
  const named = idsIn(held.exchange)
  const later = new Set(links.flatMap(({ refresh }) => idsIn(refresh)))
  // The shape of the list is not known.
  return [...later].filter((id) => !named.includes(id) && list.includes(JSON.stringify(id)))
}

function idsIn(exchange: Exchange): readonly string[] {
  return (shownOrganizations(exchange) ?? []).map(({ id }) => id)
}
