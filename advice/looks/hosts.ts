import { type Look, type Sighting, safe, weak } from '../advice.ts'

/** A host that users' browsers were at over https, and what it said of coming back. */
export interface VisitedHost {
  readonly host: string
  /** Each value of Strict-Transport-Security that it sent, once. */
  readonly transportPolicies: readonly string[]
}

/** Half a year: what less is would be gone before many users come back. */
const LEAST_SECONDS = 180 * 24 * 3600

function secondsOf(policy: string): number {
  const [, seconds = '0'] = /(?:^|;)\s*max-age\s*=\s*"?(\d+)"?\s*(?:;|$)/i.exec(policy) ?? []
  return Number(seconds)
}

/** A browser that got it with one page keeps it for all others. */
function strictTransport({ host, transportPolicies }: VisitedHost): Sighting {
  if (transportPolicies.length === 0) return weak(`no Strict-Transport-Security from ${host}`)
  const longest = Math.max(...transportPolicies.map(secondsOf))
  const seen = `Strict-Transport-Security from ${host} for ${longest} s`
  return longest >= LEAST_SECONDS ? safe(seen) : weak(seen)
}

/** Looks at the hosts that browsers are sent to. */
export const hostLooks = {
  hsts: {
    title: 'Browsers that come back over plain http',
    clause: 'RFC 6797, 6.1 and 7.1',
    safe: 'Strict-Transport-Security with a max-age of half a year or more',
    todo: 'Send `Strict-Transport-Security: max-age=31536000` with every answer over https.',
    needs: 'a login by form at a host with https',
    look: (host) => [strictTransport(host)],
  },
} satisfies Readonly<Record<string, Look<VisitedHost>>>
