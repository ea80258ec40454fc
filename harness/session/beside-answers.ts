import { Inspector } from '../../client/donations/inspector.ts'
import { DonationReader } from '../../client/donations/reader.ts'
import { createHttpClient, type HttpClient } from '../../client/http/client.ts'
import { throttle } from '../../client/http/throttle.ts'
import type { TokenOwner } from '../../client/oauth/token-owner.ts'
import type { SecretRegistry } from '../../client/secrets/registry.ts'
import type { RunSettings } from '../model/settings.ts'

/** What shows of donations what the API's answers do not, by clients of its own: no test judges what they send. */
export class BesideAnswers {
  /** Of the embedded mock; undefined of any other target. */
  readonly inspector: Inspector | undefined
  /** As it was configured; undefined where nothing was. */
  readonly reader: DonationReader | undefined
  readonly #clients: HttpClient[] = []

  constructor(
    { target, rateLimits = {} }: RunSettings,
    { secrets, tokens, signal }: { secrets: SecretRegistry; tokens: TokenOwner; signal: AbortSignal },
  ) {
    const { inspector, donationReading, network } = target
    if (inspector) {
      const http = this.#opened(createHttpClient({ secrets, limits: { bodyBytes: 2 ** 26 } }))
      this.inspector = new Inspector(http, inspector)
    }
    if (donationReading) {
      const http = this.#opened(throttle(createHttpClient({ secrets, signal, network }), rateLimits, signal))
      this.reader = new DonationReader(donationReading, http, tokens, signal)
    }
  }

  #opened(http: HttpClient): HttpClient {
    this.#clients.push(http)
    return http
  }

  /** Ends all connections. */
  async close(): Promise<void> {
    for (const http of this.#clients) await http.close()
  }
}
