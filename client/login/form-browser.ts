import { CookieJar } from 'tough-cookie'
import type { UserCredentials } from '../environment/config.ts'
import type { HttpClient } from '../http/client.ts'
import type { AuthorizationFlow, Purpose, UserAgent } from './authorization-flow.ts'
import { FormFlow } from './form-flow.ts'
import { Site } from './site.ts'

/**
 * A user agent for any site whose login and approval pages are plain HTML forms. It keeps its cookies from one
 * authorization to the next, so that a user stays logged in. For one flow at a time.
 */
export class FormBrowser implements UserAgent {
  readonly #cookies = new CookieJar(undefined, { looseMode: true, allowSecureOnLocal: true })

  /**
   * Opens an authorization request and goes through whatever pages it shows, until the service sends the user to
   * one of `stopAt` (which is not requested) or the flow cannot go on.
   */
  async authorize(
    url: string,
    purpose: Purpose,
    user: UserCredentials,
    stopAt: readonly string[],
    http: HttpClient,
  ): Promise<AuthorizationFlow> {
    const start = new URL(url)
    const flow = new FormFlow(http, this.#cookies, new Site(start, stopAt), purpose, user)
    return flow.run({ method: 'GET', address: url, url: start })
  }
}
