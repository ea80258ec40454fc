import { codeOf } from '../../../client/login/authorization-flow.ts'
import type { FormParameters, OAuth } from '../../../client/oauth/oauth.ts'
import type { RequirementId } from '../../../contract/index.ts'
import { NotApplicableError } from '../../../contract/verdict.ts'
import { TELLING_STATE } from '../../../generators/index.ts'
import { cases, covering, describeFlow, ensure, requirement, test } from '../../../harness/authoring/index.ts'
import { askerOf, CLIENT_AXIS, CLIENTS, isMainRow, USER_AXIS } from '../../axes/askers.ts'
import { callbackParametersOf, requireWorkable } from '../../support/authorization.ts'
import {
  decline,
  declineBesideOthers,
  declineIfAsked,
  expectDeclined,
  expectTold,
  isDecided,
} from './declines.ts'

/** Other requests that the user declines, by what is special about them. */
const DECLINED: Readonly<Record<string, FormParameters>> = {
  'a state of 512 characters': { state: 'aB3-'.repeat(128) },
  'no state': { state: undefined },
}

/** Texts, though some languages take them for none. */
const NOTHING_TO_SOME = '0'
const BLANKS = '   '

/** A text, though some parsers take it for a number. */
const NUMBER_TO_SOME = '00012345678901234567'

/** The user declines; only where the callback lacks the state does the user approve once, to compare. */
export const authz10 = requirement(
  'AUTHZ-10',
  { beforeApproval: true, judgesState: true },
  test(async (context) => {
    const { asker, flow } = await decline(context)
    await expectDeclined(asker, flow, { state: TELLING_STATE })
  }),
  cases('other requests', DECLINED, (context, changes) => declineBesideOthers(context.oauth, changes)),
  covering(
    'who asks',
    { user: USER_AXIS, client: CLIENT_AXIS },
    (context, { user, client }) =>
      declineBesideOthers(askerOf(context, user, client), {
        state: client === CLIENTS['first client'] ? NUMBER_TO_SOME : TELLING_STATE,
      }),
    { strength: 1, except: isMainRow },
  ),
  test('after the decline', async ({ oauth }) => {
    // In one browser: a service must not take the decline that it remembers for the next decision.
    const { browser, isAsked } = await declineTwice(oauth)
    if (!isAsked) throw new NotApplicableError('nobody was asked to approve')
    await expectCodeByApproval(browser, oauth)
    await declineIfAsked(browser, { state: NOTHING_TO_SOME })
  }),
)

/** Browsers in which the user declines twice, where the second decline of the first ends on a page. */
const BROWSERS = 2

/**
 * Declines twice in one browser, and judges the second. One that ends on a page, as the first did not, is held against the
 * service where it does so in another browser as well: a session may be ended by a login elsewhere.
 * @returns the browser, and whether the user was asked for a decision there.
 */
async function declineTwice(oauth: OAuth): Promise<{ browser: OAuth; isAsked: boolean }> {
  for (let turn = 1; ; turn++) {
    const browser = oauth.apart()
    const declined = await browser.authorize({ state: TELLING_STATE }, 'decline')
    const isAsked = declined.after === 'decision'
    if (!isAsked) return { browser, isAsked }
    const again = await browser.authorize({ state: BLANKS }, 'decline')
    // A service that remembers the decline asks nothing.
    if (!isDecided(again)) return { browser, isAsked }
    const isTold = callbackParametersOf(declined).get('error') === 'access_denied'
    if (again.kind === 'redirected' || !isTold) {
      await expectDeclined(browser, again, { state: BLANKS })
      return { browser, isAsked }
    }
    if (turn === BROWSERS) expectTold(browser, again)
  }
}

/** What a request may lack, or hold beside, by the requirement that it breaks to refuse it for that. */
const UNUSUAL: readonly (readonly [RequirementId, FormParameters])[] = [
  ['AUTHZ-3', { state: undefined }],
  ['AUTHZ-12', { made_up: '1' }],
]

/**
 * Judges that the user gets a code by approving, also without a state and with an unknown parameter. Where nobody gets one
 * in a new browser either, the decline is not why.
 */
async function expectCodeByApproval(browser: OAuth, oauth: OAuth): Promise<void> {
  const changes: FormParameters = Object.assign({}, ...UNUSUAL.map(([, one]) => one))
  if (codeOf(await browser.authorize(changes))) return
  const approved = await browser.authorize()
  const code = codeOf(approved)
  if (!code) await oauth.apart().obtainCode()
  requireWorkable(approved)
  ensure(code !== undefined, 'a code after an approval', describeFlow(approved), approved, 'AUTHZ-1')
  for (const [id, one] of UNUSUAL) {
    const flow = await browser.authorize(one)
    requireWorkable(flow)
    const expected = 'a code after an approval, as an ordinary request gets one in the same browser'
    ensure(codeOf(flow) !== undefined, expected, describeFlow(flow), flow, id)
  }
  const flow = await browser.authorize(changes)
  requireWorkable(flow)
  const expected = 'a code also without a state, as without the unknown parameter beside'
  ensure(codeOf(flow) !== undefined, expected, describeFlow(flow), flow, 'AUTHZ-12')
}
