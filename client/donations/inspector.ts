import {
  type InspectedAdvisor,
  type InspectedDonation,
  inspectedAdvisorsSchema,
  inspectedDonationSchema,
  type WebhookDeliveries,
  webhookDeliveriesSchema,
} from '../../contract/inspector.ts'
import { InconclusiveError } from '../../contract/verdict.ts'
import { describeAnswer, isAccepted, jsonOf, statusOf } from '../http/answer.ts'
import type { HttpClient } from '../http/client.ts'

/** Client of the embedded mock's inspector. Every method throws where the inspector itself does not work. */
export class Inspector {
  readonly #http: HttpClient
  readonly #url: string
  readonly #key: string

  /** @param http a client of its own: what it sends is no evidence about the service. */
  constructor(http: HttpClient, at: { url: string; key: string }) {
    this.#http = http
    this.#url = at.url
    this.#key = at.key
  }

  /** The whole stored state of a donation. */
  async donation(id: string): Promise<InspectedDonation> {
    return inspectedDonationSchema.parse(await this.#get(`/donations/${encodeURIComponent(id)}`))
  }

  /** All advisors that have this email address. */
  async advisors(email: string): Promise<readonly InspectedAdvisor[]> {
    const answer = await this.#get(`/advisors?email=${encodeURIComponent(email)}`)
    return inspectedAdvisorsSchema.parse(answer).advisors
  }

  /** What the webhook destinations received so far but for the first so many. */
  async webhooks(after = 0): Promise<WebhookDeliveries> {
    return webhookDeliveriesSchema.parse(await this.#get(`/webhooks?after=${after}`))
  }

  /** Moves the service's clock forward, for all tests. */
  advanceClock(seconds: number): Promise<void> {
    return this.#post('/clock/advance', { seconds })
  }

  expireCode(token: string): Promise<void> {
    return this.#post('/codes/expire', { token })
  }

  expireAccessToken(token: string): Promise<void> {
    return this.#post('/access-tokens/expire', { token })
  }

  revokeRefreshToken(token: string): Promise<void> {
    return this.#post('/refresh-tokens/revoke', { token })
  }

  async #get(path: string): Promise<unknown> {
    const exchange = await this.#http.send({ method: 'GET', url: this.#url + path, headers: this.#headers() })
    if (!isAccepted(exchange)) throw new Error(`inspector: GET ${path}: ${describeAnswer(exchange)}`)
    return jsonOf(exchange)
  }

  async #post(path: string, body: unknown): Promise<void> {
    const headers = { ...this.#headers(), 'content-type': 'application/json' }
    const exchange = await this.#http.send({
      method: 'POST',
      url: this.#url + path,
      headers,
      body: JSON.stringify(body),
    })
    // A service may hand out tokens that it does not keep.
    if (statusOf(exchange) === 404)
      throw new InconclusiveError('the service does not know what it gave: see TOKEN-1 and REFRESH-2')
    if (!isAccepted(exchange)) throw new Error(`inspector: POST ${path}: ${describeAnswer(exchange)}`)
  }

  #headers() {
    return { authorization: `Bearer ${this.#key}` }
  }
}
