import { setTimeout as sleep } from 'node:timers/promises'
import { load } from 'cheerio'
import type { MockService } from '../../mock/server.ts'

interface Reply {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** A partner application that knows the contract and nothing of the mock: what it copes with is legal. */
export class Stranger {
  readonly #environment: Readonly<Record<string, string>>
  readonly #cookies = new Map<string, string>()

  constructor({ environment }: MockService) {
    this.#environment = environment
  }

  /** The first id of an environment key that lists some. */
  firstOf(key: string): string {
    return this.#env(key).split(',')[0] ?? ''
  }

  /** Logs in, approves, and returns what the redirect URI is called with. */
  async authorize(state: string): Promise<URLSearchParams> {
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: this.#env('SANDBOX_CLIENT_ID'),
      redirect_uri: this.#env('SANDBOX_REDIRECT_URI'),
      scope: this.#env('SANDBOX_SCOPE'),
      state,
    })
    let page = new URL(`${this.#env('SANDBOX_AUTH_URL')}/oauth2/authorize?${query}`)
    let reply = await this.#browse(page)
    for (let step = 0; step < 10; step += 1) {
      const location = reply.headers.get('location')
      if (location && /^https:/i.test(location)) return this.#callback(location)
      if (location !== null) {
        page = new URL(location, page)
        reply = await this.#browse(page)
      } else {
        const { action, fields } = this.#filledForm(reply.text)
        page = new URL(action, page)
        reply = await this.#browse(page, fields)
      }
    }
    throw new Error(`no end at ${page}: ${reply.text}`)
  }

  /** Sends a token request with the client's credentials and returns its JSON. */
  async token(fields: Readonly<Record<string, string>>): Promise<Record<string, unknown>> {
    const client = {
      client_id: this.#env('SANDBOX_CLIENT_ID'),
      client_secret: this.#env('SANDBOX_CLIENT_SECRET'),
    }
    const body = new URLSearchParams({ ...fields, ...client })
    return this.#accepted(`${this.#env('SANDBOX_AUTH_URL')}/oauth2/token`, { method: 'POST', body })
  }

  exchange(code: string): Promise<Record<string, unknown>> {
    const redirect_uri = this.#env('SANDBOX_REDIRECT_URI')
    return this.token({ grant_type: 'authorization_code', code, redirect_uri })
  }

  async update(token: unknown, method: string, id: string, body: object): Promise<Record<string, unknown>> {
    const { data } = await this.#accepted(
      `${this.#env('SANDBOX_API_URL')}/v1/donations/${encodeURIComponent(id)}`,
      {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      },
    )
    return Object.assign({}, data)
  }

  #env(key: string): string {
    const value = this.#environment[key]
    if (value === undefined) throw new Error(`no ${key} in the environment`)
    return value
  }

  #callback(location: string): URLSearchParams {
    const registered = this.#env('SANDBOX_REDIRECT_URI')
    if (!new URL(location).href.startsWith(new URL(registered).href))
      throw new Error(`sent to ${location} instead of ${registered}`)
    return new URL(location).searchParams
  }

  async #browse(url: URL, fields?: URLSearchParams): Promise<Reply> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const reply = await send(url.href, {
      redirect: 'manual',
      headers: { cookie },
      ...(fields && { method: 'POST', body: fields }),
    })
    for (const set of reply.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      this.#cookies.set(name, value)
    }
    return reply
  }

  /** The form that posts, with the user's name and password, sent by the button that approves or the only one. */
  #filledForm(html: string) {
    const $ = load(html)
    const form = $('form[method=post]')
    if (form.length !== 1) throw new Error(`no form: ${$('body').text()}`)
    const fields = new URLSearchParams()
    for (const { attribs } of form.find('input:not([type=submit])')) {
      const { name = '', type = 'text', value = '' } = attribs
      const typed =
        type === 'password' ? 'PASSWORD' : type === 'email' || type === 'text' ? 'USERNAME' : undefined
      fields.append(name, typed === undefined ? value : this.#env(`SANDBOX_${typed}`))
    }
    if (form.find('[name=decision][value=approve]').length > 0) fields.append('decision', 'approve')
    return { action: form.attr('action') ?? '', fields }
  }

  async #accepted(url: string, init: RequestInit): Promise<Record<string, unknown>> {
    const reply = await send(url, init)
    const type = reply.headers.get('content-type') ?? ''
    if (reply.status > 299 || !/^application\/json\s*(;|$)/i.test(type))
      throw new Error(`${reply.status} ${type}: ${reply.text}`)
    const body: unknown = JSON.parse(reply.text)
    return Object.assign({}, body)
  }
}

/** Sends a request, again where it is told to come back later. */
async function send(url: string, init: RequestInit): Promise<Reply> {
  for (;;) {
    const response = await fetch(url, init)
    const text = await response.text()
    if (response.status !== 429) return { status: response.status, headers: response.headers, text }
    const after = response.headers.get('retry-after') ?? '1'
    await sleep(/^\d+$/.test(after) ? Number(after) * 1000 : Date.parse(after) - Date.now())
  }
}
