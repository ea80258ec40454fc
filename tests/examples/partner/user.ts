import type { Hono } from 'hono'
import { createApp } from '../../../examples/partner/app.ts'
import type { Served } from '../../../examples/partner/customers.ts'
import { contractPolicies, type Policies } from '../../../examples/partner/policies/index.ts'
import { readSettings } from '../../../examples/partner/settings.ts'
import type { Partner } from '../../mock/partner.ts'

/** The sample as its users meet it, without a port: connected to a mock, one user at one browser. */
export class User {
  readonly mock: Partner
  readonly #app: Hono<Served>
  readonly #cookies = new Map<string, string>()

  constructor(mock: Partner, policies: Policies = contractPolicies) {
    this.mock = mock
    const settings = readSettings({
      PORT: '8080',
      DONATION_ENVIRONMENT: 'sandbox',
      DONATION_AUTH_URL: mock.mock.urls.sandboxAuth,
      DONATION_API_URL: mock.mock.urls.sandboxApi,
      DONATION_CLIENT_ID: mock.env('SANDBOX_CLIENT_ID'),
      DONATION_CLIENT_SECRET: mock.env('SANDBOX_CLIENT_SECRET'),
      DONATION_REDIRECT_URI: mock.env('SANDBOX_REDIRECT_URI'),
      DONATION_SCOPE: mock.env('SANDBOX_SCOPE'),
    })
    this.#app = createApp(settings, policies)
  }

  async open(path: string, init: RequestInit = {}): Promise<Response> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { cookie, ...Object.fromEntries(new Headers(init.headers)) }
    const response = await this.#app.request(path, { ...init, headers })
    for (const set of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      if (name !== undefined && value !== undefined) this.#cookies.set(name, value)
    }
    return response
  }

  post(path: string, body: unknown): Promise<Response> {
    const headers = { 'content-type': 'application/json' }
    return this.open(path, { method: 'POST', headers, body: JSON.stringify(body) })
  }

  /** Connects, and returns the path of the callback, which has been opened. */
  async connect(as?: 'OWNER' | 'NO_ORG' | 'MULTI_ORG'): Promise<string> {
    const address = (await this.open('/connect')).headers.get('location') ?? ''
    const { pathname, search } = await this.mock.browser(as).follow(address)
    await this.open(pathname + search)
    return pathname + search
  }

  async connection(): Promise<unknown> {
    return (await this.open('/connection')).json()
  }
}
