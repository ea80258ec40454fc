import type { HttpClient } from './http.ts'

/** A client whose every exchange names this requirement, as the one whose test sent it. */
export function attributed(http: HttpClient, requirement: string): HttpClient {
  return {
    ...http,
    send: (request) => http.send({ ...request, requirement }),
    get requests() {
      return http.requests
    },
  }
}
