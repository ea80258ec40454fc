import { cookiesFor } from '../../../client/login/cookies.ts'
import { NotApplicableError } from '../../../contract/verdict.ts'
import type { Context } from '../../../harness/authoring/index.ts'
import { FIRST_HOLDER } from '../../axes/holders.ts'
import { visitsOf } from './visits.ts'

/**
 * What the user's browser would send to the API after a login: a framework may take the session of a page for a token.
 * @returns a Cookie header.
 * @throws NotApplicableError where no cookie of a login goes there, or nobody can log in.
 */
export async function loginCookies(context: Context): Promise<string> {
  if (!context.canLogIn) throw new NotApplicableError('nobody logs in')
  const [{ flow }] = await visitsOf(context, FIRST_HOLDER)
  const cookie = cookiesFor(context.target.apiUrl, flow.exchanges)
  if (cookie === undefined) throw new NotApplicableError('no cookie of a login is for the host of the API')
  return cookie
}
