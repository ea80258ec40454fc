import type { TargetConfig } from '../../client/environment/config.ts'
import { isForm } from '../../client/http/answer.ts'
import type { Exchange } from '../../client/http/exchange.ts'

/** The way to a donation as the contract writes it, and an id such as a router hands on; what is spelled otherwise may be answered by what stands before the operation. */
const PLAIN_ROUTE = /^\/v1\/donations\/[\w.~-]{1,200}$/

/** A form posted to the token endpoint. */
export function isTokenRequest(exchange: Exchange, target: TargetConfig): boolean {
  const { method, url } = exchange.request
  return method === 'POST' && url === `${target.authUrl}/oauth2/token` && isForm(exchange.request)
}

/** A call of the API under its prefix. */
export function isApiRequest(exchange: Exchange, target: TargetConfig): boolean {
  return exchange.request.url.startsWith(`${target.apiUrl}/v1/`)
}

/** PUT or PATCH of a donation under the API's prefix; a known one's id may need escapes. */
export function isUpdate(exchange: Exchange, target: TargetConfig): boolean {
  const { method, url } = exchange.request
  if (!['PUT', 'PATCH'].includes(method) || !isApiRequest(exchange, target)) return false
  const path = url.slice(target.apiUrl.length)
  return (
    PLAIN_ROUTE.test(path) ||
    knownIds(target).some((id) => path === `/v1/donations/${encodeURIComponent(id)}`)
  )
}

/** Whether the request went to one of the two hosts that are tested. */
export function isOfTarget(exchange: Exchange, target: TargetConfig): boolean {
  return exchange.request.url.startsWith(`${target.authUrl}/oauth2/`) || isApiRequest(exchange, target)
}

const LETTER_CASES = [/[a-z]/, /[A-Z]/]

/**
 * Whether the id in the path is written like one of those that are known: as long, with the same punctuation, and with
 * small letters or capitals only where they have such.
 */
export function namesLikelyDonation({ request: { url } }: Exchange, target: TargetConfig): boolean {
  const asked = url.split('/').at(-1) ?? ''
  return knownIds(target).some(
    (id) =>
      formOf(id) === formOf(asked) &&
      LETTER_CASES.every((letters) => letters.test(id) || !letters.test(asked)),
  )
}

function knownIds({
  pledgedDonationIds,
  nonPledgedDonationIds,
  foreignDonationId,
}: TargetConfig): readonly string[] {
  return [...pledgedDonationIds, ...nonPledgedDonationIds, ...(foreignDonationId ? [foreignDonationId] : [])]
}

function formOf(id: string): string {
  return /^\d+$/.test(id) ? id.replace(/\d/g, '9') : id.replace(/[\da-z]/gi, 'x')
}
