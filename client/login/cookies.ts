import { CookieJar } from 'tough-cookie'
import type { Exchange } from '../http/exchange.ts'

/**
 * The cookies that a browser would send to an address after these exchanges, as a Cookie header (RFC 6265, 5.4); undefined
 * where it has none for it.
 */
export function cookiesFor(url: string, exchanges: readonly Exchange[]): string | undefined {
  const jar = new CookieJar(undefined, { looseMode: true, allowSecureOnLocal: true })
  for (const { request, response } of exchanges) {
    // Of cookies that were there before, it is not known for which paths they are: for all, most often.
    const had = request.headers.cookie?.split('; ').map((pair) => `${pair}; Path=/`) ?? []
    for (const cookie of [...had, ...(response?.headers['set-cookie'] ?? [])])
      jar.setCookieSync(cookie, request.url, { ignoreError: true })
  }
  return jar.getCookieStringSync(url) || undefined
}
