import { expect, requirement } from '../../../harness/authoring/index.ts'
import { inTriedCodes } from '../flows/tried-codes.ts'

/** Each client tries codes of the other, of each user, with either redirect URI, again and again. */
export const token7 = requirement(
  'TOKEN-7',
  inTriedCodes('TOKEN-7', (exchange) => {
    // HTTP Basic alone is no documented way: a 500 is for ERROR-2 (oauth2orize).
    if (exchange.request.headers.authorization !== undefined) expect(exchange).toGiveNoToken()
    else expect(exchange).toBeRefusedTokens()
  }),
)
