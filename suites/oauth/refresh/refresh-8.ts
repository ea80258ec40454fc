import { NotApplicableError } from '../../../contract/verdict.ts'
import { axis, covering, expect, requirement } from '../../../harness/authoring/index.ts'
import { CLIENTS } from '../../axes/askers.ts'
import { FIRST_HOLDER, type Holder, hold, requireAsker } from '../../axes/bearer.ts'
import { CLIENT_NAMES } from '../../axes/refresh.ts'

/** Refused once, refused again: a first attempt must not open the way for the next. */
const ATTEMPTS = 2

const GENERATION = axis('refresh token', { 'of a code': 0, 'of a refresh': 1, 'of a later refresh': 3 })

/** Each client tries refresh tokens of the other, with its own credentials. */
export const refresh8 = requirement(
  'REFRESH-8',
  covering(
    'the other client',
    { client: CLIENT_NAMES, refreshes: GENERATION },
    async (context, { client, refreshes }) => {
      const holder: Holder = { ...FIRST_HOLDER, client, refreshes }
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
