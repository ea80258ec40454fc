import type { Tokens } from '../customers.ts'

/** Where a call gets its tokens from. */
export interface TokenSource {
  fresh(): Promise<Tokens>
  /** In place of tokens that the service refused. */
  replace(spent: Tokens): Promise<Tokens>
}

/** Sends a call with an access token; each time that it is called, the same. */
export type Send = (accessToken: string) => Promise<Response>

/** Decisions about calls of the API. */
export interface CallPolicies {
  perform(source: TokenSource, send: Send): Promise<Response>
}

/** A call whose token was refused is made once more with a new one, and no further time. */
export const callPolicies: CallPolicies = {
  async perform(source, send) {
    const tokens = await source.fresh()
    const response = await send(tokens.accessToken)
    if (!(await isInvalidToken(response))) return response
    const replaced = await source.replace(tokens)
    return send(replaced.accessToken)
  },
}

/** Whether the service refuses the access token, and not what is asked with it (RFC 6750 §3.1). */
export async function isInvalidToken(response: Response): Promise<boolean> {
  if (response.status !== 401) return false
  const challenge = response.headers.get('www-authenticate') ?? ''
  return /error="?invalid_token/.test(challenge) || /"invalid_token"/.test(await response.clone().text())
}
