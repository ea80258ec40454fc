import type { TargetConfig } from '../../client/environment/config.ts'

/** The addresses of the hosts that a run asks, as a target names them. */
export const HOSTS = ['authUrl', 'apiUrl', 'productionAuthUrl', 'productionApiUrl'] as const

/** Which host of the target a URL is of; undefined where it is of none. */
export function hostOf(url: string, target: TargetConfig): (typeof HOSTS)[number] | undefined {
  const origin = originOf(url)
  return HOSTS.find((name) => originOf(target[name]) === origin)
}

/** Scheme, name and port of a URL. */
export function originOf(url: string | undefined): string | undefined {
  return url === undefined ? undefined : new URL(url).origin
}
