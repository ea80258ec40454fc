import { redirectUriNearMisses } from '../../../generators/index.ts'
import { cases, expect, requirement } from '../../../harness/authoring/index.ts'
import { httpTwinOf } from '../../support/authorization.ts'

/** Near misses that stand for the rest, which AUTHZ-6 tries: here each costs an authorization that succeeds. */
const NEAR_MISSES = [
  'other path',
  'other host',
  'letter case of the path',
  'trailing slash added',
  'trailing slash removed',
  'dot segments upward',
  'encoded letter',
  'added query parameter',
]

/** A code of an ordinary authorization, exchanged with another redirect URI. */
export const token9 = requirement(
  'TOKEN-9',
  cases(
    ({ client: { redirectUri } }) => {
      const all = Object.entries(redirectUriNearMisses(redirectUri))
      const chosen = all.filter(([name]) => NEAR_MISSES.includes(name))
      return Object.fromEntries([...chosen, ['the http twin', httpTwinOf(redirectUri)]])
    },
    async ({ oauth }, redirect_uri) => {
      const code = await oauth.obtainCode()
      expect(await oauth.exchange(code, { redirect_uri })).toGiveNoToken()
    },
  ),
)
