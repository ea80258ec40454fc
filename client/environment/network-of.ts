import { type Network, type Proxies, proxyUrl, proxyValue } from '../http/network.ts'
import { parseUrl } from '../http/url.ts'
import type { RawEnvironment } from './problems.ts'
import type { Environment } from './schema.ts'

type ProcessEnv = Readonly<Record<string, string | undefined>>

/** The proxies that the environment of the process names, in the lower case that most programs prefer or in the upper. */
export function proxiesOf(processEnv: ProcessEnv): Proxies | undefined {
  const given = (name: string) => processEnv[name]?.trim() || processEnv[name.toUpperCase()]?.trim()
  const [http, https, except = ''] = [given('http_proxy'), given('https_proxy'), given('no_proxy')]
  if (!http && !https) return undefined
  return { ...(http ? { http } : {}), ...(https ? { https } : {}), except }
}

/** Proxies on the way to the service that are none; other programs may know what they mean. */
export function unusableProxies(raw: RawEnvironment, proxies: Proxies | undefined): readonly string[] {
  const hosts = [raw.SANDBOX_AUTH_URL, raw.SANDBOX_API_URL].map((value) => parseUrl(value ?? ''))
  const names = hosts.flatMap((url) => {
    const value = url && proxyValue(url, proxies)
    if (value === undefined || proxyUrl(value)) return []
    return [url?.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY']
  })
  return [...new Set(names)].map(
    (name) =>
      `${name} must be an http or https URL, such as http://proxy.example.org:3128 (NO_PROXY names hosts that need none)`,
  )
}

/** How the hosts of the service are reached; no member where that is directly. */
export function networkOf(
  environment: Environment,
  proxies: Proxies | undefined,
): { readonly network?: Network } {
  const { SANDBOX_CLIENT_CERT: cert, SANDBOX_CLIENT_KEY: key, SANDBOX_HEADERS: headers } = environment
  const { SANDBOX_TIMEOUT_SECONDS: timeout } = environment
  const origins = [environment.SANDBOX_AUTH_URL, environment.SANDBOX_API_URL].map(
    (url) => new URL(url).origin,
  )
  const identity = cert === undefined || key === undefined ? undefined : { cert, key, origins }
  const network: Network = {
    ...(proxies ? { proxies } : {}),
    ...(identity ? { identity } : {}),
    ...(headers ? { pass: { headers, origins } } : {}),
    ...(timeout ? { answerMs: timeout * 1_000 } : {}),
  }
  return Object.keys(network).length > 0 ? { network } : {}
}
