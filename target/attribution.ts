import { type HttpClient, sendingBy } from './http.ts'

/** A client whose every exchange names this requirement, as the one whose test sent it. */
export function attributed(http: HttpClient, requirement: string): HttpClient {
  return sendingBy(http, (request) => http.send({ ...request, requirement }))
}
