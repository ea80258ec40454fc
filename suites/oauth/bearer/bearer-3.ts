import { type CallOptions, UPDATE_METHODS, type UpdateMethod } from '../../../client/donations/api.ts'
import { describeAnswer, stringMember } from '../../../client/http/answer.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import { NotApplicableError } from '../../../contract/verdict.ts'
import {
  type Context,
  cases,
  ensure,
  expect,
  requirement,
  ViolationError,
} from '../../../harness/authoring/index.ts'
import { FIRST_HOLDER, type Holder } from '../../axes/holders.ts'
import { BY_BOTH } from '../../axes/methods.ts'
import { newTokens } from '../../axes/tokens.ts'
import { UNKNOWN_DONATION } from '../../support/unknown.ts'
import { requireOwn, unlessGivenAgain } from '../given-again.ts'
import { expiredToken } from './expired-token.ts'
import { everyField, WRONG_FIELDS } from './refused-update.ts'

/** What a browser adds opens nothing, and changes no refusal. */
const AS_BROWSERS = { headers: { cookie: 'session=1; lang=de' } }

/** Refused once, refused again. */
const ATTEMPTS = [{}, AS_BROWSERS]

/** Whose tokens expire beside that of a code exchange of the first client. */
const HOLDERS: Readonly<Record<string, Holder>> = {
  'first client, by a refresh': { ...FIRST_HOLDER, refreshes: 1 },
  'second client, by a code': { ...FIRST_HOLDER, client: 'second client' },
  'second client, by a later refresh': { ...FIRST_HOLDER, client: 'second client', refreshes: 2 },
}

/** Users who may update none of the donations at hand: only a read shows that their tokens have expired. */
const OF_OTHER_USERS: Readonly<Record<string, Holder>> = {
  'several organizations': { ...FIRST_HOLDER, user: 'a user with several organizations', refreshes: 1 },
  'no organization, second client': {
    user: 'a user without organizations',
    client: 'second client',
    refreshes: 0,
  },
}

/** An update and a read with a token that has expired; either answer has to say what is the matter. */
export const bearer3 = requirement(
  'BEARER-3',
  cases(BY_BOTH, async (context, method) => {
    // Each method with donations of another kind: their owner may be looked up first.
    const kind = method === 'PATCH' && context.target.pledgedDonationIds.length > 0 ? 'pledged' : 'other'
    const donation = await context.donation(context.requireKind(kind))
    await unlessEnded(context, async (isAgain) => {
      const token = await expiredToken(context, isAgain)
      await unlessGivenAgain(context, token, () =>
        expectAllExpired(context, donation, token, [method], { kind }),
      )
    })
  }),
  cases('of others', HOLDERS, async (context, holder) => {
    const { inspectorIfAny } = context
    if (!inspectorIfAny) throw new NotApplicableError('only one expired token is known: it decides')
    const donation = await context.donation()
    await unlessEnded(context, async () => {
      const { accessToken } = await newTokens(context, holder)
      requireOwn(context, accessToken)
      await inspectorIfAny.expireAccessToken(accessToken)
      await unlessGivenAgain(context, accessToken, () =>
        expectAllExpired(context, donation, accessToken, UPDATE_METHODS, {
          beside: holder.refreshes > 1 ? AS_BROWSERS : {},
        }),
      )
    })
  }),
  cases('of other users', OF_OTHER_USERS, async (context, holder) => {
    const { api, inspectorIfAny } = context
    if (!inspectorIfAny) throw new NotApplicableError('only one expired token is known: it decides')
    await unlessEnded(context, async () => {
      const { accessToken } = await newTokens(context, holder)
      requireOwn(context, accessToken)
      await inspectorIfAny.expireAccessToken(accessToken)
      await unlessGivenAgain(context, accessToken, async () => {
        for (const attempt of ATTEMPTS)
          expectExpired(await api.organizations({ authorization: `Bearer ${accessToken}`, ...attempt }))
      })
    })
  }),
)

/**
 * Judges another expired token where the first was not answered as one: what another test did may have ended its grant
 * as well, and a service may say that instead. Where a token cannot be expired at will, the first decides.
 */
async function unlessEnded(
  { inspectorIfAny }: Context,
  judge: (isAgain: boolean) => Promise<void>,
): Promise<void> {
  try {
    await judge(false)
  } catch (error) {
    if (!(error instanceof ViolationError && inspectorIfAny)) throw error
    await judge(true)
  }
}

/** The donation's kind, and what the updates carry beside the token. */
interface HowAsked {
  readonly kind?: 'pledged' | 'other'
  readonly beside?: Pick<CallOptions, 'headers'>
}

/** Judges updates by each method, and a read, with a token that has expired. */
async function expectAllExpired(
  context: Context,
  donation: string,
  token: string,
  methods: readonly UpdateMethod[],
  { kind = 'other', beside = {} }: HowAsked,
): Promise<void> {
  const { api } = context
  const authorization = `Bearer ${token}`
  for (const method of methods) {
    // What an update holds may decide how its token is checked.
    const body = method === 'PATCH' ? everyField(context, kind) : WRONG_FIELDS
    expectExpired(await api.update(method, donation, body, { authorization, ...beside }))
  }
  expectExpired(await api.organizations({ authorization }))
  // Whose it is cannot be asked of a token that says nothing any more, nor whether there is one.
  const { foreignDonationId } = context.target
  if (foreignDonationId !== undefined && methods[0] === 'PUT')
    expectExpired(await api.update('PUT', foreignDonationId, {}, { authorization }))
  if (methods.length === 1 && methods[0] === 'PATCH')
    expectExpired(await api.update('PATCH', UNKNOWN_DONATION, {}, { authorization, ...AS_BROWSERS }))
}

function expectExpired(exchange: Exchange): void {
  expect(exchange).toBeRefused()
  ensure(
    saysInvalidToken(exchange),
    'a JSON body with `error` "invalid_token" and an `error_description`',
    describeAnswer(exchange),
    [exchange],
  )
}

/** The contract's table of errors puts both into the body; a challenge (RFC 6750, 3.1) is welcome beside it. */
function saysInvalidToken(exchange: Exchange): boolean {
  return (
    stringMember(exchange, 'error') === 'invalid_token' &&
    Boolean(stringMember(exchange, 'error_description'))
  )
}
