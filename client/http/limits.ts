/** What one request may cost before the target is given up on. */
export interface Limits {
  readonly connectMs: number
  /** From sending the request to the end of the answer's headers. */
  readonly headersMs: number
  /** From the end of the headers to the end of the body. */
  readonly bodyMs: number
  readonly totalMs: number
  /**
   * How long a busy machine kept the target from running, in milliseconds: that is not counted. Only who runs the target
   * knows. @param since of `performance.now()`
   */
  readonly keptMs?: (since: number) => number
  /** Of the body, both as it was sent and after content decoding. */
  readonly bodyBytes: number
  readonly headerBytes: number
}

/** The usual ones: times in milliseconds, sizes in bytes. */
const defaultLimits: Limits = {
  connectMs: 5_000,
  headersMs: 10_000,
  bodyMs: 10_000,
  totalMs: 15_000,
  bodyBytes: 2.5 * 1024 * 1024,
  headerBytes: 64 * 1024,
}

/** Requests under way at the same time, at most, where nothing says how many; the command takes no more either. */
export const DEFAULT_CONCURRENCY = 64

/** The usual limits, with another time for answers, and for their bodies, where one is given. */
export function limitsFor(answerMs = defaultLimits.headersMs): Limits {
  const { headersMs, totalMs } = defaultLimits
  return { ...defaultLimits, headersMs: answerMs, bodyMs: answerMs, totalMs: totalMs - headersMs + answerMs }
}

/** A duration as a message says it. */
export function seconds(milliseconds: number): string {
  return `${milliseconds / 1000} s`
}

/** A size as a message says it. */
export function size(bytes: number): string {
  if (bytes >= 1024 * 1024) return `${Math.round((bytes / 1024 / 1024) * 10) / 10} MiB`
  return bytes >= 1024 ? `${Math.round(bytes / 1024)} KiB` : `${bytes} bytes`
}
