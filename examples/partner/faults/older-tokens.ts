import { z } from 'zod'
import type { Connection } from '../customers.ts'
import { combine, type PolicyChange, replace } from '../policies/replace.ts'
import type { Fault } from './fault.ts'

/** Remembers the refresh token that was there before the newest, to be brought back where it must not be. */
function withOlder(
  change: (older: { bringBack(connection: Connection): void }) => PolicyChange,
): PolicyChange {
  return (policies) => {
    const older = new WeakMap<Connection, string>()
    const remember = replace('tokens', ({ store }) => ({
      store(connection, tokens) {
        older.set(connection, connection.tokens.refreshToken)
        store(connection, tokens)
      },
    }))
    const bringBack = (connection: Connection) => {
      const refreshToken = older.get(connection)
      if (refreshToken) connection.tokens = { ...connection.tokens, refreshToken }
    }
    return combine(remember, change({ bringBack }))(policies)
  }
}

/** The transaction around an update that comes to nothing holds the refresh, too. */
const rolledBackAt = (failure: number) =>
  withOlder((older) =>
    replace('pages', ({ updated }) => ({
      updated(c, outcome) {
        const { connection } = c.var.customer
        if (connection && outcome.status === failure) older.bringBack(connection)
        return updated(c, outcome)
      },
    })),
  )

const refreshed = z.object({ refresh_token: z.string() })

/** Takes the refresh token before, where the newest is refused. */
const triesTokenBefore: PolicyChange = replace('wire', ({ token }) => {
  const before = new Map<string, string>()
  return {
    async token(url, init) {
      const response = await token(url, init)
      const form = new URLSearchParams(String(init.body))
      const given = form.get('refresh_token') ?? ''
      const { data } = refreshed.safeParse(await response.clone().json())
      if (data) before.set(data.refresh_token, given)
      const older = response.status === 400 && before.get(given)
      if (!older) return response
      form.set('refresh_token', older)
      return token(url, { ...init, body: form })
    },
  }
})

/** Something else than a refresh brings an older refresh token back. */
export const olderTokenFaults: readonly Fault[] = [
  {
    id: 'partner-6-back-at-pick',
    requirement: 'PARTNER-6',
    description: 'To pick an organization writes the record of the callback back, with its refresh token.',
    apply: withOlder((older) =>
      replace('organizations', ({ choose }) => ({
        choose(connection, id) {
          older.bringBack(connection)
          return choose(connection, id)
        },
      })),
    ),
  },
  {
    id: 'partner-6-rolled-back',
    requirement: 'PARTNER-6',
    description: 'When an update is refused, what it changed is rolled back: the new refresh token, too.',
    apply: rolledBackAt(422),
  },
  {
    id: 'partner-6-rolled-back-on-failure',
    requirement: 'PARTNER-6',
    description: 'When the service fails at an update, the new refresh token is rolled back with it.',
    apply: rolledBackAt(502),
  },
  {
    id: 'partner-6-before-where-refused',
    requirement: 'PARTNER-6',
    description: 'Where the newest refresh token is refused, the one that it replaced is tried.',
    apply: triesTokenBefore,
  },
  {
    id: 'partner-6-written-over',
    requirement: 'PARTNER-6',
    description:
      'To store a designation writes the whole record of the customer, with an older refresh token.',
    apply: withOlder((older) =>
      replace('updates', ({ done }) => ({
        done(customer, donation, sent) {
          if (customer.connection && sent.designation_id) older.bringBack(customer.connection)
          done(customer, donation, sent)
        },
      })),
    ),
  },
]
