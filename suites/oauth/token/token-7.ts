import type { FormParameters } from '../../../client/oauth/oauth.ts'
import { axis, covering, expect, requirement } from '../../../harness/authoring/index.ts'
import { Asker, USER_AXIS } from '../../axes/askers.ts'
import { secondAsker } from './living.ts'

/** Refused once, refused again: a first attempt must not open the way for the next. */
const ATTEMPTS = 2

/** By whom the code was asked for, and who tries it. */
const DIRECTION = axis<'first' | 'second'>('issued to', {
  'the first client': 'first',
  'the second client': 'second',
})

const URI = axis<(issuedTo: Asker) => FormParameters>('redirect URI', {
  'of the client that it was issued to': ({ client }) => ({ redirect_uri: client.redirectUri }),
  'its own': () => ({}),
})

/** The other client, which can log in itself, tries codes of the one. */
export const token7 = requirement(
  'TOKEN-7',
  covering(
    'by the other client',
    { direction: DIRECTION, uri: URI, user: USER_AXIS },
    async (context, row) => {
      const { direction, uri, user } = row
      const { otherOAuth } = context
      await context.once('TOKEN-7: the second client can log in', () => otherOAuth.signIn())
      const acting = user(context)
      const first = new Asker(acting, context.target.client)
      const second = new Asker(acting, secondAsker(context).client)
      const [issuedTo, other] = direction === 'first' ? [first, second] : [second, first]
      const code = await issuedTo.obtainCode()
      for (let attempt = 1; attempt <= ATTEMPTS; attempt++)
        expect(await other.exchange(code, uri(issuedTo))).toBeRefusedTokens()
    },
  ),
)
