import { isIP } from 'node:net'

/** A redirect URI for production: the same path at another host, since an application may know its paths only once. */
export function productionUri(sandboxUri: string): string {
  const url = new URL(sandboxUri)
  const isName = url.hostname.includes('.') && !url.hostname.startsWith('[') && isIP(url.hostname) === 0
  const host = isName ? `production.${url.hostname}` : 'production.partner.example'
  return sandboxUri.replace(/^https:\/\/[^/?]+/i, `https://${host}`)
}
