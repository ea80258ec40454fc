import type { Exchange, ExchangeRequest, ExchangeResponse } from '../../client/http/exchange.ts'
import { run } from './samples.ts'

/** One exchange that a test may vary: a refused update, unless told otherwise. */
export function exchange(
  part: Partial<Omit<Exchange, 'request' | 'response'>> & {
    request?: Partial<ExchangeRequest>
    response?: Partial<ExchangeResponse>
  } = {},
): Exchange {
  const body = '{"error":"invalid","error_description":"no"}'
  const { request, response, ...rest } = part
  return {
    id: 1,
    requirement: 'UPDATE-12',
    startedAt: Date.parse('2026-01-02T03:04:06Z'),
    durationMs: 12.5,
    ...rest,
    request: {
      method: 'PATCH',
      url: 'http://127.0.0.1:9001/v1/donations/7',
      headers: { 'content-type': 'application/json', authorization: 'Bearer <access_token>' },
      body: '{"donor_city":7}',
      ...request,
    },
    ...(part.failure
      ? {}
      : {
          response: {
            status: 422,
            headers: { 'content-type': ['application/json'] },
            body,
            bytes: body.length,
            ...response,
          },
        }),
  }
}

/** A run with many exchanges, half of them accepted. */
export function manyExchanges(count: number): Exchange[] {
  const body = JSON.stringify({ data: { id: '7', donor_city: 'Rome', memo: 'a'.repeat(500) } })
  return Array.from({ length: count }, (_, index) =>
    exchange({
      id: index + 1,
      requirement: `UPDATE-${(index % 17) + 1}`,
      startedAt: Date.parse('2026-01-02T03:04:05.678Z') + index,
      request: { url: `http://127.0.0.1:9001/v1/donations/${index % 32}` },
      response: index % 2 ? { status: 200, body, bytes: body.length } : {},
    }),
  )
}

export const runWith = (exchanges: readonly Exchange[]) => run([], { exchanges })
