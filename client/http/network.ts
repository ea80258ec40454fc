import { isLoopback, parseUrl } from './url.ts'

/** How hosts are reached from inside a company's walls. Plain data: it crosses to the worker that runs the suites. */
export interface Network {
  readonly proxies?: Proxies
  readonly identity?: Identity
  readonly pass?: Pass
  /** How long hosts may take to answer, where that is not the usual time. */
  readonly answerMs?: number
}

/** The values of HTTP_PROXY, HTTPS_PROXY and NO_PROXY. */
export interface Proxies {
  readonly http?: string
  readonly https?: string
  /** Hosts that are reached without: names with all that ends in them, with a port or without; `*` for all. */
  readonly except: string
}

/** The certificate by which the suite shows who it is, and to whom. */
interface Identity {
  /** Both in PEM. */
  readonly cert: string
  readonly key: string
  /** No other host is shown it. */
  readonly origins: readonly string[]
}

/** The headers that let a request pass a gateway, and at which hosts. */
interface Pass {
  /** Values by name. */
  readonly headers: Readonly<Record<string, string>>
  /** No other host is sent them. */
  readonly origins: readonly string[]
}

/** The proxy that leads to a URL; undefined where none does. Nothing on this machine is asked through one. */
export function proxyOf(url: URL, { proxies }: Network = {}): URL | undefined {
  const value = proxyValue(url, proxies)
  return value === undefined ? undefined : proxyUrl(value)
}

/** The value of the variable that names the proxy for a URL, whether or not it is a URL. */
export function proxyValue(url: URL, proxies: Proxies | undefined): string | undefined {
  if (!proxies || isLoopback(url) || isExcepted(url, proxies.except)) return undefined
  return url.protocol === 'https:' ? proxies.https : proxies.http
}

/** A proxy as its variable names it, with or without `http://`; undefined where it is none that is known here. */
export function proxyUrl(value: string): URL | undefined {
  const url = parseUrl(/^[a-z][a-z\d+.-]*:\/\//i.test(value) ? value : `http://${value}`)
  return url && /^https?:$/.test(url.protocol) ? url : undefined
}

/** The hosts of NO_PROXY, each without the dot or the `*.` that it may begin with. */
export function exceptedHosts(except: string): readonly string[] {
  return except
    .toLowerCase()
    .split(/[\s,]+/)
    .map((entry) => entry.replace(/^\*?\./, ''))
    .filter((entry) => entry !== '')
}

function isExcepted({ hostname, port, protocol }: URL, except: string): boolean {
  const ownPort = port || (protocol === 'https:' ? '443' : '80')
  return exceptedHosts(except).some((entry) => {
    if (entry === '*') return true
    const [, name = entry, entryPort = ownPort] = /^(.+):(\d+)$/.exec(entry) ?? []
    return entryPort === ownPort && (hostname === name || hostname.endsWith(`.${name}`))
  })
}

/** What is shown to the host of a URL; nothing to strangers. */
export function identityFor(
  { origin }: URL,
  { identity }: Network = {},
): Pick<Identity, 'cert' | 'key'> | undefined {
  if (!identity?.origins.includes(origin)) return undefined
  return { cert: identity.cert, key: identity.key }
}

/** What goes with each request to a URL, names in lower case; nothing to strangers. */
export function passFor({ origin }: URL, { pass }: Network = {}): Readonly<Record<string, string>> {
  if (!pass?.origins.includes(origin)) return {}
  return Object.fromEntries(Object.entries(pass.headers).map(([name, value]) => [name.toLowerCase(), value]))
}

/** A proxy as it may be told: without its password. */
export function shownProxy(proxy: URL): string {
  const user = userOf(proxy)
  return user ? `${proxy.origin} as ${user.username}` : proxy.origin
}

/** Who is named in a proxy's URL; undefined where nobody is. */
export function userOf({ username, password }: URL): { username: string; password: string } | undefined {
  return username === '' ? undefined : { username: decoded(username), password: decoded(password) }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
