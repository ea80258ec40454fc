import { randomBytes } from 'node:crypto'
import type { TargetConfig } from '../../client/environment/config.ts'
import { statusOf, stringMember } from '../../client/http/answer.ts'
import type { HttpClient } from '../../client/http/client.ts'
import type { Exchange } from '../../client/http/exchange.ts'
import { isLoopback } from '../../client/http/url.ts'
import { codeOf } from '../../client/login/authorization-flow.ts'
import type { FormParameters, OAuth } from '../../client/oauth/oauth.ts'
import { InconclusiveError } from '../../contract/verdict.ts'
import type { Advice, Sighting } from '../advice.ts'

/** How a probe sends requests, none of which is judged. */
export interface Prober {
  readonly target: TargetConfig
  readonly http: HttpClient
  /** The partner's client, acting for the main user. */
  readonly oauth: OAuth
  /** Whether a login costs nobody's time. */
  readonly canLogIn: boolean
  /** A client that takes every host name for this address; to be closed by whoever asked for it. */
  pinned(address: string): HttpClient
  /** All addresses of a host name; throws where there are none. */
  addressesOf(hostname: string): Promise<readonly string[]>
}

/** An advice that takes a request, or a short flow, of its own. */
export interface Probe extends Advice {
  /** @throws InconclusiveError where it cannot be seen, with the reason. */
  probe(prober: Prober): Promise<readonly Sighting[]>
}

/** A value that no service has ever given out, and nobody could guess. */
export function madeUp(): string {
  return `made-up-${randomBytes(16).toString('hex')}`
}

/** The URLs of the two hosts that are tested; one where they are the same. */
export function hostUrls({ authUrl, apiUrl }: TargetConfig): readonly URL[] {
  const urls = [authUrl, apiUrl].map((url) => new URL(url))
  return urls.filter(({ host }, index) => urls.findIndex((url) => url.host === host) === index)
}

/** @throws InconclusiveError where the client's secret would go over plain http, off this machine. */
export function requireConfidential({ target: { authUrl } }: Prober): void {
  const url = new URL(authUrl)
  if (url.protocol !== 'https:' && !isLoopback(url))
    throw new InconclusiveError('no secret is sent over plain http for an advice')
}

/** Whether an ordinary request gives a code, asked once for all probes of one prober. */
const ordinary = new WeakMap<Prober, Promise<string | undefined>>()

/** @throws InconclusiveError where nobody gets a code, or only at the cost of a person's time: then nothing shows. */
export async function requireCode(prober: Prober): Promise<void> {
  if (!prober.canLogIn) throw new InconclusiveError('each login costs a person’s time')
  const asked = ordinary.get(prober) ?? prober.oauth.authorize().then(codeOf)
  ordinary.set(prober, asked)
  if ((await asked) === undefined) throw new InconclusiveError('an ordinary request gives no code')
}

/**
 * A code for a request with these changes; undefined where it was refused.
 * @throws InconclusiveError where none can be had at all, or none may be used.
 */
export async function codeFor(prober: Prober, changes: FormParameters): Promise<string | undefined> {
  requireConfidential(prober)
  await requireCode(prober)
  return codeOf(await prober.oauth.authorize(changes))
}

/** Status and `error` of an answer, such as `400 invalid_grant`. */
export function statusAndError(exchange: Exchange): string {
  if (!exchange.response) return exchange.failure?.kind ?? 'no answer'
  const error = stringMember(exchange, 'error')?.slice(0, 60)
  return [statusOf(exchange), error].filter(Boolean).join(' ')
}

/** The answer, where one came. @throws InconclusiveError where none did, or the service failed. */
export function requireAnswer(exchange: Exchange): Exchange {
  if (exchange.response && statusOf(exchange) < 500) return exchange
  throw new InconclusiveError(`it was answered by ${statusAndError(exchange)}`)
}
