export const FAILURE_KINDS = [
  'unreachable',
  'timeout',
  'dropped',
  'too-large',
  'not-http',
  'tls',
  'aborted',
] as const

/** Why no usable answer came. */
export type FailureKind = (typeof FAILURE_KINDS)[number]

/** A request as it was sent, with the headers that the client added. */
export interface ExchangeRequest {
  readonly method: string
  readonly url: string
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** Set where the body is no UTF-8 text: `body` is then its base64. */
  readonly bodyEncoding?: 'base64'
}

/** An answer as it was read to its end. */
export interface ExchangeResponse {
  readonly status: number
  /** Names in lower case; a header that came several times has several values. */
  readonly headers: Readonly<Record<string, readonly string[]>>
  /** The body after content decoding, as UTF-8; bytes that are no UTF-8 become U+FFFD. */
  readonly body: string
  /** Set where `body` is only the beginning of what came, which then shows nothing of its form. */
  readonly isCut?: true
  /** Size of the body in bytes, after content decoding. */
  readonly bytes: number
}

/** A part of the examination of a partner's application. */
export interface ExaminationStep {
  /** Each scenario is one browser, and one customer of the application. */
  readonly scenario: string
  readonly from: 'browser' | 'application'
  readonly to: 'application' | 'service'
}

/** One request and what came of it: a response, or the failure that stands in its place. */
export interface Exchange {
  /** Counts up from 1 within a run. */
  readonly id: number
  /** The requirement whose test sent it; absent where the suite itself did (tokens, fixtures). */
  readonly requirement?: string
  /** A request that the contract does not describe: rules about answers skip it. */
  readonly irregular?: true
  /** Where a partner's application is examined: what was tried, and between whom this was. */
  readonly step?: ExaminationStep
  /** When it was sent: milliseconds since the epoch, with fractions, so that one can tell what overlapped. */
  readonly startedAt: number
  readonly durationMs: number
  readonly request: ExchangeRequest
  readonly response?: ExchangeResponse
  readonly failure?: { readonly kind: FailureKind; readonly message: string }
}
