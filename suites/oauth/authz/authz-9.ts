import { codeOf } from '../../../client/oauth/oauth.ts'
import { InconclusiveError } from '../../../contract/verdict.ts'
import { ensure, requirement, test } from '../../../harness/authoring/index.ts'
import { describeGuessability } from '../../support/guessability.ts'

const CODES = 8

export const authz9 = requirement(
  'AUTHZ-9',
  test(async ({ oauth }) => {
    const codes: string[] = []
    let flow = await oauth.authorize()
    for (let n = 1; n <= CODES; n++) {
      const code = codeOf(flow)
      if (code === undefined) throw new InconclusiveError('no authorization code could be had (see AUTHZ-1)')
      codes.push(code)
      if (n < CODES) flow = await oauth.authorize()
    }
    const flaw = describeGuessability(codes)
    ensure(flaw === undefined, 'distinct codes of at least 128 bits that do not count', flaw ?? '', flow)
  }),
)
