import { setTimeout as wait } from 'node:timers/promises'
import type { Connection, Tokens } from '../customers.ts'
import { isInvalidToken } from '../policies/calls.ts'
import { combine, type PolicyChange, replace } from '../policies/replace.ts'
import { ConnectError } from '../tokens.ts'
import { fewAtOnce, twoWorkers } from './calls-of-connection.ts'
import type { Decision } from './variant.ts'

/** Longer than a moment and shorter than anybody's patience. */
const LONGEST_WAIT_MS = 3_000
const SLOWLY_MS = 250
const PAUSE_MS = 4_000

/** Repeats what failed for now, once, and not before it may. */
async function repeated(send: () => Promise<Response>): Promise<Response> {
  const response = await send()
  if (response.status !== 429 && response.status < 500) return response
  await wait(Math.min(LONGEST_WAIT_MS, 1000 * Number(response.headers.get('retry-after') ?? 0)))
  return send()
}

/** Does one thing after the other. */
function oneAtATime(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const mine = last.then(work, work)
    last = mine.catch(() => undefined)
    return mine
  }
}

const basicBeside: PolicyChange = replace('wire', ({ token }) => ({
  token(url, init) {
    const form = new URLSearchParams(String(init.body))
    const credentials = [form.get('client_id'), form.get('client_secret')].map((text) =>
      encodeURIComponent(text ?? ''),
    )
    const headers = new Headers(init.headers)
    headers.set('authorization', `Basic ${Buffer.from(credentials.join(':')).toString('base64')}`)
    return token(url, { ...init, headers })
  },
}))

export const tokenDecisions: readonly Decision[] = [
  {
    name: 'when a token is refreshed',
    variants: [
      {
        id: 'refresh-at-half-life',
        description: 'A token is replaced after half of its life.',
        apply: replace('tokens', () => ({
          isFresh: ({ receivedAt, expiresAt }, now) => now < (receivedAt + expiresAt) / 2,
        })),
      },
      {
        id: 'refresh-five-minutes-before',
        description:
          'A token is replaced five minutes before its end; one that lives shorter, before each call.',
        apply: replace('tokens', () => ({ isFresh: ({ expiresAt }, now) => now < expiresAt - 300_000 })),
      },
      {
        id: 'refresh-in-the-background',
        description: 'A timer replaces a token that was used, when half of its life is over.',
        apply: replace('calls', ({ perform }) => {
          const planned = new WeakSet<Tokens>()
          return {
            async perform(source, send) {
              const tokens = await source.fresh()
              if (!planned.has(tokens)) {
                planned.add(tokens)
                const halfLife = (tokens.receivedAt + tokens.expiresAt) / 2 - Date.now()
                setTimeout(() => source.replace(tokens).catch(() => undefined), halfLife).unref()
              }
              return perform(source, send)
            },
          }
        }),
      },
      {
        id: 'refresh-at-the-last-moment',
        description: 'A token is replaced in the last half second of its life.',
        apply: replace('tokens', () => ({ isFresh: ({ expiresAt }, now) => now < expiresAt - 500 })),
      },
    ],
  },
  {
    // An application that is slow and does one thing at a time takes longer than anybody waits.
    name: 'how calls share a refresh, and how long they take',
    variants: [
      {
        id: 'calls-one-at-a-time',
        description: 'All updates of the application wait for one another.',
        apply: replace('calls', ({ perform }) => {
          const inTurn = oneAtATime()
          return { perform: (source, send) => inTurn(() => perform(source, send)) }
        }),
      },
      {
        id: 'pauses-after-failed-refresh',
        description: 'For four seconds after a refresh that failed none is sent (a circuit breaker).',
        apply: replace('tokens', ({ shareRefresh }) => {
          const failedAt = new WeakMap<Connection, number>()
          return {
            async shareRefresh(connection, spent, refresh) {
              if (Date.now() - (failedAt.get(connection) ?? 0) < PAUSE_MS) throw new Error('not now')
              return shareRefresh(connection, spent, async () => {
                try {
                  return await refresh()
                } catch (error) {
                  if (!(error instanceof ConnectError)) failedAt.set(connection, Date.now())
                  throw error
                }
              })
            },
          }
        }),
      },
      {
        id: 'refreshes-one-at-a-time',
        description: 'Refreshes wait for one another, and each looks first whether it is still needed.',
        apply: replace('tokens', () => {
          const inTurn = oneAtATime()
          return {
            shareRefresh: (connection, spent, refresh) =>
              inTurn(async () => (connection.tokens === spent ? refresh() : connection.tokens)),
          }
        }),
      },
      {
        id: 'calls-of-customer-one-at-a-time',
        description: 'The updates of a customer wait while a refresh is under way, and look again then.',
        apply: replace('tokens', ({ shareRefresh }) => {
          const turns = new WeakMap<Connection, ReturnType<typeof oneAtATime>>()
          return {
            shareRefresh(connection, spent, refresh) {
              const inTurn = turns.get(connection) ?? oneAtATime()
              turns.set(connection, inTurn)
              return inTurn(() => shareRefresh(connection, spent, refresh))
            },
          }
        }),
      },
      {
        id: 'few-at-once',
        description: 'More than two updates of a customer at the same moment are turned away.',
        apply: fewAtOnce,
      },
      {
        id: 'few-at-once-for-a-second',
        description: 'More than two updates at the same moment are asked to come back in a second.',
        apply: combine(
          fewAtOnce,
          replace('pages', ({ updated }) => ({
            updated: (c, outcome) =>
              outcome.status === 502
                ? new Response(outcome.message, { status: 503, headers: { 'retry-after': '1' } })
                : updated(c, outcome),
          })),
        ),
      },
      {
        id: 'slow',
        description: 'Each request of the application starts a quarter of a second late.',
        apply: replace('wire', ({ token, api }) => ({
          token: (url, init) => wait(SLOWLY_MS).then(() => token(url, init)),
          api: (url, init) => wait(SLOWLY_MS).then(() => api(url, init)),
        })),
      },
      {
        id: 'token-of-each-worker',
        description: 'Two processes serve a customer in turn, each with the token that it used last.',
        apply: twoWorkers,
      },
      {
        id: 'pause-before-repeating',
        description: 'Between a refusal and what follows it the application pauses.',
        apply: replace('wire', ({ api }) => ({
          async api(url, init) {
            const response = await api(url, init)
            if (await isInvalidToken(response)) await wait(2 * SLOWLY_MS)
            return response
          },
        })),
      },
    ],
  },
  {
    name: 'how token requests are written',
    variants: [
      {
        id: 'basic-beside-form',
        description: 'Token requests have HTTP Basic beside the parameters of the form.',
        apply: basicBeside,
      },
      {
        id: 'refresh-parameters',
        description: 'A refresh names the scope and the resource, too.',
        apply: replace('tokens', () => ({
          refreshParameters: () => ({ scope: 'donations', resource: 'https://api.example/v1' }),
        })),
      },
      {
        id: 'form-with-charset',
        description: 'The media type of token requests has a charset, and spaces are %20.',
        apply: replace('wire', ({ token }) => ({
          token(url, init) {
            const headers = new Headers(init.headers)
            headers.set('content-type', 'application/x-www-form-urlencoded; charset=utf-8')
            return token(url, { ...init, headers, body: String(init.body).replaceAll('+', '%20') })
          },
        })),
      },
    ],
  },
  {
    name: 'when a service fails',
    variants: [
      {
        id: 'asked-after-failed-refresh',
        description: 'Where a refresh fails for any reason, the user is asked to connect.',
        apply: replace('tokens', ({ shareRefresh }) => ({
          shareRefresh: (connection, spent, refresh) =>
            shareRefresh(connection, spent, refresh).catch(() => {
              throw new ConnectError('the token cannot be refreshed now')
            }),
        })),
      },
      {
        id: 'failures-repeated',
        description: 'What the service cannot do now is sent once more, when Retry-After allows it.',
        apply: replace('wire', ({ token, api }) => ({
          token: (url, init) => repeated(() => token(url, init)),
          api: (url, init) => repeated(() => api(url, init)),
        })),
      },
    ],
  },
  {
    name: 'what follows invalid_token',
    variants: [
      {
        id: 'second-round',
        description: 'A second refusal is followed by a second refresh and a third call, and no more.',
        apply: replace('calls', () => ({
          async perform(source, send) {
            let tokens = await source.fresh()
            let response = await send(tokens.accessToken)
            for (let round = 0; round < 2 && (await isInvalidToken(response)); round += 1) {
              tokens = await source.replace(tokens)
              response = await send(tokens.accessToken)
            }
            return response
          },
        })),
      },
      {
        id: 'repeated-by-put',
        description: 'Updates are sent by PATCH, and repeated by PUT.',
        apply: replace('wire', ({ api }) => {
          const refused = new Set<string>()
          return {
            async api(url, init) {
              const call = `${url} ${init.body}`
              const isRepeated = refused.delete(call)
              const response = await api(url, isRepeated ? { ...init, method: 'PUT' } : init)
              if (!isRepeated && (await isInvalidToken(response))) refused.add(call)
              return response
            },
          }
        }),
      },
    ],
  },
]
