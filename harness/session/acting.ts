import type { TargetConfig, UserCredentials } from '../../client/environment/config.ts'
import type { HttpClient } from '../../client/http/client.ts'
import type { TokenLease } from '../../client/oauth/shared-tokens.ts'

/** For whom the suite acts where nobody else is named; where a person logs in, it is up to them as whom. */
export function mainUser({ user, login }: TargetConfig): UserCredentials | undefined {
  return user ?? (login === 'manual' ? { username: '', password: '' } : undefined)
}

/** How a client acts, where that is not the ordinary way. */
export interface Acting {
  readonly http?: HttpClient
  /** Tokens to do with where nobody can log in. */
  readonly lease?: TokenLease | undefined
  /** In sessions that nobody else uses. */
  readonly isolated?: boolean
}
