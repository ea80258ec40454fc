import type { Exchange } from '../../../client/http/exchange.ts'
import type { FormParameters } from '../../../client/oauth/oauth.ts'
import { NotApplicableError } from '../../../contract/verdict.ts'
import { axis, type Context, cases, expect, requirement } from '../../../harness/authoring/index.ts'
import { Asker } from '../../axes/askers.ts'
import {
  DISGUISES,
  FORMS_OF_TOKENS,
  inPlaceOf,
  LIKENESSES,
  OTHER_SECRETS,
  STRANGERS,
  type Substitute,
  WORDS,
} from '../../axes/secrets.ts'
import { ALTERATIONS } from '../../support/alter.ts'
import { expectUnknownGrant } from '../../support/expect-unknown-grant.ts'
import { UNUSED_CODES } from '../../support/unknown.ts'
import { inTriedCodes } from '../flows/tried-codes.ts'
import { secondAsker } from './living.ts'
import { type LivingCode, type Spoil, withLivingCode } from './living-code.ts'

/** Refused once, refused again: the first refusal must not be what makes an unknown code known. */
const ATTEMPTS = 2

const asCode = (table: Readonly<Record<string, Substitute>>): Readonly<Record<string, Spoil>> =>
  Object.fromEntries(
    Object.entries(table).map(([name, substitute]): [string, Spoil] => [
      name,
      (known) => {
        const code = substitute(known)
        return code === undefined ? undefined : { code }
      },
    ]),
  )

const codeOf = ({ code }: LivingCode | { code: string }) => code

/** A made-up code, and what is tried in the place of a valid one. */
export const token5 = requirement(
  'TOKEN-5',
  cases<readonly [code: string, who: (context: Context) => Asker | Context['oauth']]>(
    'unknown',
    {
      'first client': [UNUSED_CODES[0], ({ oauth }) => oauth],
      'second client': [UNUSED_CODES[1], secondAsker],
    },
    async (context, [code, who]) => {
      for (let attempt = 1; attempt <= ATTEMPTS; attempt++)
        expect(await who(context).exchangeCode(code)).toBeOAuthError('invalid_grant')
    },
  ),
  withLivingCode(
    'altered',
    axis('near misses of a code', asCode(inPlaceOf(codeOf, { ...ALTERATIONS, ...DISGUISES }))),
    { who: mainIfAny, judge },
  ),
  withLivingCode(
    'another value',
    axis(
      'what stands where a code belongs',
      asCode(inPlaceOf(codeOf, FORMS_OF_TOKENS, { ...OTHER_SECRETS, ...WORDS, ...STRANGERS })),
    ),
    { who: mainIfAny, needsTokens: true, judge },
  ),
  withLivingCode(
    'likenesses, by the second client',
    axis("what is like the second client's code", asCode(inPlaceOf(codeOf, LIKENESSES))),
    { who: secondAsker, judge },
  ),
  inTriedCodes('TOKEN-5', (exchange) => expect(exchange).toBeOAuthError('invalid_grant')),
)

function mainIfAny({ oauth, target }: Context): Asker {
  if (!oauth.user) throw new NotApplicableError('no code to alter without a login')
  return new Asker(oauth, target.client)
}

function judge(exchange: Exchange, { code }: FormParameters, { code: issued }: LivingCode): void {
  expectUnknownGrant(exchange, code, issued)
}
