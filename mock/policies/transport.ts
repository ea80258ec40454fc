import type { RequestListener } from 'node:http'
import type { EnvironmentName } from '../store.ts'

/** Where a request arrived. */
export interface Host {
  readonly environment: EnvironmentName
  readonly role: 'auth' | 'api'
  /** The service's time, in milliseconds since the epoch. */
  now(): number
}

/** Decisions that concern every request of a host, whatever it asks for. */
export interface TransportPolicies {
  readonly routes: { readonly organizations: string; readonly donation: string }
  /** Stands around every request: delays, limits, changes of headers or body. */
  around(request: Request, next: () => Promise<Response>, host: Host): Promise<Response>
  /** Stands around Node's own request listener: what only the raw connection can do. */
  listener(listener: RequestListener, host: Host): RequestListener
}

export const transportPolicies: TransportPolicies = {
  routes: { organizations: '/v1/organizations', donation: '/v1/donations/:id' },
  around: (_request, next) => next(),
  listener: (listener) => listener,
}
