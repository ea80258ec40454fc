import type { TargetConfig } from '../../client/environment/config.ts'
import type { Exchange } from '../../client/http/exchange.ts'
import type { RunSettings } from '../../harness/model/settings.ts'
import { ViolationError } from '../../harness/model/violation.ts'
import { Session } from '../../harness/session/session.ts'
import { Trial } from '../../harness/session/trial.ts'

/** A target of which no more than the necessary is known; nothing listens there. */
export const target: TargetConfig = {
  kind: 'sandbox',
  authUrl: 'http://auth.example',
  apiUrl: 'http://api.example',
  client: { id: 'partner', secret: 'client-secret-51ab', redirectUri: 'https://partner.example/callback' },
  scope: 'donations',
  login: 'form',
  pledgedDonationIds: [],
  nonPledgedDonationIds: [],
  designationIds: [],
}

export function settings(part: Partial<RunSettings> = {}): RunSettings {
  return { target, seed: 42, runs: 20, strict: false, shrinkSeconds: 30, ...part }
}

/** One run of a test of AUTHZ-2 that need not judge: what it throws is what is looked at. */
export function trial(part: Partial<RunSettings> = {}, name = 'AUTHZ-2'): Trial {
  return new Trial(new Session(settings(part)), 'AUTHZ-2', name, { judgedByRule: true })
}

/** A violation as a matcher reports it. */
export function broken(received: string, requirement?: string): ViolationError {
  return new ViolationError({ expected: 'better', received, exchanges: [] }, requirement)
}

interface Sample {
  readonly method?: string
  readonly url: string
  readonly requestHeaders?: Exchange['request']['headers']
  readonly requestBody?: string
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly failure?: Exchange['failure']
}

/** An exchange by hand: an answer, or the failure in its place. */
export function exchange(sample: Sample): Exchange {
  const {
    method = 'GET',
    url,
    requestHeaders = {},
    requestBody,
    status = 200,
    headers = {},
    body = '',
  } = sample
  return {
    id: 1,
    startedAt: 0,
    durationMs: 1,
    request: {
      method,
      url,
      headers: requestHeaders,
      ...(requestBody !== undefined && { body: requestBody }),
    },
    ...(sample.failure
      ? { failure: sample.failure }
      : {
          response: {
            status,
            headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]])),
            body,
            bytes: Buffer.byteLength(body),
          },
        }),
  }
}

/** An answer of the token endpoint. */
export function tokenAnswer(sample: Omit<Sample, 'url'>): Exchange {
  return exchange({
    method: 'POST',
    url: 'http://auth.example/oauth2/token',
    requestHeaders: { 'content-type': 'application/x-www-form-urlencoded' },
    headers: { 'content-type': 'application/json' },
    ...sample,
  })
}

/** An answer of the donation update. */
export function updateAnswer(sample: Omit<Sample, 'url'>): Exchange {
  return exchange({
    method: 'PATCH',
    url: 'http://api.example/v1/donations/1',
    headers: { 'content-type': 'application/json' },
    ...sample,
  })
}
