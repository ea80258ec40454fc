import type { TargetConfig } from '../client/environment/config.ts'
import { givesToken } from '../client/http/answer.ts'
import type { Exchange } from '../client/http/exchange.ts'
import type { SecureConnection } from '../client/http/secure-connection.ts'
import { isLoopback } from '../client/http/url.ts'
import type { GivenToken } from '../client/oauth/given-tokens.ts'
import { type AdviceResult, type Look, type Sighting, type TokenRefusal, weak } from './advice.ts'
import { adviceCatalogue, visitLooks } from './catalogue.ts'
import { connectionLooks } from './looks/connections.ts'
import { credentialLooks } from './looks/credentials.ts'
import { hostLooks } from './looks/hosts.ts'
import { tokenAnswerLooks } from './looks/token-answers.ts'
import { Refusals } from './refusals.ts'
import { callbackOf, headerOf, type Visit } from './visit.ts'

/** A service that says something else each time is not to fill the memory. */
const MOST_SIGHTINGS = 200
const MOST_CODES = 1_000
/** So many different ones tell what there is to tell. */
export const MOST_TOLD = 8

/** Hosts that are reached over plain http, though not on this machine (RFC 6749, 3.1 and 3.2). */
function plainHosts({ authUrl, apiUrl }: TargetConfig): readonly Sighting[] {
  return [authUrl, apiUrl]
    .map((url) => new URL(url))
    .filter((url) => url.protocol === 'http:' && !isLoopback(url))
    .map(({ host }) => weak(`${host}: plain http`))
}

/** What was seen of one advice, each text once. */
class Sightings {
  readonly #safe = new Set<string>()
  readonly #weak = new Set<string>()
  reason: string | undefined

  add({ isSafe, seen }: Sighting): void {
    const known = isSafe ? this.#safe : this.#weak
    if (known.size < MOST_SIGHTINGS) known.add(seen)
  }

  get result(): Pick<AdviceResult, 'status' | 'seen' | 'reason'> {
    const [weak, safe] = [this.#weak, this.#safe].map((texts) => [...texts].sort().slice(0, MOST_TOLD))
    const seen = [...(weak ?? []), ...(safe ?? [])]
    const status = weak?.length ? 'advised' : safe?.length ? 'safe' : 'not seen'
    return { status, seen, ...(this.reason !== undefined && { reason: this.reason }) }
  }
}

/** Sees what a run comes by anyway, and remembers what the standards advise of it. It judges nothing and sends nothing. */
export class AdviceObserver {
  readonly #target: TargetConfig
  readonly #sightings = new Map<string, Sightings>()
  readonly #codes = new Set<string>()
  readonly #hosts = new Map<string, Set<string>>()
  readonly #refusals: Refusals

  constructor(target: TargetConfig) {
    this.#target = target
    this.#refusals = new Refusals(target)
  }

  /** A user went through the pages. */
  visit(visit: Visit): void {
    this.#look(visitLooks, visit)
    const code = callbackOf(visit)?.searchParams.get('code')
    if (code && this.#codes.size < MOST_CODES) this.#codes.add(code)
    for (const exchange of visit.flow.exchanges) {
      const { protocol, host } = new URL(exchange.request.url)
      if (protocol !== 'https:' || !exchange.response) continue
      const policies = this.#hosts.get(host) ?? new Set()
      // Of several headers in one answer browsers take the first (RFC 6797, 8.1).
      for (const policy of headerOf(exchange, 'strict-transport-security').slice(0, 1)) policies.add(policy)
      this.#hosts.set(host, policies)
    }
  }

  /** The service answered, whatever was asked. */
  exchange(exchange: Exchange): void {
    if (exchange.request.url.split('?')[0] !== `${this.#target.authUrl}/oauth2/token`) return
    this.#refusals.add(exchange)
    if (givesToken(exchange)) this.#look(tokenAnswerLooks, exchange)
  }

  /** A connection was made. */
  connection(connection: SecureConnection): void {
    this.#look(connectionLooks, connection)
  }

  /** What a request of its own showed of an advice. */
  probed(id: string, sightings: readonly Sighting[]): void {
    for (const sighting of sightings) this.#of(id).add(sighting)
  }

  /** Why an advice that was looked for could not be seen. */
  unseen(id: string, reason: string): void {
    this.#of(id).reason = reason
  }

  /** How the token endpoint refused requests, by requirement. */
  get refusals(): readonly TokenRefusal[] {
    return this.#refusals.all
  }

  /**
   * What was seen of every advice.
   * @param given the tokens of the run.
   */
  results(given: readonly GivenToken[]): readonly AdviceResult[] {
    const of = (wanted: GivenToken['kind']) =>
      given.filter(({ kind }) => kind === wanted).map(({ value }) => value)
    this.#look(credentialLooks, {
      accessTokens: of('access token'),
      refreshTokens: of('refresh token'),
      codes: [...this.#codes],
      target: this.#target,
    })
    this.probed('tls-version', plainHosts(this.#target))
    for (const [host, policies] of this.#hosts)
      this.#look(hostLooks, { host, transportPolicies: [...policies] })
    return adviceCatalogue.map((advice) => ({ ...advice, ...this.#of(advice.id).result }))
  }

  #look<Subject>(looks: Readonly<Record<string, Look<Subject>>>, subject: Subject): void {
    for (const [id, { look }] of Object.entries(looks)) {
      try {
        this.probed(id, look(subject))
      } catch (error) {
        // Tests are under way: what goes wrong here must not become theirs.
        this.unseen(id, `the suite itself failed: ${error instanceof Error ? error.message : String(error)}`)
      }
    }
  }

  #of(id: string): Sightings {
    const known = this.#sightings.get(id) ?? new Sightings()
    this.#sightings.set(id, known)
    return known
  }
}
