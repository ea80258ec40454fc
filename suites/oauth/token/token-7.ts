import { expect, requirement } from '../../../harness/authoring/index.ts'
import { inTriedCodes } from '../lives/tried-codes.ts'

/** Each client tries codes of the other, of each user, with either redirect URI, again and again. */
export const token7 = requirement(
  'TOKEN-7',
  inTriedCodes('TOKEN-7', (exchange) => expect(exchange).toBeRefusedTokens()),
)
