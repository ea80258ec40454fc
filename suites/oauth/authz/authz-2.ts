import { codeOf } from '../../../client/login/authorization-flow.ts'
import type { OAuth } from '../../../client/oauth/oauth.ts'
import { NotApplicableError } from '../../../contract/verdict.ts'
import {
  LONG_TELLING_STATE,
  STATES,
  state,
  stateBeyondAscii,
  TELLING_STATE,
} from '../../../generators/index.ts'
import {
  axis,
  covering,
  expect,
  packed,
  property,
  requirement,
  test,
} from '../../../harness/authoring/index.ts'
import { isMainRow } from '../../axes/askers.ts'
import { authorizeToCode, callbackParametersOf, expectState } from '../../support/authorization.ts'
import { mistypedLogin } from '../flows/mistyped-login.ts'
import { seenBy } from '../flows/seen-by.ts'
import { visitsOf } from '../flows/visits.ts'
import { WHOSE } from '../flows/whose.ts'

/**
 * Who refuses the ones need not refuse the others: letters and what is not seen, what four bytes take, and control characters.
 * NUL is not among them: no field of a page can hold it (HTML, 13.2.5.38).
 */
const BEYOND_ASCII = ['Zoë e\u0301ﬁＡ²\u00ad\u00a0x\u200by\u2028z\ufeff', '東京😀', 'a\tb\r\nc\u007fd']

/** What the requests of two pages carry that are open in one browser. */
const SIDE_BY_SIDE = ['the first page', 'the second page'] as const

/** Each case costs an authorization, often with a login, and the table has the values that matter. */
const SHARE = 0.01

/** Every printable ASCII state comes back; what is beyond may be refused, and an empty one is only observed. */
export const authz2 = requirement(
  'AUTHZ-2',
  { judgesState: true },
  packed<boolean, string>('of all requests', axis('state', STATES), {
    begin: async (context) => {
      // By then most of them were carried by requests of other tests.
      await context.alone()
      return true
    },
    async attempt(context, _, sent) {
      const carried = context.flowWithState(sent)
      // Where that gave a code, it is judged, whoever asked: what is altered for some only is seen nowhere else.
      const flow =
        carried && codeOf(carried) !== undefined
          ? seenBy(context, carried)
          : await authorizeToCode(context.oauth, { state: sent })
      expect(flow).toYieldCode()
      expectState(flow, sent)
    },
    isAlive: async () => true,
  }),
  covering(
    'who asks',
    WHOSE,
    async (context, whose) => {
      const [{ asked }] = await visitsOf(context, whose)
      // AUTHZ-1 judges whether each of them gets a code.
      if (!codeOf(asked)) throw new NotApplicableError('no code, which AUTHZ-1 judges')
      expectState(seenBy(context, asked), LONG_TELLING_STATE)
    },
    { except: isMainRow },
  ),
  property(state(), async ({ oauth }, sent) => expectBack(oauth, sent), { share: SHARE }),
  property(
    'by the second client',
    state(),
    async ({ otherOAuthIfAny: oauth }, sent) => {
      if (!oauth) throw new NotApplicableError('there is no second client')
      await expectBack(oauth, sent)
    },
    { share: SHARE },
  ),
  property(
    'beyond ASCII',
    stateBeyondAscii(),
    async ({ oauth }, sent) => {
      const flow = await oauth.authorize({ state: sent })
      if (!codeOf(flow)) throw new NotApplicableError('what is not printable ASCII may be refused')
      expectState(flow, sent)
    },
    { share: SHARE, examples: BEYOND_ASCII },
  ),
  test('after a mistyped password', async (context) => {
    const { flow } = await mistypedLogin(context)
    if (!codeOf(flow)) throw new NotApplicableError('no code, which AUTHZ-1 judges')
    expectState(flow, TELLING_STATE)
  }),
  test('beside an error', async ({ oauth }) => {
    const flow = await oauth.authorize({ state: TELLING_STATE, response_type: 'made_up' })
    // An error page, or an error without state, is no callback as the contract has it.
    if (!callbackParametersOf(flow).has('state')) throw new NotApplicableError('no state beside an error')
    expectState(flow, TELLING_STATE)
  }),
  test('two pages of one browser', async ({ oauth, target }) => {
    if (target.login !== 'form')
      throw new NotApplicableError('only the form driver has two pages open in one browser')
    const browser = oauth.apart()
    await browser.obtainCode()
    const flows = await browser.authorizeSideBySide(SIDE_BY_SIDE)
    // A service may keep one authorization for each session: it ends the other, or takes its page for that of this one.
    if (!flows.every(codeOf))
      throw new NotApplicableError('one authorization at a time gets through in a session')
    for (const [index, flow] of flows.entries()) expectState(flow, SIDE_BY_SIDE[index] ?? '')
  }),
  test('empty', async ({ oauth, observe }) => {
    const flow = await oauth.authorize({ state: '' })
    const states = callbackParametersOf(flow).getAll('state')
    const echo = states.length === 0 ? 'without state' : `with state ${JSON.stringify(states)}`
    observe('an empty state', codeOf(flow) ? `a code ${echo}` : 'is refused')
  }),
)

async function expectBack(oauth: OAuth, sent: string): Promise<void> {
  const flow = await authorizeToCode(oauth, { state: sent })
  expect(flow).toYieldCode()
  expectState(flow, sent)
}
