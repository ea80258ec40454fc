import {
  isAccepted,
  isJsonObject,
  isRefused,
  jsonObjectOf,
  jsonOf,
  statusOf,
} from '../../client/http/answer.ts'
import type { Exchange } from '../../client/http/exchange.ts'
import { GATED_FIELDS, OBSERVABLE_FIELDS } from '../../contract/index.ts'
import type { WrongValue } from '../model/received.ts'
import type { Finding } from '../model/violation.ts'
import { isSameJson } from './json.ts'
import {
  ORIGINS,
  ofField,
  type ShownSign,
  SIGNS,
  type ValueOrigin,
  WRONG_WHILE_PLEDGED,
} from './known-signs.ts'
import { donationOf, looksLikeUpdate, sentObject, type Traffic, type Write } from './traffic.ts'

/** What is known when a failure is looked at. */
interface SignContext {
  readonly traffic: Traffic
  /** Whether it came at the end of a sequence of steps, any of which may be at fault. */
  readonly isSequence?: boolean
}

/** What the judged exchange, the last one, shows by itself or beside the run's traffic. */
const EXCHANGE_SIGNS: readonly (readonly [ShownSign, (last: Exchange, traffic: Traffic) => boolean])[] = [
  [SIGNS.tokenEnded, (last, traffic) => traffic.isGone(last)],
  [SIGNS.tokenRefusedForAWhile, (last, traffic) => traffic.isBack(last)],
  [SIGNS.errorPage, isErrorPage],
  [SIGNS.refusedForToken, (last) => looksLikeUpdate(last) && [401, 403].includes(statusOf(last))],
  [SIGNS.noOrganizations, isMissingRoute],
  [SIGNS.unknownIdAccepted, isUnknownAccepted],
]

const GATED: ReadonlySet<string> = new Set(GATED_FIELDS)
const OBSERVABLE: ReadonlySet<string> = new Set(OBSERVABLE_FIELDS)

/** All that a failure shows. */
export function signsOf(
  finding: Finding,
  { traffic, isSequence = false }: SignContext,
): readonly ShownSign[] {
  const { exchanges, wrong = [], sentTo } = finding
  const last = exchanges.at(-1)
  if (!last) return []
  const isPledged = traffic.pledged.has(donationOf(last) ?? '')
  const isGated = wrong.length > 0 && wrong.every(({ field }) => GATED.has(field))
  const own = EXCHANGE_SIGNS.filter(([, isShown]) => isShown(last, traffic)).map(([sign]) => sign)
  return [
    ...own,
    ...(isSequence ? [SIGNS.inSequence] : []),
    ...(exchanges.some(isMalformedRefusal) ? [SIGNS.malformedRefused] : []),
    ...(sentTo === undefined ? [] : [SIGNS.unregisteredAddress]),
    ...(isGated && !isPledged ? [SIGNS.gatedBeyond] : []),
    ...(wrong.length > 0 && wrong.every(({ field }) => field === 'id') ? [SIGNS.wrongId] : []),
    ...(wrong.length > 0 && wrong.every(isNotShown) ? [SIGNS.notShown] : []),
    ...wrong.flatMap(({ field, shown }) => [
      ...originOf(field, shown, last, traffic).map((origin) => ofField(origin, field)),
      ...(isPledged ? [ofField(WRONG_WHILE_PLEDGED, field)] : []),
    ]),
  ]
}

function originOf(field: string, shown: unknown, last: Exchange, traffic: Traffic): readonly ValueOrigin[] {
  const donation = donationOf(last) ?? ''
  const until = last.startedAt + last.durationMs
  const writes = traffic.writesOf(field, until)
  const isShown = ({ value }: Write) => isSameJson(value, shown)
  const own = writes.filter((one) => one.donation === donation)
  const latest = own.find((one) => one.isAccepted)
  if (latest && isShown(latest)) return [ORIGINS.sentLast]
  const isElsewhere = writes.some(
    (one) => one.donation !== donation && isShown(one) && one.to >= (latest?.from ?? 0),
  )
  const origins: ValueOrigin[] = isElsewhere && !isEmpty(shown) ? [ORIGINS.otherDonation] : []
  if (isEmpty(shown)) return [ORIGINS.lost]
  if (own.some((one) => !one.isAccepted && isShown(one))) origins.push(ORIGINS.sentAndRefused)
  else if (own.some(isShown)) origins.push(ORIGINS.thereBefore)
  if (origins.length > 0) return origins
  const sent = own[0]?.value
  const isBeyond = typeof sent === 'string' && typeof shown === 'string' && isPlainPartKept(sent, shown)
  return [isBeyond ? ORIGINS.alteredBeyondPlain : ORIGINS.altered]
}

function isNotShown({ field, shown, wasMissing }: WrongValue): boolean {
  return OBSERVABLE.has(field) && (shown === undefined || wasMissing === true)
}

function isEmpty(value: unknown): boolean {
  return value === '' || value === null || value === undefined
}

/** Whether all plain letters, digits and marks of a text with others stand in the other one, in their order. */
function isPlainPartKept(sent: string, shown: string): boolean {
  const plain = sent.replace(/[^\x20-\x7e]|'/g, '')
  if (plain === sent) return false
  let at = 0
  for (const character of plain) {
    at = shown.indexOf(character, at) + 1
    if (at === 0) return false
  }
  return true
}

/** An ordinary request gets a page for an error: what is odd may break what stands before the endpoint. */
export function isErrorPage(last: Exchange): boolean {
  const { url, body = '' } = last.request
  const isPage = statusOf(last) >= 400 && !isJsonObject(jsonOf(last)) && (last.response?.bytes ?? 0) > 0
  return isPage && url.endsWith('/oauth2/token') && isOrdinaryForm(body)
}

/** Whether each parameter comes once, in printable ASCII of ordinary length. */
function isOrdinaryForm(body: string): boolean {
  const parameters = [...new URLSearchParams(body)]
  const isOnce = new Set(parameters.map(([name]) => name)).size === parameters.length
  return isOnce && parameters.every(([, value]) => /^[\x21-\x7e]{0,512}$/.test(value))
}

function isMissingRoute(last: Exchange): boolean {
  const { method, url } = last.request
  return (
    method === 'GET' && /\/organizations$/.test(url) && [301, 302, 307, 308, 404].includes(statusOf(last))
  )
}

/** What was refused, or should have been, since it is no JSON object. */
function isMalformedRefusal(exchange: Exchange): boolean {
  const { body } = exchange.request
  return (
    looksLikeUpdate(exchange) && isRefused(exchange) && Boolean(body) && sentObject(exchange) === undefined
  )
}

/** An id that is not of any donation, answered as if it were of one that nobody knows. */
function isUnknownAccepted(last: Exchange, traffic: Traffic): boolean {
  if (!looksLikeUpdate(last) || !isAccepted(last)) return false
  const asked = decodeURIComponent(donationOf(last) ?? '')
  const data = jsonObjectOf(last)?.data
  const shown = isJsonObject(data) ? data.id : undefined
  return !traffic.donations.has(asked) && (shown === asked || shown === undefined)
}
