import { setTimeout as sleep } from 'node:timers/promises'
import type { Connection, Customer } from '../customers.ts'
import { isInvalidToken, type Send, type TokenSource } from '../policies/calls.ts'
import { combine, type PolicyChange, replace } from '../policies/replace.ts'
import { ConnectError } from '../tokens.ts'
import type { Fault } from './fault.ts'

/** What happens after the first answer, where the service refused the token. */
function whereRefused(
  react: (source: TokenSource, send: Send, refused: Response) => Promise<Response>,
): PolicyChange {
  return replace('calls', () => ({
    async perform(source, send) {
      const tokens = await source.fresh()
      const response = await send(tokens.accessToken)
      return (await isInvalidToken(response)) ? react(source, send, response) : response
    },
  }))
}

const REPEAT_MS = 700
const REPETITIONS = 6

async function repeatLater(send: () => Promise<Response>): Promise<void> {
  for (let time = 1; time <= REPETITIONS; time++) {
    await sleep(REPEAT_MS)
    const response = await send().catch(() => undefined)
    if (response && !(await isInvalidToken(response))) return
  }
}

const replaced = async (source: TokenSource) => (await source.replace(await source.fresh())).accessToken

/** Changes the repeated call alone. */
function repeatedWith(change: (init: RequestInit) => RequestInit): PolicyChange {
  return replace('wire', ({ api }) => {
    const refused = new Set<string>()
    return {
      async api(url, init) {
        const isRepeated = refused.delete(`${url} ${init.body}`)
        const response = await api(url, isRepeated ? change(init) : init)
        if (!isRepeated && (await isInvalidToken(response))) refused.add(`${url} ${init.body}`)
        return response
      },
    }
  })
}

/** The repeated call goes to the donation that the session updated before this one. */
const toDonationBefore: PolicyChange = (policies) => {
  const last = new WeakMap<Customer, string>()
  const before = new Map<string, string>()
  const refused = new Set<string>()
  return combine(
    replace('updates', ({ keepDesignation }) => ({
      keepDesignation(customer, donation, changes) {
        before.set(donation.id, last.get(customer) ?? donation.id)
        last.set(customer, donation.id)
        return keepDesignation(customer, donation, changes)
      },
    })),
    replace('wire', ({ api }) => ({
      async api(url, init) {
        const [, id = ''] = /([^/]+)$/.exec(url) ?? []
        const isRepeated = refused.delete(id)
        const response = await api(isRepeated ? url.replace(id, before.get(id) ?? id) : url, init)
        if (!isRepeated && (await isInvalidToken(response))) refused.add(id)
        return response
      },
    })),
  )(policies)
}

function textsOf(body: string): string {
  const fields: Readonly<Record<string, unknown>> = JSON.parse(body)
  return JSON.stringify(
    Object.fromEntries(Object.entries(fields).filter(([, value]) => typeof value === 'string')),
  )
}

/** A refresh is not to follow another within a minute, whatever the service says. */
const throttled = replace('tokens', ({ shareRefresh }) => {
  const last = new WeakMap<Connection, number>()
  return {
    async shareRefresh(connection, spent, refresh) {
      if (connection.tokens === spent && Date.now() - (last.get(connection) ?? 0) < 60_000)
        throw new Error('too many refreshes')
      return shareRefresh(connection, spent, () => {
        last.set(connection, Date.now())
        return refresh()
      })
    },
  }
})

/** The repeated call has the new access token, and the next ones have the old one again. */
const notStored = replace('calls', ({ perform }) => ({
  async perform(source, send) {
    const { accessToken } = await source.fresh()
    const response = await perform(source, send)
    Object.assign(await source.fresh(), { accessToken })
    return response
  },
}))

export const invalidTokenFaults: readonly Fault[] = [
  {
    id: 'partner-8-new-token-not-stored',
    requirement: 'PARTNER-8',
    alsoBreaks: ['PARTNER-9'],
    description: 'A new access token serves the call that is repeated, and is not kept.',
    apply: notStored,
  },
  {
    id: 'partner-8-throttled',
    requirement: 'PARTNER-8',
    alsoBreaks: ['PARTNER-6', 'PARTNER-9', 'PARTNER-18'],
    description: 'A token that is refused within a minute of the last refresh is not refreshed.',
    apply: throttled,
  },
  {
    id: 'partner-8-no-refresh',
    requirement: 'PARTNER-8',
    alsoBreaks: ['PARTNER-18'],
    description:
      'A refused token is an error of the service for the application, and nothing is done about it.',
    apply: whereRefused(async (_source, _send, refused) => refused),
  },
  {
    id: 'partner-8-connect-again',
    requirement: 'PARTNER-8',
    alsoBreaks: ['PARTNER-18'],
    description: 'The user is asked to connect when a token is refused, although it could be refreshed.',
    apply: whereRefused(async () => {
      throw new ConnectError('the token was refused')
    }),
  },
  {
    id: 'partner-8-not-repeated',
    requirement: 'PARTNER-8',
    description: 'After the refresh the user has to send the update again.',
    apply: whereRefused(async (source, _send, refused) => {
      await replaced(source)
      return refused
    }),
  },
  {
    id: 'partner-8-not-repeated-called-saved',
    requirement: 'PARTNER-8',
    description: 'After the refresh the update is not repeated, and called saved.',
    apply: whereRefused(async (source) => {
      await replaced(source)
      return new Response('{}')
    }),
  },
  {
    id: 'partner-8-repeated-with-old-token',
    requirement: 'PARTNER-8',
    description: 'The call is repeated with the token that was refused.',
    apply: whereRefused(async (source, send) => {
      const { accessToken } = await source.fresh()
      await replaced(source)
      return send(accessToken)
    }),
  },
  {
    id: 'partner-8-repeated-before-refresh',
    requirement: 'PARTNER-8',
    description: 'The refused call is repeated as it was first, and only then is the token refreshed.',
    apply: whereRefused(async (source, send) => {
      const { accessToken } = await source.fresh()
      const again = await send(accessToken)
      return (await isInvalidToken(again)) ? send(await replaced(source)) : again
    }),
  },
  {
    id: 'partner-8-repeated-many-times',
    requirement: 'PARTNER-8',
    description: 'The call is repeated with a new token as long as it is refused, thirty times at most.',
    apply: whereRefused(async (source, send, refused) => {
      let response = refused
      for (let round = 0; round < 30 && (await isInvalidToken(response)); round += 1)
        response = await send(await replaced(source))
      return response
    }),
  },
  {
    id: 'partner-8-five-rounds',
    requirement: 'PARTNER-8',
    description: 'A refused call is repeated up to five times, each with a refresh of its own.',
    apply: whereRefused(async (source, send, refused) => {
      let response = refused
      for (let round = 0; round < 5 && (await isInvalidToken(response)); round += 1)
        response = await send(await replaced(source))
      return response
    }),
  },
  {
    id: 'partner-8-two-refreshes',
    requirement: 'PARTNER-8',
    description: 'A refused token is followed by two refreshes, and then the call.',
    apply: whereRefused(async (source, send) => {
      await replaced(source)
      return send(await replaced(source))
    }),
  },
  {
    id: 'partner-8-repeated-twice',
    requirement: 'PARTNER-8',
    description: 'After the refresh the call is sent two times, although the first succeeds.',
    apply: whereRefused(async (source, send) => {
      const accessToken = await replaced(source)
      await send(accessToken)
      return send(accessToken)
    }),
  },
  {
    id: 'partner-8-repeated-without-body',
    requirement: 'PARTNER-8',
    description: 'The repeated call has an empty body, as the first has used it up.',
    apply: repeatedWith((init) => ({ ...init, body: '{}' })),
  },
  {
    id: 'partner-8-repeated-with-less',
    requirement: 'PARTNER-8',
    description: 'The repeated call leaves the last of its fields out.',
    apply: repeatedWith((init) => {
      const fields = Object.entries(JSON.parse(String(init.body)) as Record<string, unknown>)
      return { ...init, body: JSON.stringify(Object.fromEntries(fields.slice(0, -1))) }
    }),
  },
  {
    id: 'partner-8-repeats-in-the-background',
    requirement: 'PARTNER-8',
    description:
      'Where the new token is refused too, a job refreshes and repeats the call every 0.7 seconds, six times.',
    apply: whereRefused(async (source, send) => {
      const again = async () => send(await replaced(source))
      const second = await again()
      if (await isInvalidToken(second)) void repeatLater(again)
      return second
    }),
  },
  {
    id: 'partner-8-not-for-several',
    requirement: 'PARTNER-8',
    alsoBreaks: ['PARTNER-7'],
    description: 'For users with several organizations a refused token is an error of the service.',
    apply: replace('tokens', ({ shareRefresh, isFresh }) => ({
      async shareRefresh(connection, spent, refresh) {
        if (connection.organizations.length > 1 && isFresh(spent, Date.now())) throw new Error('refused')
        return shareRefresh(connection, spent, refresh)
      },
    })),
  },
  {
    id: 'partner-8-repeats-texts-only',
    requirement: 'PARTNER-8',
    description: 'The repeated call is built from a log of the first, which keeps texts alone.',
    apply: repeatedWith((init) => ({ ...init, body: textsOf(String(init.body)) })),
  },
  {
    id: 'partner-8-not-with-advisor',
    requirement: 'PARTNER-8',
    description: 'Where an update has an advisor, a refused token is an error of the service.',
    apply: replace('wire', ({ api }) => ({
      async api(url, init) {
        const response = await api(url, init)
        const isGivenUp = String(init.body).includes('"advisor"') && (await isInvalidToken(response))
        return isGivenUp ? new Response(null, { status: 500 }) : response
      },
    })),
  },
  {
    id: 'partner-8-donation-before',
    requirement: 'PARTNER-8',
    description: 'The call that is repeated with the new token updates the donation of the update before.',
    apply: toDonationBefore,
  },
]
