import { describeAnswer, givesToken, isRefused, stringMember } from '../../../client/http/answer.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import type { FormParameters, OAuth } from '../../../client/oauth/oauth.ts'
import { cases, ensure, expect, requirement } from '../../../harness/authoring/index.ts'
import { UNKNOWN_CODE, UNKNOWN_REFRESH_TOKEN } from '../../support/unknown.ts'
import { askerInTurn, secondAsker } from './living.ts'

/** Grant types that no service offers, and near misses of those that this service does; no login is needed. */
const UNKNOWN_GRANT_TYPES: Readonly<Record<string, string>> = {
  'a made-up name': 'made_up',
  'a made-up URI': 'urn:example:grant-type:made-up',
  'a near miss': 'authorization_codes',
  'a prefix': 'authorization',
  'capital letters': 'AUTHORIZATION_CODE',
  'one capital letter': 'Authorization_code',
  'capital letters, refresh': 'REFRESH_TOKEN',
  'a hyphen for the underscore': 'authorization-code',
  'no underscore': 'authorizationcode',
  'the response type': 'code',
  'the name of the refresh': 'refresh',
  'the word null': 'null',
  'a name of a prototype': 'constructor',
  'another name of a prototype': '__proto__',
  'a hyphen for the underscore, refresh': 'refresh-token',
  'a number': '0',
}

/** Texts that cannot be the name of a grant (RFC 6749, A.10): they may also be refused as malformed. */
const MALFORMED_GRANT_TYPES: Readonly<Record<string, string>> = {
  'a blank for the underscore': 'authorization code',
  'a blank before': ' authorization_code',
  'a blank behind': 'authorization_code ',
  'a line break behind': 'authorization_code\n',
  'a NUL behind': 'authorization_code\0',
  'a blank behind, refresh': 'refresh_token ',
  'percent-encoded once more': 'authorization%5Fcode',
  'a list with commas': 'authorization_code,refresh_token',
  'a list with blanks': 'authorization_code refresh_token',
  'the same twice': 'authorization_code authorization_code',
  'an asterisk': '*',
  'in quotes': '"authorization_code"',
}

/** A token of the other kinds of grant that nobody has issued. */
const ASSERTION = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJub2JvZHkifQ.bmV2ZXItaXNzdWVk'

/** Grants of OAuth and OpenID Connect that the contract does not list, with the parameters that they want. */
const OTHER_GRANTS = {
  'client credentials': { grant_type: 'client_credentials' },
  'an implicit grant': { grant_type: 'implicit' },
  'a device code': {
    grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    device_code: UNKNOWN_CODE,
  },
  'a JWT as the grant': {
    grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
    assertion: ASSERTION,
  },
  'a SAML assertion as the grant': {
    grant_type: 'urn:ietf:params:oauth:grant-type:saml2-bearer',
    assertion: ASSERTION,
  },
  'a token exchange': {
    grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
    subject_token: ASSERTION,
    subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
  },
  'a back-channel authentication': {
    grant_type: 'urn:openid:params:grant-type:ciba',
    auth_req_id: UNKNOWN_CODE,
  },
} satisfies Readonly<Record<string, FormParameters>>

const UNSUPPORTED = 'unsupported_grant_type'
const MALFORMED_REFUSALS = [UNSUPPORTED, 'invalid_request']
/** What a service may say that knows such a grant, and does not allow it to this client or with this assertion. */
const OTHER_REFUSALS = [UNSUPPORTED, 'unauthorized_client', 'invalid_grant', 'invalid_client']
/** What it may say of one of them alone: for want of a scope (RFC 6749, 3.3), of a subject token that it does not know. */
const REFUSALS_OF: Readonly<Record<string, readonly string[]>> = {
  'client credentials': ['invalid_scope'],
  // RFC 8693, 2.2.2.
  'a token exchange': ['invalid_request'],
}

/** Beside what: a service must not tell the grant by the parameters. */
const BESIDE: Readonly<Record<string, FormParameters>> = {
  'beside a refresh token': { refresh_token: UNKNOWN_REFRESH_TOKEN },
  'beside a refresh token, no code': { refresh_token: UNKNOWN_REFRESH_TOKEN, code: undefined },
  'beside nothing': { code: undefined, redirect_uri: undefined },
}

export const token11 = requirement(
  'TOKEN-11',
  cases(UNKNOWN_GRANT_TYPES, async (context, grant_type, name) => {
    const asker = askerInTurn(context, UNKNOWN_GRANT_TYPES, name)
    expect(await asker.exchangeCode(UNKNOWN_CODE, { grant_type })).toBeOAuthError(UNSUPPORTED)
  }),
  cases('malformed', MALFORMED_GRANT_TYPES, async (context, grant_type, name) => {
    const asker = askerInTurn(context, MALFORMED_GRANT_TYPES, name)
    expectRefusedFor(MALFORMED_REFUSALS, await asker.exchangeCode(UNKNOWN_CODE, { grant_type }))
  }),
  cases('beside', BESIDE, async ({ oauth }, beside) => {
    const exchange = await oauth.exchangeCode(UNKNOWN_CODE, { grant_type: 'made_up', ...beside })
    expect(exchange).toBeOAuthError(UNSUPPORTED)
  }),
  cases('by the second client', { 'a made-up name': 'made_up' }, async (context, grant_type) => {
    const exchange = await secondAsker(context).exchangeCode(UNKNOWN_CODE, { grant_type })
    expect(exchange).toBeOAuthError(UNSUPPORTED)
  }),
  cases(
    'of another grant',
    ({ user }) => ({
      ...OTHER_GRANTS,
      ...(user ? { 'a password': { grant_type: 'password', ...user } } : {}),
    }),
    ({ oauth }, changes, name) => expectNoGrant(oauth, changes, name),
  ),
  // Of two clients one may be allowed what the other is not.
  cases(
    'of another grant, by the second client',
    { 'client credentials': OTHER_GRANTS['client credentials'] },
    (context, changes, name) => expectNoGrant(secondAsker(context), changes, name),
  ),
)

async function expectNoGrant(
  asker: Pick<OAuth, 'exchangeCode'>,
  changes: FormParameters,
  name: string,
): Promise<void> {
  const request = { code: undefined, redirect_uri: undefined, ...changes }
  const refusals = [...OTHER_REFUSALS, ...(REFUSALS_OF[name] ?? [])]
  expectRefusedFor(refusals, await asker.exchangeCode(UNKNOWN_CODE, request))
}

function expectRefusedFor(errors: readonly string[], exchange: Exchange): void {
  ensure(
    isRefused(exchange) && !givesToken(exchange) && errors.includes(stringMember(exchange, 'error') ?? ''),
    `a refusal with \`error\` ${errors.join(' or ')}, and no token`,
    describeAnswer(exchange),
    [exchange],
  )
}
