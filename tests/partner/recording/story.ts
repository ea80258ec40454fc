import type { ExaminationStep, Exchange } from '../../../client/http/exchange.ts'
import { exchange } from '../../reports/exchanges.ts'

export const target = { authUrl: 'http://127.0.0.1:1001', apiUrl: 'http://127.0.0.1:1002' }
const BEGUN = Date.parse('2026-01-02T03:04:06Z')
/** Where the application is. */
export const APP = 'http://127.0.0.1:1003'
const CALLBACK = 'https://partner.example/callback'

type Part = NonNullable<Parameters<typeof exchange>[0]>
type Form = Readonly<Record<string, string>>

/** An application that keeps the contract, told request by request: each is sent a second after the one before. */
export class Story {
  readonly exchanges: Exchange[] = []
  #scenario: string

  constructor(scenario: string) {
    this.#scenario = scenario
  }

  /** What follows is of another scenario. */
  next(scenario: string): this {
    this.#scenario = scenario
    return this
  }

  /** A request from one to another. */
  sends(
    from: ExaminationStep['from'],
    to: ExaminationStep['to'],
    { request, response, ...part }: Part,
  ): this {
    const id = this.exchanges.length + 1
    const step = { scenario: this.#scenario, from, to }
    this.exchanges.push({
      ...exchange({
        ...{ id, step, startedAt: BEGUN + id * 1000, durationMs: 100, ...part },
        request: { method: 'GET', body: '', ...request, headers: { ...request?.headers } },
        response: { status: 200, body: '', ...response, headers: { ...response?.headers } },
      }),
    })
    return this
  }

  /** The browser is sent to authorize. @param parameters that replace those of a right request */
  begins(parameters: Form = {}): this {
    const all = {
      response_type: 'code',
      client_id: 'one',
      redirect_uri: CALLBACK,
      scope: 'all',
      state: 'abc',
    }
    const address = `${target.authUrl}/oauth2/authorize?${new URLSearchParams({ ...all, ...parameters })}`
    return this.sends('browser', 'application', {
      request: { url: `${APP}/connect` },
      response: { status: 303, headers: { location: [address] } },
    })
  }

  /** The service sends the browser back with a code. */
  approves(code = 'code-1'): this {
    return this.sends('browser', 'service', {
      request: { url: `${target.authUrl}/oauth2/authorize`, method: 'POST' },
      response: { status: 302, headers: { location: [`${CALLBACK}?code=<${code}>&state=abc`] } },
    })
  }

  /** The browser opens the callback. @param body of the answer */
  returns(code = 'code-1', body = 'connected'): this {
    return this.sends('browser', 'application', {
      request: { url: `${APP}/callback?code=<${code}>&state=abc` },
      response: { body },
    })
  }

  /** The application asks for tokens, and is given those of a number. */
  asks(form: Form, number: number, expiresIn = 3600): this {
    const tokens = {
      ...{ access_token: `<access_token-${number}>`, refresh_token: `<refresh_token-${number}>` },
      expires_in: expiresIn,
    }
    return this.sends('application', 'service', tokenRequest(form, 200, tokens))
  }

  /** The application asks for tokens, and is refused. */
  isRefused(form: Form, error = 'invalid_grant'): this {
    return this.sends('application', 'service', tokenRequest(form, 400, { error }))
  }

  exchangesCode(code = 'code-1', number = 1, expiresIn?: number): this {
    return this.asks(codeForm(code), number, expiresIn)
  }

  refreshes(from = 1, to = from + 1): this {
    return this.asks(refreshForm(`refresh_token-${from}`), to)
  }

  connects(expiresIn?: number): this {
    return this.begins().approves().returns().exchangesCode('code-1', 1, expiresIn)
  }

  /** The browser asks for an update: what the application sends within it comes next. */
  wants(changes: object, status = 'pledged', part: Part = {}): this {
    return this.sends('browser', 'application', {
      durationMs: 5_000,
      request: {
        ...{ method: 'POST', url: `${APP}/update` },
        body: JSON.stringify({ donation: { id: 'd1', status }, changes }),
      },
      ...part,
    })
  }

  /** The application updates the donation. */
  updates(body: object, { token = 'access_token-1', status = 200, query = '' } = {}): this {
    return this.sends('application', 'service', {
      request: {
        ...{ method: 'PATCH', url: `${target.apiUrl}/v1/donations/d1${query}`, body: JSON.stringify(body) },
        headers: { 'content-type': 'application/json', authorization: `Bearer <${token}>` },
      },
      response: { status },
    })
  }
}

export const codeForm = (code: string): Form => ({
  ...{ grant_type: 'authorization_code', code: `<${code}>`, redirect_uri: CALLBACK },
  ...client,
})

export const refreshForm = (token: string): Form => ({
  ...{ grant_type: 'refresh_token', refresh_token: `<${token}>` },
  ...client,
})

const client = { client_id: 'one', client_secret: '<client_secret-1>' }

function tokenRequest(form: Form, status: number, answer: object): Part {
  return {
    request: {
      ...{ method: 'POST', url: `${target.authUrl}/oauth2/token` },
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      // As a recording holds it: placeholders stand there as they are.
      body: Object.entries(form)
        .map(([name, value]) => `${name}=${value.startsWith('<') ? value : encodeURIComponent(value)}`)
        .join('&'),
    },
    response: { status, body: JSON.stringify(answer) },
  }
}
