import { NotApplicableError } from '../../../contract/verdict.ts'
import { axis, covering, expect, requirement } from '../../../harness/authoring/index.ts'
import { CLIENTS } from '../../axes/askers.ts'
import { chainWithWrongRefreshes } from '../flows/chain.ts'
import { seenBy } from '../flows/seen-by.ts'
import { WHOSE } from '../flows/whose.ts'
import { strangerAgainBefore, strangerBefore, TRIED_TURNS } from '../flows/wrong-refreshes.ts'

/** By how many refreshes the token came, and so before which it is tried. */
const TURN_AXIS = axis<number>(
  'refresh token',
  Object.fromEntries(TRIED_TURNS.map((turn) => [turn === 1 ? 'of a code' : `of refresh ${turn - 1}`, turn])),
)

/** Each client tries every refresh token of a chain of the other, with its own credentials, before its owner does. */
export const refresh8 = requirement(
  'REFRESH-8',
  covering(
    'the other client',
    { turn: TURN_AXIS, ...WHOSE },
    async (context, { turn, ...whose }) => {
      // Asked for first: where there is no second client, that is what is missing.
      CLIENTS['second client'](context)
      const { wrong } = (await chainWithWrongRefreshes(context, whose)).links[turn - 1] ?? {}
      const answers = [strangerBefore(turn), strangerAgainBefore(turn)].flatMap(
        (name) => wrong?.get(name) ?? [],
      )
      if (answers.length === 0) throw new NotApplicableError('the chain ended before (see REFRESH-3)')
      for (const answer of answers) {
        // The contract has no HTTP Basic: how a service refuses what it does not know is ERROR-2's.
        const isByForm = answer.request.headers.authorization === undefined
        if (isByForm) expect(seenBy(context, answer)).toBeRefusedTokens()
        else expect(seenBy(context, answer)).toGiveNoToken()
      }
    },
    { strength: 3 },
  ),
)
