import type { Exchange } from '../../client/http/exchange.ts'

/** Stands for a secret that cannot be told from others: one that was cut, garbled or made up. */
const ANY = /<(?:code|access_token|refresh_token|client_secret)>/

/** Whether each secret of a request can be told from others of its kind. */
export function isToldApart({ url, body = '' }: Pick<Exchange['request'], 'url' | 'body'>): boolean {
  return !ANY.test(url) && !ANY.test(body)
}

/** Whether a text is the placeholder of a single secret. */
export function isOne(text: string): boolean {
  return placeholdersIn(text)[0] === text
}

/** Placeholders of single secrets in a text. */
export function placeholdersIn(text: string): readonly string[] {
  return text.match(/<(?:code|access_token|refresh_token|client_secret)-[\d.]+>/g) ?? []
}

/** The code in the address to which an answer sends the browser; undefined where there is none. */
export function codeInAnswer({ response, step }: Exchange): string | undefined {
  const address = step?.to === 'service' ? response?.headers.location?.[0] : undefined
  return address && /[?&]code=(<code-[\d.]+>)/.exec(address)?.[1]
}

/** The code that a request to the application carries; undefined where it carries none. */
export function codeInRequest({ request, step }: Exchange): string | undefined {
  return step?.to === 'application' ? /[?&]code=(<code-[\d.]+>)/.exec(request.url)?.[1] : undefined
}
