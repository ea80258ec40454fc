import { recordOf } from '../../../client/donations/record.ts'
import type { Mistake } from '../../../client/environment/mistakes.ts'
import { isAccepted, isJsonObject, isRefused, jsonObjectOf, jsonOf } from '../../../client/http/answer.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import type { Session } from '../../session/session.ts'
import type { Seen } from './donations.ts'

/**
 * Whether the main user owns no organization: the token response names none, and none of the donations can be updated.
 * Where one can, it is the token response that is wrong.
 */
export async function ownsNothing(
  session: Session,
  donations: readonly Seen[],
): Promise<Mistake | undefined> {
  if (!session.target.user || donations.length === 0) return undefined
  if (!donations.every(({ answer }) => isRefused(answer))) return undefined
  const { exchange } = await session.oauth().signIn()
  if (namedIn(exchange)?.size !== 0) return undefined
  return {
    key: 'SANDBOX_USERNAME',
    says: 'the user owns no organization, and none of the donations can be updated: nearly all tests need one who does',
  }
}

/**
 * Whether the user with several organizations has fewer. The token response alone does not tell: a service that chooses
 * (ORG-4) says the same. So GET /v1/organizations is asked too, and where that shows no more either, it is the user. A
 * service that hides the others there as well cannot be told from that; one whose list cannot be read is for ORG-4.
 */
export async function ownsTooFew(session: Session): Promise<Mistake | undefined> {
  const { multiOrgUser } = session.target
  if (!multiOrgUser) return undefined
  const { exchange, accessToken } = await session.oauth(undefined, multiOrgUser).signIn()
  const named = namedIn(exchange)
  if (!named || named.size > 1) return undefined
  const listed = await session.api.organizations({ authorization: `Bearer ${accessToken}` })
  if (!isAccepted(listed) || longestList(jsonOf(listed)) !== named.size) return undefined
  return {
    key: 'SANDBOX_MULTI_ORG_USERNAME',
    says: `the user owns ${named.size === 0 ? 'no organization' : 'one organization'}, and not several`,
  }
}

/**
 * Whether the user without organizations owns some: the token response names several, GET /v1/organizations as many, and
 * none of them is another user's. A service that gives whoever owns nothing what others own, or a single one, shows
 * something else (ORG-3).
 */
export async function ownsSome(session: Session): Promise<Mistake | undefined> {
  const { noOrgUser, multiOrgUser, user } = session.target
  if (!noOrgUser) return undefined
  const { exchange, accessToken } = await session.oauth(undefined, noOrgUser).signIn()
  const named = namedIn(exchange)
  if (!named || named.size < 2) return undefined
  const listed = await session.api.organizations({ authorization: `Bearer ${accessToken}` })
  if (!isAccepted(listed) || longestList(jsonOf(listed)) !== named.size) return undefined
  for (const other of [user, multiOrgUser]) {
    const owned = other && namedIn((await session.oauth(undefined, other).signIn()).exchange)
    if ([...(owned ?? [])].some((id) => named.has(id))) return undefined
  }
  return {
    key: 'SANDBOX_NO_ORG_USERNAME',
    says: `the user owns ${named.size} organizations, and not none`,
  }
}

/**
 * Whether the foreign donation belongs to an organization of the main user: it can be updated, its record shows an
 * organization, and the token response names that one; or it can be updated, and one that is listed as the user's is
 * refused as another organization's. Otherwise nobody can tell this from a service that lets everybody in (BEARER-5).
 *
 * @param refused a donation of the lists that was answered with 403; undefined where there is none.
 */
export async function ownsForeign(
  session: Session,
  refused: string | undefined,
): Promise<Mistake | undefined> {
  const { foreignDonationId: id, user } = session.target
  if (id === undefined || !user) return undefined
  const { exchange, accessToken } = await session.oauth().signIn()
  const answer = await session.api.update('PATCH', id, {}, { authorization: `Bearer ${accessToken}` })
  if (!isAccepted(answer)) return undefined
  const organization = recordOf(answer)?.organization_id
  const key = 'SANDBOX_FOREIGN_DONATION_ID'
  if (organization && namedIn(exchange)?.has(organization))
    return { key, says: `${id} belongs to an organization of the user` }
  return refused === undefined
    ? undefined
    : { key, says: `${id} can be updated, where ${refused} is refused: they are probably swapped` }
}

/** The organizations of a token response; undefined where it has no list of them. */
function namedIn(exchange: Exchange): ReadonlySet<unknown> | undefined {
  const list = jsonObjectOf(exchange)?.ig_organizations
  return Array.isArray(list)
    ? new Set(list.map((one: unknown) => (isJsonObject(one) ? one.id : one)))
    : undefined
}

/** The length of the longest list in an answer, whose shape the contract leaves open; undefined where there is none. */
function longestList(json: unknown): number | undefined {
  const inside = Array.isArray(json) ? json : isJsonObject(json) ? Object.values(json) : []
  const lengths = inside.map(longestList).filter((length) => length !== undefined)
  const all = Array.isArray(json) ? [json.length, ...lengths] : lengths
  return all.length > 0 ? Math.max(...all) : undefined
}
