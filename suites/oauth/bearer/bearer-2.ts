import { isAccepted } from '../../../client/http/answer.ts'
import { InconclusiveError, NotApplicableError } from '../../../contract/verdict.ts'
import { axis, type Context, covering, requirement, test } from '../../../harness/authoring/index.ts'
import { CALL_AXIS, type Call, callWith } from '../../axes/calls.ts'
import { EXTREME_OWNERS_AXIS, FIRST_HOLDER, type Holder, MIDDLE_OWNERS_AXIS } from '../../axes/holders.ts'
import { sharedTokens } from '../../axes/tokens.ts'
import { expectShut } from './shut.ts'
import {
  ALTERED_CHARACTERS,
  ALTERED_TOKENS,
  CREDENTIALS_BY_BASIC,
  EMPTY_WORDS,
  NOT_ACCESS_TOKENS,
  OTHER_SCHEMES,
  SCHEMES_IN_USE,
} from './wrong-authorization.ts'

/** Refused once, refused again: also where the right token was used in between, which a cache may then know. */
const ATTEMPTS = 2

/** What a header can carry without being encoded. */
const PRINTABLE = /^[!-~]*$/

/** Calls with everything but the token as it was issued, under its own scheme. */
export const bearer2 = requirement(
  'BEARER-2',
  covering(
    'an altered token',
    { holder: EXTREME_OWNERS_AXIS, change: axis('altered', ALTERED_TOKENS), call: CALL_AXIS },
    callWithAltered,
    { strength: 1 },
  ),
  covering('another scheme', { scheme: axis('scheme', OTHER_SCHEMES), call: CALL_AXIS }, callByScheme, {
    strength: 1,
  }),
  covering(
    'in place of a token',
    { secret: axis('secret', NOT_ACCESS_TOKENS), call: CALL_AXIS },
    async (context, { secret, call }) => {
      const donation = await context.donation()
      const value = typeof secret === 'string' ? secret : await secret(context)
      if (value === undefined || !PRINTABLE.test(value)) throw new NotApplicableError('this target has none')
      expectShut(await callWith(context, call, donation, `Bearer ${value}`))
    },
    { strength: 1 },
  ),
  covering(
    'no token, but who is asking',
    { credentials: axis('credentials', CREDENTIALS_BY_BASIC), call: CALL_AXIS },
    async (context, { credentials, call }) => {
      const authorization = credentials(context.target)
      if (authorization === undefined) throw new NotApplicableError('this target has none')
      expectShut(await callWith(context, call, await context.donation(), authorization))
    },
    { strength: 1 },
  ),
  covering(
    'a word in place of a token',
    { word: axis('word', EMPTY_WORDS), call: CALL_AXIS },
    async (context, { word, call }) => {
      expectShut(await callWith(context, call, await context.donation(), `Bearer ${word}`))
    },
  ),
  covering(
    'an altered character',
    { change: axis('altered', ALTERED_CHARACTERS), holder: MIDDLE_OWNERS_AXIS, call: CALL_AXIS },
    callWithAltered,
  ),
  covering('a scheme in use', { scheme: axis('scheme', SCHEMES_IN_USE), call: CALL_AXIS }, callByScheme),
  test('tried again', async (context) => {
    const donation = await context.donation()
    const { accessToken } = await sharedTokens(context, FIRST_HOLDER)
    for (let attempt = 1; attempt <= context.times(ATTEMPTS); attempt++) {
      await requireOpen(context, `Bearer ${accessToken}`)
      for (const wrong of [`${accessToken}x`, accessToken.slice(0, -4), `x${accessToken}`])
        expectShut(await callWith(context, attempt === 2 ? 'PUT' : 'PATCH', donation, `Bearer ${wrong}`))
      for (const wrong of [`Token ${accessToken}`, `Bearer ${accessToken.slice(0, -4)}`])
        expectShut(await callWith(context, 'GET', donation, wrong))
    }
  }),
)

type Change = (text: string) => string

/** Judges a call with a token that is another one than the holder's. */
async function callWithAltered(
  context: Context,
  { holder, change, call }: { readonly holder: Holder; readonly change: Change; readonly call: Call },
): Promise<void> {
  const donation = await context.donation()
  const { accessToken } = await sharedTokens(context, holder)
  const altered = change(accessToken)
  if (altered === accessToken) throw new NotApplicableError('the change leaves it as it was')
  expectShut(await callWith(context, call, donation, `Bearer ${altered}`))
}

/** Judges a call with the right token under a scheme that is none of the contract's. */
async function callByScheme(
  context: Context,
  { scheme, call }: { readonly scheme: Change; readonly call: Call },
): Promise<void> {
  const donation = await context.donation()
  const { accessToken } = await sharedTokens(context, FIRST_HOLDER)
  expectShut(await callWith(context, call, donation, scheme(accessToken)))
}

/** @throws InconclusiveError where the token opens nothing by itself. */
async function requireOpen({ api }: Context, authorization: string): Promise<void> {
  if (isAccepted(await api.organizations({ authorization }))) return
  throw new InconclusiveError('the right token does not work either (see BEARER-4, ORG-5)')
}
