import { randomBytes } from 'node:crypto'
import type { AuthorizationOutcome, AuthorizationPolicies } from '../../policies/authorization.ts'
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

/** What a browser decided once about a client is decided for good, where it was to decline. */
const declinedForGood: PolicyChange = (policies) => {
  const declined = new WeakMap<LoginSession, Set<string>>()
  return replace('pages', ({ nextPage }) => ({
    nextPage(view) {
      const { client, session, decision } = view.interaction
      const clients = declined.get(session) ?? new Set()
      declined.set(session, clients)
      if (decision === 'decline') clients.add(client.id)
      if (decision && clients.has(client.id)) view.interaction.decision = 'decline'
      return nextPage(view)
    },
  }))(policies)
}

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
