import type { FormParameters } from '../../../client/oauth/oauth.ts'
import { cases, requirement, test } from '../../../harness/authoring/index.ts'
import { LIKE_CODE, WRONG_RESPONSE_TYPES } from '../../axes/response-types.ts'
import { expectNoCode } from '../../support/authorization.ts'
import { askerInTurn, mainAsker, secondAsker } from '../token/living.ts'
import { type Judge, refusedAfterSuccess, refusedBeside, type Wrong } from './refused-beside.ts'

/** Those that stand for the rest beside something else. */
const MAIN: Readonly<Record<string, Wrong>> = {
  missing: () => ({ response_type: undefined }),
  token: () => ({ response_type: 'token' }),
}

const noCode: Judge = (context, asker, changes) => expectNoCode(context, changes, asker)

/** Each second pair, one of each client, comes without a state: by that, some choose another way through their code. */
const WITHOUT_STATE = Object.keys(WRONG_RESPONSE_TYPES).filter((_, index) => index % 4 >= 2)

/** Servers of OpenID Connect refuse types with an id_token for want of a nonce, before they look at the type itself. */
function asking(response_type: string | undefined): FormParameters {
  return { response_type, ...(response_type?.includes('id_token') && { nonce: 'a-nonce-of-the-suite' }) }
}

/** Other response types of OAuth and OpenID Connect, near misses of `code`, and none at all. */
export const authz4 = requirement(
  'AUTHZ-4',
  cases(WRONG_RESPONSE_TYPES, async (context, response_type, name) => {
    const state = WITHOUT_STATE.includes(name) ? { state: undefined } : {}
    // Some are tried by the second client below.
    const isOfBoth = name in LIKE_CODE
    const asker = isOfBoth ? mainAsker(context) : askerInTurn(context, WRONG_RESPONSE_TYPES, name)
    await expectNoCode(context, { ...asking(response_type), ...state }, asker)
  }),
  cases('by the second client', LIKE_CODE, async (context, response_type) => {
    await expectNoCode(context, { response_type }, secondAsker(context))
  }),
  test('by other names', async (context) => {
    const otherNames = { 'response_type[]': 'code', responseType: 'code', Response_Type: 'code' }
    await expectNoCode(context, { response_type: undefined, ...otherNames })
  }),
  refusedBeside(
    MAIN,
    [
      'alone',
      'no state',
      'a state of 512 characters',
      'scope missing',
      'the answer wanted in the query',
      'a code challenge',
    ],
    noCode,
  ),
  refusedAfterSuccess(MAIN, noCode),
)
