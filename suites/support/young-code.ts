import type { TargetConfig } from '../../client/environment/config.ts'
import { isAccepted } from '../../client/http/answer.ts'
import type { Exchange } from '../../client/http/exchange.ts'
import type { AuthorizationFlow } from '../../client/login/authorization-flow.ts'
import { InconclusiveError } from '../../contract/verdict.ts'

/** The shortest lifetime of a code that is legal where nobody says how long it is. */
const SHORT_MS = 2_500

/**
 * Up to which age a code has to be accepted, in milliseconds: half of a known lifetime is left for the requests
 * themselves.
 */
export function ageTaken({ codeLifetimeSeconds: lifetime }: TargetConfig): number {
  return lifetime === undefined ? SHORT_MS : Math.min(SHORT_MS, (lifetime * 1000) / 2)
}

/** An exchange of a code, and the flow that gave it; undefined where it gave none. */
interface TriedCode {
  readonly flow: AuthorizationFlow
  readonly exchange: Exchange | undefined
}

/** Times that a code is tried which may have expired before its turn came. */
const TRIES = 2

/**
 * Obtains and exchanges a code, once more where it was refused and may have expired: it lives for a second, say, and had to
 * wait for the machine or for the service.
 * @throws InconclusiveError where that came to nothing.
 */
export async function exchangedInTime<Tried extends TriedCode>(
  target: TargetConfig,
  attempt: () => Promise<Tried>,
): Promise<Tried> {
  for (let turn = 1; turn <= TRIES; turn++) {
    const tried = await attempt()
    if (!mayBeLate(tried, target)) return tried
  }
  throw new InconclusiveError('the code may have expired before its turn came')
}

/**
 * Whether a code was refused that may have expired. When a flow gave it at the earliest counts: a busy machine may see it
 * later.
 */
export function mayBeLate({ flow: { exchanges }, exchange }: TriedCode, target: TargetConfig): boolean {
  const asked = exchanges.at(-1)?.startedAt
  if (!exchange || asked === undefined || isAccepted(exchange)) return false
  return exchange.startedAt + exchange.durationMs - asked > ageTaken(target)
}
