import type { TargetConfig } from './config.ts'

/** How a reason begins that is a mistake of the configuration. */
export const MISTAKE = 'configuration: '

/** Why something that needs these keys is undecided, and the keys to set, or to mend where they hold mistakes. */
interface Lack {
  readonly reason: string
  readonly needs: readonly string[]
}

/** What is lacking where these keys give nothing: a mistake that was set aside is the reason, otherwise they are not set. */
export function lackOf(keys: readonly string[], setAside: TargetConfig['setAside'] = {}): Lack {
  const wrong = keys.filter((key) => setAside[key] !== undefined)
  if (wrong.length === 0) return { reason: `${keys.join(', ')} not set`, needs: keys }
  return { reason: MISTAKE + wrong.map((key) => `${key}: ${setAside[key]}`).join('; '), needs: wrong }
}

/** Whether a reason is that of keys that are set, and wrong. */
export function isMistake(reason: string): boolean {
  return reason.startsWith(MISTAKE)
}
