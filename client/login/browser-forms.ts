import { carriesPassword, describeSentOn, type PasswordForms } from './password-forms.ts'

/** A request of a page that a real browser is about to send. */
interface BrowserRequest {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly postData?: string | undefined
  readonly requestId: string
  /** That of the request whose answer redirected to this one. */
  readonly redirectedRequestId?: string | undefined
  /** Whether it goes to the redirect URI. */
  readonly isLeaving: boolean
}

/** Watches a real browser, whose redirects only show in the requests that follow them. */
export class BrowserForms {
  readonly #password: string
  readonly #origins = new Map<string, string>()
  readonly #sentOn: string[] = []
  #sent = 0

  constructor(password: string) {
    this.#password = password
  }

  note({ url, method, headers, postData, requestId, redirectedRequestId, isLeaving }: BrowserRequest): void {
    const { origin } = new URL(url)
    this.#origins.set(requestId, origin)
    const named = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
    )
    const request = { method, headers: named, ...(postData !== undefined && { body: postData }) }
    if (!carriesPassword(request, this.#password)) return
    this.#sent += 1
    const from = redirectedRequestId && this.#origins.get(redirectedRequestId)
    if (from && (from !== origin || isLeaving)) this.#sentOn.push(describeSentOn('307 or 308', url))
  }

  get found(): PasswordForms {
    return { sent: this.#sent, sentOn: this.#sentOn }
  }
}
