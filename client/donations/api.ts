import type { TargetConfig } from '../environment/config.ts'
import { isAccepted } from '../http/answer.ts'
import type { HttpClient } from '../http/client.ts'
import type { Exchange } from '../http/exchange.ts'
import type { TokenOwner } from '../oauth/token-owner.ts'

/** The methods that update a donation, which mean the same. */
export type UpdateMethod = 'PUT' | 'PATCH'
/** Both of them, in the order in which they are tried. */
export const UPDATE_METHODS: readonly UpdateMethod[] = ['PATCH', 'PUT']

/** How a call differs from the ordinary one. */
export interface CallOptions {
  /** The Authorization header in place of `Bearer <the suite's token>`; null sends none. */
  readonly authorization?: string | null
  readonly headers?: Readonly<Record<string, string>>
  /** Query string, without the question mark. */
  readonly query?: string
  /** The body goes in chunks of so many bytes, which makes the request {@link irregular}. */
  readonly chunkBytes?: number
  /** The path prefix that carries the version; `/v1` unless told otherwise. */
  readonly prefix?: string
  /** A request that the contract does not describe: rules about answers skip it. */
  readonly irregular?: true
}

/** A body sent byte for byte, where a test needs other than one JSON value. */
export class RawBody {
  readonly bytes: string | Uint8Array
  constructor(bytes: string | Uint8Array) {
    this.bytes = bytes
  }
}

/** The Donation Partner API's own operations, as raw exchanges. */
export class Api {
  readonly #target: TargetConfig
  readonly #http: HttpClient
  readonly #tokens: TokenOwner
  #authorization: string | undefined

  constructor(target: TargetConfig, http: HttpClient, tokens: TokenOwner) {
    this.#target = target
    this.#http = http
    this.#tokens = tokens
  }

  /** From now on sends this header where a call does not say otherwise; undefined is the suite's own token again. */
  actAs(authorization: string | undefined): void {
    this.#authorization = authorization
  }

  /** `PUT` or `PATCH /v1/donations/{id}`. */
  update(method: UpdateMethod, id: string, body: unknown, options: CallOptions = {}): Promise<Exchange> {
    return this.#call(method, `/donations/${encodeURIComponent(id)}`, options, body)
  }

  /** `GET /v1/organizations`. */
  organizations(options: CallOptions = {}): Promise<Exchange> {
    return this.#call('GET', '/organizations', options)
  }

  /** Whether this access token is taken. */
  async opens(accessToken: string): Promise<boolean> {
    return isAccepted(await this.organizations({ authorization: `Bearer ${accessToken}` }))
  }

  /**
   * Sends a call. Where it uses the suite's own token and that is refused, once more with a fresh one.
   * @throws InconclusiveError where no token can be had.
   */
  async #call(method: string, path: string, options: CallOptions, body?: unknown): Promise<Exchange> {
    const send = (authorization: string | null) =>
      this.#http.send({
        method,
        url: `${this.#target.apiUrl}${options.prefix ?? '/v1'}${path}${options.query ? `?${options.query}` : ''}`,
        headers: {
          accept: 'application/json',
          ...(authorization === null ? {} : { authorization }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...options.headers,
        },
        ...(body === undefined ? {} : { body: body instanceof RawBody ? body.bytes : JSON.stringify(body) }),
        ...(options.chunkBytes !== undefined && { chunkBytes: options.chunkBytes }),
        ...(options.irregular && { irregular: options.irregular }),
      })
    const { authorization = this.#authorization } = options
    if (authorization !== undefined) return send(authorization)
    return this.#tokens.send((token) => send(`Bearer ${token}`))
  }
}
