import { CookieJar } from 'tough-cookie'
import type { UserCredentials } from '../config.ts'
import type { HttpClient } from '../http.ts'
import { FormWalk } from './form-walk.ts'
import { Site } from './site.ts'
import type { Intent, UserAgent, Walk } from './walk.ts'

/**
 * A user agent for any site whose login and approval pages are plain HTML forms. It keeps its cookies from one
 * authorization to the next, so that a user stays logged in. For one walk at a time.
 */
export class FormBrowser implements UserAgent {
  readonly #cookies = new CookieJar(undefined, { looseMode: true, allowSecureOnLocal: true })

  /**
   * Opens an authorization request and goes through whatever pages it shows, until the service sends the user to
   * one of `stopAt` (which is not requested) or the walk cannot go on.
   */
  async authorize(
    url: string,
    intent: Intent,
    user: UserCredentials,
    stopAt: readonly string[],
    http: HttpClient,
  ): Promise<Walk> {
    const start = new URL(url)
    const walk = new FormWalk(http, this.#cookies, new Site(start, stopAt), intent, user)
    return walk.run({ method: 'GET', address: url, url: start })
  }
}
