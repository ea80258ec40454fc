import { get } from 'node:http'

const PATIENCE_MS = 3_000

/**
 * Whether a server knows HTTP/1.1, and with it bodies in chunks: who speaks 1.0 is to be sent none (RFC 9112, 6.1). What
 * serves https, and what does not answer, is taken to know it.
 */
export function knowsHttp11(url: string): Promise<boolean> {
  const { protocol, origin } = new URL(url)
  if (protocol !== 'http:') return Promise.resolve(true)
  return new Promise((resolve) => {
    const request = get(
      origin,
      { agent: false, timeout: PATIENCE_MS },
      ({ httpVersionMajor, httpVersionMinor }) => {
        request.destroy()
        resolve(httpVersionMajor > 1 || httpVersionMinor >= 1)
      },
    )
    request.on('timeout', () => request.destroy())
    request.on('error', () => resolve(true))
  })
}
