import { type AuthorizationFlow, codeOf } from '../../../client/login/authorization-flow.ts'
import type { FormParameters } from '../../../client/oauth/oauth.ts'
import { InconclusiveError } from '../../../contract/verdict.ts'
import { cases, covering, ensure, expect, requirement } from '../../../harness/authoring/index.ts'
import { askerOf, CLIENTS, isMainRow, USERS } from '../../axes/askers.ts'
import {
  type Asking,
  askedAgain,
  authorizeToCode,
  callbackParametersOf,
  expectState,
  requireOrdinary,
  requireSameAgain,
  requireWorkable,
} from '../../support/authorization.ts'
import { seenBy } from '../flows/seen-by.ts'
import { visitsOf } from '../flows/visits.ts'
import { WHOSE } from '../flows/whose.ts'

/** What states survive is for AUTHZ-2 to judge. */
const STATE = 'a-state-beside-others'

/** An S256 challenge as it is written (RFC 7636, appendix B). Nobody exchanges the code. */
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'

const MADE_UP_CODE = 'a-code-of-the-suite'

/**
 * Parameters in shapes that parsers and filters stumble over: such as no specification has and no framework acts on, and
 * those of extensions that lead to the same code where they are known.
 */
const UNKNOWN: Readonly<Record<string, FormParameters>> = {
  'a made-up one': { made_up: '1' },
  'one without value': { made_up_empty: '' },
  'one with a long value': { made_up_long: 'aB3-'.repeat(250) },
  'one with signs in its value': { made_up_signs: `a=b&c#d?e%20+"'<>\\/;{}[]|é` },
  'names with signs in them': { 'X-Vendor.made:up': 'yes', 'made_up[]': '1', 'made[up]': '2' },
  'what marketing adds': { utm_source: 'newsletter', utm_medium: 'email', gclid: 'Cj0K', fbclid: 'IwAR' },
  'names that begin otherwise': { _made_up: '1', '7': '1', debug: '1' },
  'names that resemble ours': {
    made_up_state: 'other',
    state_token: 'other',
    my_scope: 'none',
    response_type_made_up: 'token',
  },
  // PHP reads a dot in a name as an underscore.
  'our names with dots': { 'response.type': 'token', 'redirect.uri': 'https://elsewhere.example' },
  'known names in other letters': { State: 'other', SCOPE: 'none', Client_Id: 'other' },
  'what stock libraries add': {
    access_type: 'offline',
    code_challenge: CHALLENGE,
    code_challenge_method: 'S256',
  },
  // To OpenID Connect a wish, which no service has to fulfil and none refuses (Core, 3.1.2.1).
  'a language': { ui_locales: 'en', lang: 'en' },
  'another login': { force_login: 'true', prompt: 'login' },
  'what other endpoints have': {
    ...{ grant_type: 'made_up', error_description: 'made up', expires_in: '1' },
    client_assertion: 'eyJhbGciOiJub25lIn0.e30.',
  },
  'what callbacks have': { code: MADE_UP_CODE, error: 'access_denied', iss: 'https://elsewhere.example' },
  'what routers and pages have': { next: '/', id: '1', user: 'nobody', return: '/' },
  'the state of other protocols': { RelayState: 'other', wctx: 'other', TARGET: 'other' },
  'names of a prototype': { constructor: '1', toString: '1', ['__proto__']: '1' },
  'two dozen': Object.fromEntries(Array.from({ length: 24 }, (_, index) => [`made_up_${index}`, `${index}`])),
}

/** Where they may stand among the others. Whether a name without an equals sign is malformed is free (RFC 6749, B). */
const PLACES: Readonly<Record<string, (known: readonly string[]) => readonly string[]>> = {
  'before all others': (known) => ['made_up=1', ...known],
}

const ALL_UNKNOWN: FormParameters = Object.fromEntries(Object.values(UNKNOWN).flatMap(Object.entries))

/** Complete requests with parameters beside that nobody knows. */
export const authz12 = requirement(
  'AUTHZ-12',
  { judgesState: true },
  cases(UNKNOWN, async (context, unknown) => {
    const together = await context.once('a request with all unknown parameters', () =>
      context.oauth.authorize({ ...ALL_UNKNOWN, state: STATE }),
    )
    if (!isCodeAlone(together) || callbackParametersOf(together).get('state') !== STATE)
      return expectIgnored(context.oauth, unknown)
    expect(seenBy(context, together)).toYieldCode()
  }),
  cases('in other places', PLACES, async ({ oauth }, place) => {
    const ask = () => oauth.authorizeAs((known) => place(known).join('&'), { state: STATE })
    const first = await ask()
    if (first.kind === 'stopped') await requireOrdinary(oauth, first)
    else if (!codeOf(first)) await requireSameAgain(first, ask)
    const flow = first.kind === 'stopped' ? await askedAgain(ask) : first
    requireWorkable(flow)
    expect(flow).toYieldCode()
    await expectUsualState(oauth, flow)
  }),
  covering(
    'who asks',
    WHOSE,
    async (context, { user, client }) => {
      const [{ asked }] = await visitsOf(context, { user, client })
      // The state of that request may be to blame: then the parameter is tried without it.
      if (codeOf(asked)) expect(seenBy(context, asked)).toYieldCode()
      else await expectIgnored(askerOf(context, USERS[user], CLIENTS[client]), { made_up: '1' })
    },
    { except: isMainRow },
  ),
)

/** Whether the callback has one code, of the service, and no error beside it (RFC 6749, 4.1.2). */
function isCodeAlone(flow: AuthorizationFlow): boolean {
  const callback = callbackParametersOf(flow)
  const [code, ...others] = callback.getAll('code')
  return code === codeOf(flow) && code !== MADE_UP_CODE && others.length === 0 && !callback.has('error')
}

async function expectIgnored(asker: Asking, unknown: FormParameters): Promise<void> {
  const flow = await authorizeToCode(asker, { ...unknown, state: STATE })
  expect(flow).toYieldCode()
  const expected = 'one code, of the service, and no error beside it'
  ensure(isCodeAlone(flow), expected, 'a callback with parameters of the request', flow)
  await expectUsualState(asker, flow)
}

/** Ordinary requests by which a service shows that it is not unknown parameters that alter its states. */
const ORDINARY = 2

/** @throws InconclusiveError where the state is another one without unknown parameters, too. */
async function expectUsualState(asker: Asking, flow: AuthorizationFlow): Promise<void> {
  const stateOf = (one: AuthorizationFlow) => callbackParametersOf(one).get('state')
  for (let time = 1; time <= ORDINARY && stateOf(flow) !== STATE; time++) {
    const ordinary = await asker.authorize({ state: STATE })
    if (codeOf(ordinary) && stateOf(ordinary) !== STATE)
      throw new InconclusiveError('ordinary requests get another state back as well (see AUTHZ-2)')
  }
  expectState(flow, STATE)
}
