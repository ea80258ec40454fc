import { NotApplicableError } from '../../../contract/verdict.ts'
import { axis, type Context, covering, expect, requirement } from '../../../harness/authoring/index.ts'
import { CLIENTS } from '../../axes/askers.ts'
import { FIRST_HOLDER, type Holder, hold, requireAsker } from '../../axes/bearer.ts'
import { CLIENT_NAMES } from '../../axes/refresh.ts'

/** Refused once, refused again: a first attempt must not open the way for the next. */
const ATTEMPTS = 2

/** Each of another user: what a token is bound to does not depend on both. */
const TOKENS = axis<Pick<Holder, 'user' | 'refreshes'>>('refresh token', {
  'of a code': { user: 'a user with one organization', refreshes: 0 },
  'of a refresh, several organizations': { user: 'a user with several organizations', refreshes: 1 },
  'of a later refresh, no organization': { user: 'a user without organizations', refreshes: 3 },
})

/** The same for the main user where the target knows no other. */
function knownTo({ target }: Context, { user, refreshes }: Pick<Holder, 'user' | 'refreshes'>) {
  const isKnown = {
    'a user with one organization': true,
    'a user with several organizations': target.multiOrgUser !== undefined,
    'a user without organizations': target.noOrgUser !== undefined,
  }
  return { user: isKnown[user] ? user : FIRST_HOLDER.user, refreshes }
}

/** Each client tries refresh tokens of the other, with its own credentials. */
export const refresh8 = requirement(
  'REFRESH-8',
  covering(
    'the other client',
    { client: CLIENT_NAMES, token: TOKENS },
    async (context, { client, token }) => {
      const holder: Holder = { client, ...knownTo(context, token) }
      // Asked for first: where there is no second client, that is what is missing.
      if (!context.canLogIn) throw new NotApplicableError('nobody can log in here')
      const { asker, refreshToken } = requireAsker(await hold(context, holder))
      const stranger = CLIENTS[holder.client === 'first client' ? 'second client' : 'first client'](context)
      const credentials = { client_id: stranger.id, client_secret: stranger.secret }
      for (let attempt = 1; attempt <= ATTEMPTS; attempt++)
        expect(await asker.refresh(refreshToken, credentials)).toBeRefusedTokens()
    },
  ),
)
