import { type PolicyChange, replace } from '../policies/replace.ts'

/** A token request before it leaves, to be changed. */
export interface TokenRequest {
  url: URL
  method: string
  readonly headers: Headers
  form: URLSearchParams
  /** In place of the form. */
  body?: string | null
}

/** A call of the API before it leaves, to be changed. */
interface ApiRequest {
  url: URL
  method: string
  readonly headers: Headers
  body: string
}

/** Changes the token requests of one grant type, or those of both. */
export function changeTokenRequests(
  change: (request: TokenRequest) => void,
  grantType?: 'authorization_code' | 'refresh_token',
): PolicyChange {
  return replace('wire', ({ token }) => ({
    token(url, init) {
      const form = new URLSearchParams(String(init.body))
      if (grantType !== undefined && form.get('grant_type') !== grantType) return token(url, init)
      const request: TokenRequest = {
        url: new URL(url),
        method: init.method ?? 'POST',
        headers: new Headers(init.headers),
        form,
      }
      change(request)
      const { method, headers, body = request.form } = request
      return token(request.url.href, { ...init, method, headers, body })
    },
  }))
}

/** Changes the calls of the API. */
export function changeApiRequests(change: (request: ApiRequest) => void): PolicyChange {
  return replace('wire', ({ api }) => ({
    api(url, init) {
      const request: ApiRequest = {
        url: new URL(url),
        method: init.method ?? 'GET',
        headers: new Headers(init.headers),
        body: String(init.body),
      }
      change(request)
      return api(request.url.href, { ...init, ...request })
    },
  }))
}

/** The access token of a call. */
export function accessTokenOf({ headers }: ApiRequest): string {
  return headers.get('authorization')?.replace('Bearer ', '') ?? ''
}

/** The parameters as JSON. */
export function asJson(request: TokenRequest): void {
  request.headers.set('content-type', 'application/json')
  request.body = JSON.stringify(Object.fromEntries(request.form))
}

export function withoutSecret({ form }: TokenRequest): void {
  form.delete('client_secret')
}
