import type { HttpClient } from '../target/http.ts'

/** Why a run that somebody ended early does not know more. */
export const INTERRUPTED = 'the run was interrupted'

/** A client whose requests all end when the signal says so. */
export function interruptible(http: HttpClient, signal: AbortSignal): HttpClient {
  return {
    send: (request) => http.send({ ...request, signal }),
    close: () => http.close(),
    get requests() {
      return http.requests
    },
    secrets: http.secrets,
  }
}
