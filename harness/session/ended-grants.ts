import { isRefused } from '../../client/http/answer.ts'
import { type Tokens, tokensOf } from '../../client/oauth/tokens.ts'
import { InconclusiveError } from '../../contract/verdict.ts'
import { letPass } from './let-pass.ts'
import { untilReplaced } from './replaced.ts'
import type { Session } from './session.ts'

/** About as many as tests make at the same time. */
const LOGINS_OF_A_RUN = 40

/** Tokens of other users that are asked with: some were revoked on purpose, and one that lives is enough. */
const MOST_OF_OTHERS = 6

/** How old they have to be, compared with the grant that is gone. */
const ABOUT_AS_OLD = 0.9

/** After this a superseded refresh token may work no more, and its reuse may be taken for a theft. */
const GRACE_SECONDS = 61

/** What a run does that may end other grants, and whether it does here. */
const CAUSES: Readonly<Record<string, (session: Session) => Promise<boolean>>> = {
  'many later logins end a grant': endsByLogins,
  'a superseded refresh token whose grace is over ends other grants': endsByLateReuse,
}

/**
 * What the run did that ended grants: the one that nobody used since the survey is gone, though its access token has time
 * left, or its refresh token, where the access token is over. Undefined where nothing tells that from a token that only
 * died, which is a matter of BEARER-4, and where the survey kept none.
 */
export async function whatEndedGrants(session: Session): Promise<string | undefined> {
  const { untouched, surveyedAt } = session.grants.survey
  if (!untouched) return undefined
  const age = performance.now() + session.clockMovedMs - surveyedAt
  const isOver = age > (untouched.expiresIn ?? 0) * 1000
  if (!(await (isOver ? isBeyondRefresh(session, untouched) : isGone(session, untouched)))) return undefined
  if (!isOver && (await isAnotherAsOld(session, untouched))) return 'something ended all grants of a user'
  for (const [told, endsOthers] of Object.entries(CAUSES)) if (await endsOthers(session)) return told
  return undefined
}

async function isGone({ api }: Session, { accessToken }: Pick<Tokens, 'accessToken'>): Promise<boolean> {
  return isRefused(await api.organizations({ authorization: `Bearer ${accessToken}` }))
}

/** Whether its refresh token gives no tokens; false where it has none. */
async function isBeyondRefresh(session: Session, { refreshToken }: Tokens): Promise<boolean> {
  return refreshToken !== undefined && !tokensOf(await session.oauth().refresh(refreshToken))
}

/** Whether a token of another user is about as old and lives: then it is not age that ended this one. */
async function isAnotherAsOld(session: Session, { exchange: { startedAt } }: Tokens): Promise<boolean> {
  const now = Date.now()
  const main = session.oauth().user?.username
  const old = session.given.all.filter(
    ({ kind, user, exchange }) =>
      kind === 'access token' && user !== main && now - exchange.startedAt > ABOUT_AS_OLD * (now - startedAt),
  )
  for (const { value: accessToken } of old.slice(0, MOST_OF_OTHERS))
    if (!(await isGone(session, { accessToken }))) return true
  return false
}

/** Whether a grant is gone after as many logins at once as a run makes. */
async function endsByLogins(session: Session): Promise<boolean> {
  return endsAnother(session, async () => {
    const logins = LOGINS_OF_A_RUN * (session.settings.shard?.of ?? 1)
    await Promise.all(Array.from({ length: logins }, () => session.oauth().signIn()))
    return true
  })
}

/** Whether a grant is gone after a refresh token of another one was used whose successors were used a while ago. */
async function endsByLateReuse(session: Session): Promise<boolean> {
  const oauth = session.oauth()
  return endsAnother(session, async (held) => {
    const { refreshToken } = await oauth.signIn()
    if (refreshToken === undefined) return false
    const replaced = await untilReplaced(oauth, refreshToken)
    if (!replaced) return false
    await oauth.renew(replaced.successor.refreshToken)
    const why = 'a refresh token that was replaced may end other grants once its grace is over'
    await letPass(session, { requirement: 'the look at grants', seconds: GRACE_SECONDS, why })
    // What is gone by now died of its age: that is no grant that something ended.
    if (await isGone(session, held)) return false
    await oauth.refresh(replaced.superseded)
    return true
  })
}

/**
 * Whether a grant is gone after something was done with others; false where that cannot be done.
 * @param act does it, with the grant in hand, and tells whether it came to that.
 */
async function endsAnother(session: Session, act: (held: Tokens) => Promise<boolean>): Promise<boolean> {
  const oauth = session.oauth()
  try {
    const held = await oauth.signIn()
    if (await isGone(session, held)) return false
    if (!(await act(held))) return false
    const livesOn = held.expiresIn === undefined || held.expiresIn > 2 * GRACE_SECONDS
    if (livesOn && (await isGone(session, held))) return true
    return await isBeyondRefresh(session, held)
  } catch (error) {
    // Whoever ends the run waits for nothing more.
    if (error instanceof InconclusiveError || session.abort.signal.aborted) return false
    throw error
  }
}
