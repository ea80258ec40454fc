import { createServer, type RequestListener } from 'node:http'
import { onTestFinished } from 'vitest'
import { createHttpClient, type HttpClientOptions } from '../../../client/http/client.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import { SecretRegistry } from '../../../client/secrets/registry.ts'
import { listen } from '../login/site.ts'

/** Of the client that tests use: what waits, ends soon. */
export const limits = {
  connectMs: 500,
  headersMs: 150,
  bodyMs: 150,
  totalMs: 1_000,
  bodyBytes: 10_000,
  headerBytes: 8_000,
}

/** A client until the test is over. */
export function client(options: Partial<HttpClientOptions> = {}) {
  const http = createHttpClient({ secrets: new SecretRegistry(), limits, ...options })
  onTestFinished(() => http.close())
  return http
}

/** What one request of a server of its own comes to. */
export async function get(
  listener: RequestListener,
  options: Partial<HttpClientOptions> = {},
): Promise<Exchange> {
  const url = await listen(createServer(listener))
  return client(options).send({ method: 'GET', url })
}
