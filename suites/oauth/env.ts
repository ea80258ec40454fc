import { setTimeout as sleep } from 'node:timers/promises'
import { describeAnswer, isAccepted, stringMember } from '../../client/http/answer.ts'
import type { Exchange } from '../../client/http/exchange.ts'
import { encodeParameters, type FormParameters } from '../../client/oauth/oauth.ts'
import { InconclusiveError } from '../../contract/verdict.ts'
import { ensure, expect } from '../../harness/authoring/expect.ts'
import { requirement } from '../../harness/authoring/requirement.ts'
import { replaceAt } from '../support/alter.ts'
import { BY_BOTH } from '../support/donation.ts'

const UNKNOWN_CODE = 'never-issued-0f1e2d3c4b5a69788796a5b4c3d2e1f0'

/** Webhooks come when they come; this is how long one is waited for. */
const WEBHOOK_PATIENCE_MS = 3_000
const WEBHOOK_POLL_MS = 20

/**
 * Production that cannot be reached from here has refused nothing, and let nothing in.
 * @throws InconclusiveError
 */
function requireThere(exchange: Exchange, key: string): Exchange {
  if (!exchange.failure) return exchange
  throw new InconclusiveError(`production gave no answer: ${exchange.failure.message}`, [key])
}

requirement('ENV-1', 'credentials', async ({ http, oauth, productionAuthUrl }) => {
  const ask = (client_id: string, client_secret: string) =>
    http.send({
      method: 'POST',
      url: `${productionAuthUrl}/oauth2/token`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: encodeParameters({ ...oauth.exchangeParameters(UNKNOWN_CODE), client_id, client_secret }),
    })
  const { id, secret } = oauth.client
  const known = requireThere(await ask(id, secret), 'PRODUCTION_AUTH_URL')
  expect(known).toBeRefusedTokens()
  // With a code that nobody issued, every client is refused. One that production authenticates is refused for the
  // code; one that it does not know, of the same form, is refused for itself.
  const nobody = await ask(replaceAt(replaceAt(id, id.length - 1), 0), replaceAt(secret, 0))
  const errors = [known, nobody].map((exchange) => stringMember(exchange, 'error'))
  ensure(
    errors[1] !== 'invalid_client' || errors[0] === 'invalid_client',
    'the refusal of a client that production does not know: `error` "invalid_client"',
    describeAnswer(known),
    [nobody, known],
  )
})

requirement('ENV-1', 'a sandbox code and refresh token', async ({ http, oauth, productionAuthUrl }) => {
  if (!oauth.user) return
  const url = `${productionAuthUrl}/oauth2/token`
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const ask = (parameters: FormParameters) =>
    http.send({ method: 'POST', url, headers, body: encodeParameters(parameters) })
  const first = await ask(oauth.exchangeParameters(await oauth.obtainCode()))
  expect(requireThere(first, 'PRODUCTION_AUTH_URL')).toGiveNoToken()
  const { refreshToken } = await oauth.signIn()
  const client = { client_id: oauth.client.id, client_secret: oauth.client.secret }
  if (!refreshToken) return
  expect(await ask({ grant_type: 'refresh_token', refresh_token: refreshToken, ...client })).toGiveNoToken()
})

requirement('ENV-2', async ({ http, oauth, api, productionApiUrl }) => {
  const { accessToken } = await oauth.signIn()
  const authorization = `Bearer ${accessToken}`
  const here = await api.organizations({ authorization })
  if (!isAccepted(here)) throw new InconclusiveError('the token does not even open the sandbox (see ORG-5)')
  const there = requireThere(
    await http.send({
      method: 'GET',
      url: `${productionApiUrl}/v1/organizations`,
      headers: { accept: 'application/json', authorization },
    }),
    'PRODUCTION_API_URL',
  )
  expect(there).toBeRefused()
})

requirement('ENV-3').cases(BY_BOTH, async (context, by) => {
  const { api, inspector, signal } = context
  // Donations of several statuses: an update of one may be told otherwise than that of another.
  const donations = await context.donations('pledged', 'other', 'other', 'other', 'other', 'other', 'other')
  let { received, deliveries } = await inspector.webhooks()
  const look = async () => {
    const news = await inspector.webhooks(received)
    received = news.received
    deliveries = [...deliveries, ...news.deliveries]
  }
  for (const donation of donations) {
    await look()
    const earlier = deliveries.length
    const update = await api.update(by, donation, { donor_city: 'Webhook' })
    if (!isAccepted(update)) {
      throw new InconclusiveError(`no update to be told of (see UPDATE-1): ${describeAnswer(update)}`)
    }
    const arrived = () => {
      const later = deliveries.slice(earlier)
      // What a webhook says is the service's own business: where it names donations, this one's is looked for.
      const naming = deliveries.some(({ body }) => donations.some((id) => body.includes(id)))
      return naming ? later.filter(({ body }) => body.includes(donation)) : later
    }
    const until = performance.now() + WEBHOOK_PATIENCE_MS
    await look()
    while (arrived().length === 0 && performance.now() < until) {
      await sleep(WEBHOOK_POLL_MS, undefined, { signal })
      await look()
    }
    const destinations = arrived().map(({ destination }) => destination)
    ensure(
      destinations.includes('sandbox'),
      'a webhook at the destination of the sandbox',
      destinations.join(', ') || 'none',
      [update],
    )
    const stray = deliveries.filter(({ destination }) => destination !== 'sandbox')
    ensure(stray.length === 0, 'no webhook at the destination of production', `${stray.length}`, [update])
  }
  const [first] = deliveries
  if (first) context.observe('webhook content type', first.headers['content-type'] ?? 'none')
})
