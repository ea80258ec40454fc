import { randomBytes } from 'node:crypto'
import { page } from '../../oauth/pages.ts'
import type { AuthorizationOutcome, AuthorizationPolicies } from '../../policies/authorization.ts'
import type { PagePolicies } from '../../policies/pages.ts'
import { combine, type PolicyChange, replace } from '../../policies/replace.ts'
import type { Interaction, LoginSession } from '../../store.ts'
import type { Fault } from '../fault.ts'

/** The authorization under way. */
interface Now {
  interaction?: Interaction
  /** Whether the browser was logged in when the request came. */
  inSession: boolean
}

/** Lets a change know which authorization is under way. */
function knowing(change: (now: Now) => PolicyChange): PolicyChange {
  return (policies) => {
    const seen = new WeakSet<Interaction>()
    const begunInSession = new WeakSet<Interaction>()
    const now: Now = { inSession: false }
    const noting = replace('pages', ({ nextPage }) => ({
      nextPage(view) {
        const { interaction } = view
        if (!seen.has(interaction) && interaction.session.user) begunInSession.add(interaction)
        seen.add(interaction)
        now.interaction = interaction
        now.inSession = begunInSession.has(interaction)
        return nextPage(view)
      },
    }))
    return combine(noting, change(now))(policies)
  }
}

type Callback = Parameters<AuthorizationPolicies['callbackParameters']>

/** Changes what a callback brings. */
const bringing = (change: (outcome: AuthorizationOutcome, state: Callback[1], now: Now) => Callback) =>
  knowing((now) =>
    replace('authorization', ({ callbackParameters }) => ({
      callbackParameters: (outcome, state) => callbackParameters(...change(outcome, state, now)),
    })),
  )

const LOST = { error: 'server_error', description: 'The session was lost.' }

/** A session has room for one state. */
const oneStateEach: PolicyChange = (policies) => {
  const latest = new WeakMap<LoginSession, string | undefined>()
  const seen = new WeakSet<Interaction>()
  return combine(
    replace('pages', ({ nextPage }) => ({
      nextPage(view) {
        const { interaction } = view
        if (!seen.has(interaction)) latest.set(interaction.session, interaction.state)
        seen.add(interaction)
        return nextPage(view)
      },
    })),
    bringing((outcome, state, { interaction }) => [
      outcome,
      interaction && state !== undefined ? latest.get(interaction.session) : state,
    ]),
  )(policies)
}

/** Whoever approved a client once cannot decline it. */
const approvalForGood: PolicyChange = (policies) => {
  const approved = new Set<string>()
  return replace('pages', ({ nextPage }) => ({
    nextPage(view) {
      const { client, session, decision } = view.interaction
      const who = session.user && `${client.id} ${session.user.username}`
      if (who && decision === 'approve') approved.add(who)
      if (who && decision === 'decline' && approved.has(who)) view.interaction.decision = 'approve'
      return nextPage(view)
    },
  }))(policies)
}

/** Lets a change of pages know which clients a browser has declined before. */
const knowingDeclines =
  (
    change: (nextPage: NextPage, hasDeclined: (interaction: Interaction) => boolean) => NextPage,
  ): PolicyChange =>
  (policies) => {
    const declined = new WeakMap<LoginSession, Set<string>>()
    const clientsOf = ({ session }: Interaction) => {
      const clients = declined.get(session) ?? new Set()
      declined.set(session, clients)
      return clients
    }
    return replace('pages', ({ nextPage }) => {
      const changed = change(nextPage, (interaction) => clientsOf(interaction).has(interaction.client.id))
      return {
        nextPage(view) {
          const { interaction } = view
          const isDeclined = interaction.decision === 'decline'
          const content = changed(view)
          if (isDeclined) clientsOf(interaction).add(interaction.client.id)
          return content
        },
      }
    })(policies)
  }

type NextPage = PagePolicies['nextPage']

/** What a browser decided once about a client is decided for good, where it was to decline. */
const declinedForGood = knowingDeclines((nextPage, hasDeclined) => (view) => {
  const { interaction } = view
  if (interaction.decision && hasDeclined(interaction)) interaction.decision = 'decline'
  return nextPage(view)
})

/** Whoever declined a client once has to bring a state. */
const stateAfterDecline = knowingDeclines((nextPage, hasDeclined) => (view) => {
  const { interaction } = view
  if (interaction.state === undefined && interaction.decision && hasDeclined(interaction))
    interaction.decision = 'decline'
  return nextPage(view)
})

/** The second decline in a browser is told to the user alone. */
const secondDeclineOnPage = knowingDeclines((nextPage, hasDeclined) => (view) => {
  const { interaction } = view
  const isTold = interaction.decision !== 'decline' || !hasDeclined(interaction)
  return isTold ? nextPage(view) : page('Declined', '<p>Nothing was shared.</p>')
})

/** Faults that show where a browser is logged in already, or is not yet. */
export const sessionNarrowFaults: readonly Fault[] = [
  {
    id: 'authz-1-declined-for-good',
    requirement: 'AUTHZ-1',
    alsoBreaks: ['AUTHZ-2', 'AUTHZ-3', 'AUTHZ-12'],
    description: 'Who declined a client once declines it, in this browser, whatever they decide later.',
    apply: declinedForGood,
  },
  {
    id: 'authz-2-cut-at-200-by-login',
    requirement: 'AUTHZ-2',
    description: 'The login page keeps 200 characters of the state; who is logged in does not pass it.',
    apply: bringing((outcome, state, { inSession }) => [outcome, inSession ? state : state?.slice(0, 200)]),
  },
  {
    id: 'authz-2-one-for-each-session',
    requirement: 'AUTHZ-2',
    description: 'A session keeps one state: of two requests at once both come back with the later.',
    apply: oneStateEach,
  },
  {
    id: 'authz-3-lost-in-a-session',
    requirement: 'AUTHZ-3',
    description: 'Where the browser is logged in already, a request without state ends in an error.',
    apply: bringing((outcome, state, { inSession }) => [
      inSession && state === undefined && 'code' in outcome ? LOST : outcome,
      state,
    ]),
  },
  {
    id: 'authz-3-wanted-after-decline',
    requirement: 'AUTHZ-3',
    description: 'A browser in which the user declined the client once needs a state.',
    apply: stateAfterDecline,
  },
  {
    id: 'authz-10-second-on-page',
    requirement: 'AUTHZ-10',
    description: 'The second time that a user declines in a browser ends on a page.',
    apply: secondDeclineOnPage,
  },
  {
    id: 'authz-9-short-in-a-session',
    requirement: 'AUTHZ-9',
    description: 'Codes that are made without a login page have twelve characters.',
    apply: knowing((now) =>
      replace('authorization', ({ newCode }) => ({
        newCode: (store, grant) => (now.inSession ? randomBytes(6).toString('hex') : newCode(store, grant)),
      })),
    ),
  },
  {
    id: 'authz-10-state-lost-in-a-session',
    requirement: 'AUTHZ-10',
    description: 'Who is logged in already and declines comes back without the state.',
    apply: bringing((outcome, state, { inSession }) => [
      outcome,
      inSession && 'error' in outcome ? undefined : state,
    ]),
  },
  {
    id: 'authz-10-approved-for-good',
    requirement: 'AUTHZ-10',
    description: 'Whoever approved a client before gives it a code by declining.',
    apply: approvalForGood,
  },
]
