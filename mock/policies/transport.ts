import type { RequestListener } from 'node:http'
import type { EnvironmentName } from '../store.ts'

/** The host that a request was sent to. */
export interface Host {
  readonly environment: EnvironmentName
  readonly role: 'auth' | 'api'
  /** The service's time, in milliseconds since the epoch. */
  now(): number
}

/** Decisions about all requests of a host, whatever their path. */
export interface TransportPolicies {
  /** Paths of the API; `:id` stands for the donation id. */
  readonly routes: { readonly organizations: string; readonly donation: string }
  /** How large the body of a request may be, in bytes. */
  readonly bodyLimit: number
  /** Wraps the handling of every request, to delay or refuse it or to change its response. */
  around(request: Request, next: () => Promise<Response>, host: Host): Promise<Response>
  /** Wraps Node's request listener, for changes that need access to the connection. */
  listener(listener: RequestListener, host: Host): RequestListener
}

/** The transport of the reference service, which changes nothing. */
export const transportPolicies: TransportPolicies = {
  routes: { organizations: '/v1/organizations', donation: '/v1/donations/:id' },
  bodyLimit: 1024 * 1024,
  around: (_request, next) => next(),
  listener: (listener) => listener,
}
