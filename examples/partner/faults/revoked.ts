import type { Context } from 'hono'
import type { Connection, Customer, Served } from '../customers.ts'
import { combine, type PolicyChange, replace } from '../policies/replace.ts'
import type { UpdateOutcome } from '../requested-update.ts'
import { keepingDeadTokens } from './dead-tokens.ts'
import type { Fault } from './fault.ts'

const LATER_MS = 300

/** Answers otherwise where the customer has to connect again, for the first time or once more. */
function insteadOfAsking(
  answer: (isFirst: boolean, c: Context<Served>) => UpdateOutcome | Response | undefined,
): PolicyChange {
  return replace('pages', ({ updated }) => {
    const asked = new WeakSet<Customer>()
    return {
      updated(c, outcome) {
        if (outcome.status !== 401) return updated(c, outcome)
        const { customer } = c.var
        const isFirst = !asked.has(customer)
        asked.add(customer)
        const other = answer(isFirst, c) ?? outcome
        return other instanceof Response ? other : updated(c, other)
      },
    }
  })
}

const SERVICE_BLAMED: UpdateOutcome = { status: 502, message: 'The service has a problem' }

/** Does something where a refresh was refused, and takes what comes of it, if anything, for the answer. */
function afterRefusal(
  act: (send: () => Promise<Response>, refusal: Response) => Promise<Response> | undefined,
): PolicyChange {
  return replace('wire', ({ token }) => ({
    async token(url, init) {
      const response = await token(url, init)
      const isRefresh = new URLSearchParams(String(init.body)).has('refresh_token')
      if (response.ok || !isRefresh) return response
      return (await act(() => token(url, init), response)) ?? response
    },
  }))
}

/** Keeps some connections when the service has refused a refresh for the first time. */
function givenUpAtSecond(isConcerned: (connection: Connection) => boolean): PolicyChange {
  return replace('tokens', ({ forget }) => {
    const refused = new WeakSet<Connection>()
    return {
      forget(customer) {
        const { connection } = customer
        if (connection && isConcerned(connection) && !refused.has(connection)) refused.add(connection)
        else forget(customer)
      },
    }
  })
}

/** Tokens are replaced a minute ahead, and where that is refused the old one serves as long as it lives. */
const refusedAheadIgnored: PolicyChange = replace('calls', ({ perform }) => ({
  async perform(source, send) {
    const tokens = await source.fresh()
    if (Date.now() > tokens.expiresAt - 60_000) await source.replace(tokens).catch(() => undefined)
    return perform(source, send)
  },
}))

export const revokedFaults: readonly Fault[] = [
  {
    id: 'partner-7-refused-ahead-ignored',
    requirement: 'PARTNER-7',
    description:
      'A refresh ahead that is refused is tried at each update, as long as the access token lives.',
    apply: combine(
      refusedAheadIgnored,
      replace('tokens', ({ forget }) => ({
        forget(customer) {
          if (Date.now() >= (customer.connection?.tokens.expiresAt ?? 0)) forget(customer)
        },
      })),
    ),
  },
  {
    id: 'partner-7-only-where-revoked-is-said',
    requirement: 'PARTNER-7',
    description: 'invalid_grant is a passing failure where its description does not say revoked.',
    apply: afterRefusal(async (_send, refusal) =>
      (await refusal.clone().text()).includes('revoked')
        ? refusal
        : Response.json({ error: 'temporarily_unavailable' }, { status: 503 }),
    ),
  },
  {
    id: 'partner-7-tried-each-time',
    requirement: 'PARTNER-7',
    description: 'The dead refresh token stays stored, and each update tries it again.',
    apply: replace('tokens', () => ({ forget: () => undefined })),
  },
  {
    id: 'partner-7-tried-again',
    requirement: 'PARTNER-7',
    description: 'A refused refresh is sent once more before the application gives up.',
    apply: afterRefusal((send) => send()),
  },
  {
    id: 'partner-7-tried-later',
    requirement: 'PARTNER-7',
    description: 'A refused refresh is sent again in the background.',
    apply: afterRefusal((send) => {
      setTimeout(() => send().catch(() => undefined), LATER_MS)
      return undefined
    }),
  },
  {
    id: 'partner-7-given-up-after-three',
    requirement: 'PARTNER-7',
    description: 'The connection is given up at the third refusal.',
    apply: replace('tokens', ({ forget }) => {
      const refusals = new WeakMap<Customer, number>()
      return {
        forget(customer) {
          const count = (refusals.get(customer) ?? 0) + 1
          refusals.set(customer, count)
          if (count >= 3) forget(customer)
        },
      }
    }),
  },
  {
    id: 'partner-7-service-blamed',
    requirement: 'PARTNER-7',
    description: 'The user is told that the service has a problem, and never asked to connect.',
    apply: insteadOfAsking(() => SERVICE_BLAMED),
  },
  {
    id: 'partner-7-changes-blamed',
    requirement: 'PARTNER-7',
    description: 'The user is told that the changes are wrong.',
    apply: insteadOfAsking(() => ({ status: 422, message: 'The changes cannot be saved' })),
  },
  {
    id: 'partner-7-called-saved',
    requirement: 'PARTNER-7',
    description: 'The update is called saved although the connection is dead.',
    apply: insteadOfAsking(() => ({ status: 200, message: 'Saved' })),
  },
  {
    id: 'partner-7-asked-once',
    requirement: 'PARTNER-7',
    description: 'The first update asks the user to connect, those after it blame the service.',
    apply: insteadOfAsking((isFirst) => (isFirst ? undefined : SERVICE_BLAMED)),
  },
  {
    id: 'partner-7-lost-without-a-word',
    requirement: 'PARTNER-7',
    description:
      'The first update asks the user to connect; those after it are accepted for later and dropped.',
    apply: insteadOfAsking((isFirst, c) => (isFirst ? undefined : c.json({ message: 'Saved soon' }, 202))),
  },
  {
    id: 'partner-7-asked-second-time',
    requirement: 'PARTNER-7',
    description:
      'The update that finds the connection dead blames the service, and only the next asks to connect.',
    apply: insteadOfAsking((isFirst) => (isFirst ? SERVICE_BLAMED : undefined)),
  },
  {
    id: 'partner-7-dead-for-good',
    requirement: 'PARTNER-7',
    description: 'A customer whose connection died is blocked: a new flow ends as if it had failed.',
    apply: (policies) => {
      const dead = new WeakSet<Customer>()
      const marked = replace('tokens', ({ forget }) => ({
        forget(customer) {
          dead.add(customer)
          forget(customer)
        },
      }))
      const blocked = replace('flows', ({ expectedState }) => ({
        expectedState: (customer, callback) =>
          dead.has(customer) ? undefined : expectedState(customer, callback),
      }))
      return blocked(marked(policies))
    },
  },
  {
    id: 'partner-7-tried-twice-for-several',
    requirement: 'PARTNER-7',
    description:
      'For users with several organizations the dead refresh token is given up at the second refusal.',
    apply: givenUpAtSecond(({ organizations }) => organizations.length > 1),
  },
  {
    id: 'partner-7-tried-twice-after-refresh',
    requirement: 'PARTNER-7',
    description: 'A refresh token that came by a refresh is given up at the second refusal.',
    apply: (policies) => {
      const refreshed = new WeakSet<Connection>()
      const remember = replace('tokens', ({ store }) => ({
        store(connection, tokens) {
          refreshed.add(connection)
          store(connection, tokens)
        },
      }))
      return combine(
        remember,
        givenUpAtSecond((connection) => refreshed.has(connection)),
      )(policies)
    },
  },
  {
    id: 'partner-7-dead-token-stays',
    requirement: 'PARTNER-7',
    alsoBreaks: ['PARTNER-6'],
    description: 'Who connects again has a new access token, and the dead refresh token as before.',
    apply: keepingDeadTokens((dead) =>
      replace('pages', ({ connected }) => ({
        connected(c) {
          const { connection } = c.var.customer
          const refreshToken = dead.get(c.var.customer)
          if (connection && refreshToken) connection.tokens = { ...connection.tokens, refreshToken }
          return connected(c)
        },
      })),
    ),
  },
  {
    id: 'partner-7-second-time-blamed',
    requirement: 'PARTNER-7',
    description:
      'When a later connection of a customer dies as well, the service is blamed and the dead token kept.',
    apply: replace('tokens', ({ forget }) => {
      const died = new WeakSet<Customer>()
      return {
        forget(customer) {
          if (died.has(customer)) throw new Error('already marked as disconnected')
          died.add(customer)
          forget(customer)
        },
      }
    }),
  },
  {
    id: 'partner-7-forgotten-for-a-moment',
    requirement: 'PARTNER-7',
    description: 'That a refresh token is dead is remembered for less than a second.',
    apply: replace('tokens', ({ forget }) => ({
      forget(customer) {
        const { connection } = customer
        forget(customer)
        setTimeout(() => {
          customer.connection ??= connection
        }, 700)
      },
    })),
  },
]
