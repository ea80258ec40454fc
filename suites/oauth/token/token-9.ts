import { redirectUriNearMisses } from '../../../generators/index.ts'
import { cases, expect, requirement } from '../../../harness/authoring/index.ts'

/** Near misses of the registered URI that stand for the rest here: each attempt costs a login. */
const REDIRECT_MISSES = [
  'other path',
  'other host',
  'letter case of the path',
  'trailing slash added',
  'trailing slash removed',
  'dot segments upward',
  'encoded letter',
  'added query parameter',
]

export const token9 = requirement(
  'TOKEN-9',
  cases(
    ({ client }) => {
      const misses = redirectUriNearMisses(client.redirectUri)
      const some = Object.entries(misses).filter(([name]) => REDIRECT_MISSES.includes(name))
      return Object.fromEntries([...some, ['the http twin', client.redirectUri.replace(/^https:/i, 'http:')]])
    },
    async ({ oauth }, redirect_uri) => {
      expect(await oauth.exchange(await oauth.obtainCode(), { redirect_uri })).toGiveNoToken()
    },
  ),
)
