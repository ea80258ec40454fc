import { load } from 'cheerio'
import { type MockOptions, type MockService, startMockService } from '../../mock/server.ts'

type Fields = Readonly<Record<string, string | undefined>>

export interface Reply {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The body as JSON, to look into freely. */
  readonly json: Record<string, unknown>
}

/** A partner application and its users, in a few words, against a mock of its own. */
export class Partner {
  readonly mock: MockService

  constructor(mock: MockService) {
    this.mock = mock
  }

  static async start(options: MockOptions = {}): Promise<Partner> {
    return new Partner(await startMockService(options))
  }

  /** The value of an environment key. */
  env(key: string): string {
    const value = this.mock.environment[key]
    if (value === undefined) throw new Error(`no ${key} in the environment`)
    return value
  }

  /** The nth id of a comma-separated environment key. */
  id(key: string, index = 0): string {
    return this.env(key).split(',')[index] ?? ''
  }

  authorizeUrl(overrides: Fields = {}): string {
    const fields = {
      response_type: 'code',
      client_id: this.env('SANDBOX_CLIENT_ID'),
      redirect_uri: this.env('SANDBOX_REDIRECT_URI'),
      scope: this.env('SANDBOX_SCOPE'),
      state: 's-1',
      ...overrides,
    }
    return `${this.mock.urls.sandboxAuth}/oauth2/authorize?${encode(fields)}`
  }

  browser(user: 'OWNER' | 'NO_ORG' | 'MULTI_ORG' = 'OWNER'): Browser {
    const prefix = user === 'OWNER' ? 'SANDBOX' : `SANDBOX_${user}`
    return new Browser(this.env(`${prefix}_USERNAME`), this.env(`${prefix}_PASSWORD`))
  }

  /** A fresh code, by login and approval. */
  async code(browser: Browser = this.browser(), overrides: Fields = {}): Promise<string> {
    const callback = await browser.follow(this.authorizeUrl(overrides))
    const code = callback.searchParams.get('code')
    if (code === null) throw new Error(`no code in ${callback}`)
    return code
  }

  token(fields: Fields): Promise<Reply> {
    const credentials = {
      client_id: this.env('SANDBOX_CLIENT_ID'),
      client_secret: this.env('SANDBOX_CLIENT_SECRET'),
    }
    return this.post(encode({ ...credentials, ...fields }))
  }

  exchange(code: string, overrides: Fields = {}): Promise<Reply> {
    const redirect_uri = this.env('SANDBOX_REDIRECT_URI')
    return this.token({ grant_type: 'authorization_code', code, redirect_uri, ...overrides })
  }

  refresh(refreshToken: unknown, overrides: Fields = {}): Promise<Reply> {
    return this.token({ grant_type: 'refresh_token', refresh_token: String(refreshToken), ...overrides })
  }

  /** A raw POST to the token endpoint. */
  post(body: string, headers: Record<string, string> = {}, query = ''): Promise<Reply> {
    return send(`${this.mock.urls.sandboxAuth}/oauth2/token${query}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body,
    })
  }

  /** Tokens of a new approval. */
  async tokens(user?: 'OWNER' | 'NO_ORG' | 'MULTI_ORG'): Promise<{ access: string; refresh: string }> {
    const { json } = await this.exchange(await this.code(this.browser(user)))
    return { access: String(json.access_token), refresh: String(json.refresh_token) }
  }

  update(token: string, id: string, body: unknown, method = 'PATCH'): Promise<Reply> {
    return this.updateRaw(token, id, JSON.stringify(body), method)
  }

  updateRaw(
    token: string,
    id: string,
    body: NonNullable<RequestInit['body']> | null,
    method = 'PATCH',
    headers: Record<string, string> = {},
  ): Promise<Reply> {
    return send(`${this.mock.urls.sandboxApi}/v1/donations/${id}`, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...headers },
      body,
    })
  }

  organizations(token?: string, apiUrl: string = this.mock.urls.sandboxApi): Promise<Reply> {
    const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` }
    return send(`${apiUrl}/v1/organizations`, { headers })
  }

  /** Asks the inspector; POST where there is something to send. */
  inspect(path: string, body?: unknown): Promise<Reply> {
    return send(this.mock.urls.inspector + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${this.mock.inspectorKey}` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  }
}

/** A user at a browser: keeps one cookie, fills in every form it is shown, stops at the first foreign address. */
export class Browser {
  readonly #username: string
  readonly #password: string
  /** Titles of the pages seen. */
  readonly pages: string[] = []
  cookie: string | undefined

  constructor(username: string, password: string) {
    this.#username = username
    this.#password = password
  }

  /** Where login and the given decision lead to. */
  async follow(url: string, decision: 'approve' | 'decline' = 'approve'): Promise<URL> {
    let reply = await this.open(url)
    for (let step = 0; step < 10; step += 1) {
      const location = reply.headers.get('location')
      if (location !== null) {
        const target = new URL(location, url)
        if (target.origin !== new URL(url).origin) return target
        reply = await this.open(target.href)
        continue
      }
      const form = this.form(reply, decision)
      reply = await this.open(new URL(form.action, url).href, encode(form.fields))
    }
    throw new Error(`no callback after ${this.pages.join(', ')}`)
  }

  async open(url: string, form?: string): Promise<Reply> {
    const reply = await send(url, {
      redirect: 'manual',
      headers: {
        ...(this.cookie !== undefined && { cookie: this.cookie }),
        ...(form !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(form !== undefined && { method: 'POST', body: form }),
    })
    this.cookie = reply.headers.get('set-cookie')?.split(';')[0] ?? this.cookie
    return reply
  }

  /** The form of a page, filled in. */
  form(page: Reply, decision: string) {
    const $ = load(page.text)
    this.pages.push($('title').text())
    if ($('form').length === 0) throw new Error(`no form: ${page.status} ${$('main').text()}`)
    const fields: Record<string, string> = {}
    for (const input of $('input')) {
      const { name = '', type, value = '' } = input.attribs
      fields[name] = type === 'password' ? this.#password : name === 'username' ? this.#username : value
    }
    if ($(`button[name=decision][value=${decision}]`).length > 0) fields.decision = decision
    return { action: $('form').attr('action') ?? '', fields }
  }
}

export function encode(fields: Fields): string {
  return Object.entries(fields)
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`]))
    .join('&')
}

export async function send(url: string, init: RequestInit = {}): Promise<Reply> {
  const response = await fetch(url, init)
  const text = await response.text()
  const isJson = response.headers.get('content-type') === 'application/json'
  return { status: response.status, headers: response.headers, text, json: isJson ? JSON.parse(text) : {} }
}
