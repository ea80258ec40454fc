import type { Mistake } from '../../../client/environment/mistakes.ts'
import { statusOf } from '../../../client/http/answer.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import type { Session } from '../../session/session.ts'
import type { Seen } from './donations.ts'

/**
 * Whether the API is somewhere else: neither the organizations nor any donation is known there, with a token or without
 * one, under /v1 or beside it. A service that only has its routes elsewhere (VERSION-1), or hides what is not the token's,
 * answers one of these otherwise.
 */
export async function unknownApi(
  { api, http, target }: Session,
  donations: readonly Seen[],
): Promise<Mistake | undefined> {
  const [first] = donations
  if (!first || !donations.every(({ answer }) => isMissing(answer))) return undefined
  const beside = (path: string) => http.send({ method: 'GET', url: `${target.apiUrl}${path}` })
  const answers = await Promise.all([
    api.organizations(),
    api.organizations({ authorization: null }),
    api.update('PATCH', first.id, {}, { authorization: null }),
    beside('/organizations'),
    beside(`/donations/${encodeURIComponent(first.id)}`),
  ])
  if (!answers.every(isMissing)) return undefined
  return {
    key: 'SANDBOX_API_URL',
    says: `the API is not there: organizations and donations are unknown (${statusOf(first.answer)}), with a token or without`,
  }
}

function isMissing(exchange: Exchange): boolean {
  return statusOf(exchange) === 404
}
