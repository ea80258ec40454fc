import { isDeepStrictEqual } from 'node:util'
import type { TargetConfig } from '../../client/environment/config.ts'
import { LeftBehind } from '../../client/oauth/left-behind.ts'
import type { OAuth } from '../../client/oauth/oauth.ts'
import { SharedTokens } from '../../client/oauth/shared-tokens.ts'
import { type EarlierLogin, TokenOwner } from '../../client/oauth/token-owner.ts'
import { TokenStore } from '../../client/oauth/token-store.ts'
import type { SecretRegistry } from '../../client/secrets/registry.ts'
import type { GrantSurvey } from '../model/grants.ts'

/** What a run leaves to the next one of the same target, where each login takes long. */
export interface KeptLogin {
  /** The newest of the suite's own. */
  readonly refreshToken: string
  /** How grants live together; absent where the run was ended before it knew. */
  readonly survey?: GrantSurvey
}

interface Keeper {
  readonly target: TargetConfig
  /** Is told every secret that is found in a file. */
  readonly secrets: SecretRegistry
}

/** Who has the suite's own tokens. */
interface OwnTokens {
  readonly owner: TokenOwner
  /** Lends them to tests where these cannot have their own by a login. */
  readonly shared: SharedTokens | undefined
}

/**
 * The suite's own tokens, from what the environment file or an earlier run has instead of a login, if anything.
 *
 * @param oauth the main client, acting for the main user.
 * @param earlier what an earlier run of the same target ended with.
 */
export function openOwnTokens(
  oauth: OAuth,
  { target, secrets }: Keeper,
  earlier: EarlierLogin | undefined,
): OwnTokens {
  const { user, login, refreshToken: seed, tokenStore } = target
  const store = tokenStore && seed ? new TokenStore(tokenStore, seed) : undefined
  secrets.add(store?.newest(), 'refresh_token')
  // A person is not asked to log in for every test.
  const isScarce = login === 'manual' || (!user && seed !== undefined)
  const owner = new TokenOwner(oauth, { seed, store, isScarce, earlier })
  return { owner, shared: isScarce ? new SharedTokens(owner) : undefined }
}

/**
 * Whether a run of a target goes on with the tokens of an earlier run. With forms a login takes no time, and what a
 * refresh gives is not to stand in for it; a configured token is kept in its file.
 */
export function keepsTokensOf(target: TargetConfig, earlier: TargetConfig): boolean {
  const isSaved = target.login !== 'form' && target.refreshToken === undefined
  return isSaved && isDeepStrictEqual(target, earlier)
}

/** What earlier runs left to be found expired; undefined where nothing is kept. */
export function openLeftBehind({ target, secrets }: Keeper): LeftBehind | undefined {
  const { laterFile, leavesBehind = false } = target
  if (laterFile === undefined) return undefined
  const left = new LeftBehind(laterFile, target, leavesBehind)
  for (const value of left.secrets) secrets.add(value, 'left_behind')
  return left
}
