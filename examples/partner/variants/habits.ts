import { isDeepStrictEqual } from 'node:util'
import { html } from 'hono/html'
import type { Customer, Tokens } from '../customers.ts'
import type { TokenSource } from '../policies/calls.ts'
import { type PolicyChange, replace } from '../policies/replace.ts'
import { withAllThatIsShown, withoutWhatIsShown } from './shown-values.ts'
import type { Decision } from './variant.ts'

/** The application as the browser knows it. */
const publicAddress = (path: string) =>
  new URL(path, process.env.DONATION_REDIRECT_URI ?? 'https://partner.example').href

/** Exchanges the code, and refreshes at once: what is kept is the second answer. */
const refreshesAtOnce: PolicyChange = replace('wire', ({ token }) => ({
  async token(url, init) {
    const response = await token(url, init)
    const form = new URLSearchParams(String(init.body))
    if (!response.ok || !form.has('code')) return response
    const answer = (await response.json()) as { refresh_token: string }
    for (const name of ['code', 'redirect_uri', 'code_verifier']) form.delete(name)
    form.set('grant_type', 'refresh_token')
    form.set('refresh_token', answer.refresh_token)
    return token(url, { ...init, body: form })
  },
}))

/** Asks for the organizations as soon as there is a token, although its response names them. */
const asksOrganizationsAtConnect: PolicyChange = replace('wire', ({ token, api }) => ({
  async token(url, init) {
    const response = await token(url, init)
    if (!response.ok || !new URLSearchParams(String(init.body)).has('code')) return response
    const { access_token } = (await response.clone().json()) as { access_token: string }
    const headers = { authorization: `Bearer ${access_token}` }
    await api(`${process.env.DONATION_API_URL}/v1/organizations`, { headers }).catch(() => undefined)
    return response
  },
}))

/** A session belongs to those who own the same organizations, whoever they are. */
const endsForOthers: PolicyChange = (policies) => {
  const owners = new WeakMap<Customer, string>()
  return replace('pages', ({ connected, notConnected }) => ({
    connected(c) {
      const { customer } = c.var
      const owned = customer.connection?.organizations.map(({ id }) => id).toSorted()
      const [before, now] = [owners.get(customer), `${owned}`]
      owners.set(customer, now)
      if (before === undefined || before === now) return connected(c)
      owners.delete(customer)
      customer.connection = undefined
      return notConnected(c)
    },
  }))(policies)
}

const POLL_MS = 500
const POLLS = 6

async function ask(source: TokenSource): Promise<void> {
  const { accessToken } = await source.fresh()
  const headers = { authorization: `Bearer ${accessToken}` }
  await fetch(`${process.env.DONATION_API_URL}/v1/organizations`, { headers })
}

/** Asks for the organizations now and then, whoever is there. */
const pollsOrganizations: PolicyChange = replace('calls', ({ perform }) => {
  const polled = new WeakSet<Tokens>()
  return {
    async perform(source, send) {
      const first = await source.fresh()
      for (let poll = 1; poll <= POLLS && !polled.has(first); poll += 1)
        setTimeout(() => ask(source).catch(() => undefined), poll * POLL_MS).unref()
      polled.add(first)
      return perform(source, send)
    },
  }
})

/** Changes texts of an update before they are checked. */
const normalizing = (names: readonly string[], change: (text: string) => string): PolicyChange =>
  replace('updates', ({ check }) => ({
    check: (changes) =>
      check(
        Object.fromEntries(
          Object.entries(changes).map(([name, value]) => [
            name,
            typeof value === 'string' && names.includes(name) ? change(value) : value,
          ]),
        ),
      ),
  }))

/** Sends nothing where the service has all of it already. */
const sendsNews: PolicyChange = replace('wire', ({ api }) => {
  const known = new Map<string, Readonly<Record<string, unknown>>>()
  return {
    async api(url, init) {
      if (typeof init.body !== 'string') return api(url, init)
      // An update without a designation clears it.
      const asked: Readonly<Record<string, unknown>> = { designation_id: null, ...JSON.parse(init.body) }
      const has = known.get(url)
      if (has && Object.entries(asked).every(([name, value]) => isDeepStrictEqual(has[name], value)))
        return Response.json({ data: {} })
      const response = await api(url, init)
      if (response.ok) known.set(url, { ...known.get(url), ...asked })
      return response
    },
  }
})

/** Who connects again keeps the organization that was picked before. */
const keepsPick: PolicyChange = replace('organizations', ({ first, choose }) => {
  const picked = new Set<string>()
  return {
    choose(connection, id) {
      if (!choose(connection, id)) return false
      for (const organization of connection.organizations) picked.delete(organization.id)
      picked.add(id)
      return true
    },
    first: (all) => all.find(({ id }) => picked.has(id))?.id ?? first(all),
  }
})

/** Small things that applications do of their own. Each is a decision: they go together. */
export const habitDecisions: readonly Decision[] = [
  {
    name: 'pages before the flow',
    variants: [
      {
        id: 'authorize-after-own-form',
        description: 'Connecting asks by a form of the application first, and then redirects.',
        apply: replace('pages', ({ authorize }) => ({
          authorize: (c, url) =>
            c.req.query('agreed')
              ? authorize(c, url)
              : c.html(html`<!doctype html><form action="/connect"><input type="hidden" name="agreed" value="1">
                  <button>I agree</button></form>`),
        })),
      },
    ],
  },
  {
    name: 'addresses of redirects',
    variants: [
      {
        id: 'redirects-to-public-address',
        description: 'Redirects name the public address of the application.',
        apply: replace('pages', () => ({
          connected: (c) => c.redirect(publicAddress('/'), 303),
          chosen: (c) => c.redirect(publicAddress('/'), 303),
        })),
      },
    ],
  },
  {
    name: 'what is done with a new token',
    variants: [
      {
        id: 'refresh-at-once',
        description: 'Tokens of a new flow are refreshed at once.',
        apply: refreshesAtOnce,
      },
      {
        id: 'organizations-at-connect',
        description: 'A new token is used to ask for the organizations.',
        apply: asksOrganizationsAtConnect,
      },
      {
        id: 'organizations-polled',
        description: 'As long as a token is new, the organizations are asked for now and then.',
        apply: pollsOrganizations,
      },
    ],
  },
  {
    name: 'what is sent',
    variants: [
      {
        id: 'unchanged-not-sent',
        description: 'Updates that change nothing of what was sent before are not sent.',
        apply: sendsNews,
      },
      {
        id: 'shown-not-sent',
        description: 'Fields that the service shows with the value asked for are not sent.',
        apply: withoutWhatIsShown,
      },
      {
        id: 'all-that-is-shown',
        description: 'With each update goes all of the donor, as the service showed it.',
        apply: withAllThatIsShown,
      },
    ],
  },
  {
    name: 'what is kept of an earlier connection',
    variants: [
      {
        id: 'pick-kept-when-connected-again',
        description: 'Who connects again keeps the organization that was picked before.',
        apply: keepsPick,
      },
    ],
  },
  {
    name: 'what ends a connection',
    variants: [
      {
        id: 'connection-ends-at-refusal',
        description: 'When the service refuses an update, the user has to connect again.',
        apply: replace('pages', ({ updated }) => ({
          updated(c, outcome) {
            if (outcome.message.startsWith('The service refused')) c.var.customer.connection = undefined
            return updated(c, outcome)
          },
        })),
      },
      {
        id: 'connection-ends-for-others',
        description:
          'Where somebody with other organizations comes to a session, everybody has to connect again.',
        apply: endsForOthers,
      },
    ],
  },
  {
    name: 'what is normalized',
    variants: [
      {
        id: 'email-lowercase',
        description: 'Email addresses of donors are sent in lower case.',
        apply: normalizing(['donor_email'], (text) => text.toLowerCase()),
      },
      {
        id: 'uuid-lowercase',
        description: 'Designation ids are sent in lower case.',
        apply: normalizing(['designation_id'], (text) => text.toLowerCase()),
      },
    ],
  },
]
