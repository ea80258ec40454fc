import { type HttpClient, withSend } from './client.ts'

/** A client whose every exchange names this requirement, as the one whose test sent it. */
export function attributed(http: HttpClient, requirement: string): HttpClient {
  return withSend(http, (request) => http.send({ ...request, requirement }))
}
