import type { GivenToken } from '../../client/oauth/given-tokens.ts'
import { NotApplicableError } from '../../contract/verdict.ts'
import { type Context, ViolationError } from '../../harness/authoring/index.ts'

/**
 * Judges what must become of an access token, unless the service gives the same one for several logins: then it lives on
 * for the others.
 * @throws NotApplicableError where it does; else what `check` throws.
 */
export async function unlessGivenAgain(
  { givenTokens }: Context,
  accessToken: string,
  check: () => Promise<void>,
): Promise<void> {
  try {
    await check()
  } catch (error) {
    if (error instanceof ViolationError && isGivenAgain(givenTokens, accessToken)) throw shared()
    throw error
  }
}

/**
 * For a test that ends its access token: no other test may be using the same one.
 * @throws NotApplicableError where the service gave the same one for several logins.
 */
export function requireOwn({ givenTokens }: Context, accessToken: string): void {
  if (isGivenAgain(givenTokens, accessToken)) throw shared()
}

function isGivenAgain(given: readonly GivenToken[], accessToken: string): boolean {
  return given.filter(({ value }) => value === accessToken).length > 1
}

function shared(): NotApplicableError {
  return new NotApplicableError('the service gives the same access token for several logins')
}
