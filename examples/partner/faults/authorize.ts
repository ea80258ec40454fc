import type { Customer } from '../customers.ts'
import { combine, type PolicyChange, replace } from '../policies/replace.ts'
import type { Settings } from '../settings.ts'
import { afterFailure } from './after-failure.ts'
import type { Fault } from './fault.ts'

/** Changes the parameters of the authorization request. */
function asking(further: (settings: Settings) => Record<string, string>): PolicyChange {
  return replace('flows', ({ authorizationParameters }) => ({
    authorizationParameters: (settings, state) => ({
      ...authorizationParameters(settings, state),
      ...further(settings),
    }),
  }))
}

/** Leaves out a parameter of the address that the browser is sent to. */
function without(name: string): PolicyChange {
  return replace('pages', ({ authorize }) => ({
    authorize(c, url) {
      url.searchParams.delete(name)
      return authorize(c, url)
    },
  }))
}

/** Leaves out a parameter of the address for some customers. */
function withoutFor(isConcerned: (customer: Customer) => boolean, name: string): PolicyChange {
  return replace('pages', ({ authorize }) => ({
    authorize(c, url) {
      if (isConcerned(c.var.customer)) url.searchParams.delete(name)
      return authorize(c, url)
    },
  }))
}

/** Changes the address for whoever is connected. */
const whenConnected = (change: (url: URL) => void): PolicyChange =>
  replace('pages', ({ authorize }) => ({
    authorize(c, url) {
      if (c.var.customer.connection) change(url)
      return authorize(c, url)
    },
  }))

/** Leaves out a parameter for whoever came back from a flow that failed. */
const withoutAfterFailure = (name: string): PolicyChange =>
  afterFailure((hasFailed) => withoutFor(hasFailed, name))

/** Leaves out a parameter for whoever began a flow that is not finished. */
const withoutInSecondTab =
  (name: string): PolicyChange =>
  (policies) => {
    const waiting = new WeakSet<Customer>()
    return combine(
      replace('flows', ({ newState }) => ({
        newState(customer) {
          if (customer.state === undefined) waiting.delete(customer)
          else waiting.add(customer)
          return newState(customer)
        },
      })),
      withoutFor((customer) => waiting.has(customer), name),
    )(policies)
  }

/** Leaves out a parameter for whoever has to connect again. */
const withoutAfterCutOff =
  (name: string): PolicyChange =>
  (policies) => {
    const cutOff = new WeakSet<Customer>()
    return combine(
      replace('tokens', ({ forget }) => ({
        forget(customer) {
          cutOff.add(customer)
          forget(customer)
        },
      })),
      withoutFor((customer) => cutOff.has(customer), name),
    )(policies)
  }

export const authorizeFaults: readonly Fault[] = [
  {
    id: 'partner-1-client-id-encoded-twice',
    requirement: 'PARTNER-1',
    description: 'The client id is percent-encoded before the query is, so it is encoded twice.',
    apply: asking(({ clientId }) => ({ client_id: encodeURIComponent(clientId) })),
  },
  {
    id: 'partner-1-token-response-type',
    requirement: 'PARTNER-1',
    description: 'The implicit flow is asked for: response_type=token.',
    apply: asking(() => ({ response_type: 'token' })),
  },
  {
    id: 'partner-1-hybrid-response-type',
    requirement: 'PARTNER-1',
    description: 'A hybrid flow is asked for: response_type=code token.',
    apply: asking(() => ({ response_type: 'code token' })),
  },
  {
    id: 'partner-1-no-response-type',
    requirement: 'PARTNER-1',
    description: 'The authorization request has no response_type.',
    apply: without('response_type'),
  },
  {
    id: 'partner-1-other-client',
    requirement: 'PARTNER-1',
    alsoBreaks: ['PARTNER-17'],
    description: 'The authorization request names a client that a tutorial uses.',
    apply: asking(() => ({ client_id: 'my-client-id' })),
  },
  {
    id: 'partner-1-client-uppercase',
    requirement: 'PARTNER-1',
    alsoBreaks: ['PARTNER-17'],
    description: 'The client id is sent in capitals.',
    apply: asking(({ clientId }) => ({ client_id: clientId.toUpperCase() })),
  },
  {
    id: 'partner-1-no-redirect-uri',
    requirement: 'PARTNER-1',
    description: 'The authorization request relies on the only registered redirect URI and sends none.',
    apply: without('redirect_uri'),
  },
  {
    id: 'partner-1-http-redirect-uri',
    requirement: 'PARTNER-1',
    description: 'The redirect URI is the one that the server sees behind its proxy: http.',
    apply: asking(({ redirectUri }) => ({ redirect_uri: redirectUri.replace('https:', 'http:') })),
  },
  {
    id: 'partner-1-slash-after-redirect-uri',
    requirement: 'PARTNER-1',
    description: 'The redirect URI has a slash at its end that the registered one has not.',
    apply: asking(({ redirectUri }) => ({ redirect_uri: `${redirectUri}/` })),
  },
  {
    id: 'partner-1-port-in-redirect-uri',
    requirement: 'PARTNER-1',
    description: 'The redirect URI names the port of https, and the registered one does not.',
    apply: asking(({ redirectUri }) => ({
      redirect_uri: redirectUri.replace(/^(https:[/][/][^/:]+)(?=[/])/, '$1:443'),
    })),
  },
  {
    id: 'partner-1-query-in-redirect-uri',
    requirement: 'PARTNER-1',
    description: 'The page to come back to is appended to the redirect URI.',
    apply: asking(({ redirectUri }) => ({ redirect_uri: `${redirectUri}?next=%2F` })),
  },
  {
    id: 'partner-1-no-scope',
    requirement: 'PARTNER-1',
    description: 'The authorization request has no scope.',
    apply: without('scope'),
  },
  {
    id: 'partner-1-empty-scope',
    requirement: 'PARTNER-1',
    description: 'The scope is sent and empty.',
    apply: asking(() => ({ scope: '' })),
  },
  {
    id: 'partner-1-escaped-scope',
    requirement: 'PARTNER-1',
    description: 'The scope is escaped twice.',
    apply: asking(({ scope }) => ({ scope: encodeURIComponent(scope) })),
  },
  {
    id: 'partner-1-part-of-scope-escaped',
    requirement: 'PARTNER-1',
    description: 'Of the scope one permission alone is asked for, and escaped twice.',
    apply: asking(({ scope }) => ({ scope: encodeURIComponent(scope.split(' ').at(-1) ?? '') })),
  },
  {
    id: 'partner-1-scope-with-commas',
    requirement: 'PARTNER-1',
    description: 'The permissions of the scope are separated by commas.',
    apply: asking(({ scope }) => ({ scope: scope.replaceAll(' ', ',') })),
  },
  {
    id: 'partner-1-no-scope-again',
    requirement: 'PARTNER-1',
    description: 'Who is connected and connects again is sent without a scope.',
    apply: withoutFor(({ connection }) => connection !== undefined, 'scope'),
  },
  {
    id: 'partner-1-no-scope-for-several',
    requirement: 'PARTNER-1',
    description: 'Who is connected with several organizations and connects again is sent without a scope.',
    apply: withoutFor(({ connection }) => (connection?.organizations.length ?? 0) > 1, 'scope'),
  },
  {
    id: 'partner-1-slash-after-path-again',
    requirement: 'PARTNER-1',
    description: 'Who is connected and connects again is sent to the endpoint with a slash behind its path.',
    apply: whenConnected((url) => {
      url.pathname += '/'
    }),
  },
  {
    id: 'partner-1-slash-before-path-again',
    requirement: 'PARTNER-1',
    description: 'Who is connected and connects again is sent to the endpoint with a slash before its path.',
    apply: whenConnected((url) => {
      url.pathname = `/${url.pathname}`
    }),
  },
  {
    id: 'partner-1-no-redirect-uri-after-failure',
    requirement: 'PARTNER-1',
    description: 'After a flow that failed the next one is begun without a redirect URI.',
    apply: withoutAfterFailure('redirect_uri'),
  },
  {
    id: 'partner-1-no-scope-in-second-tab',
    requirement: 'PARTNER-1',
    description: 'Who begins a flow while another waits is sent without a scope.',
    apply: withoutInSecondTab('scope'),
  },
  {
    id: 'partner-1-no-response-type-after-cut-off',
    requirement: 'PARTNER-1',
    alsoBreaks: ['PARTNER-7'],
    description:
      'Who has to connect again, since the refresh token is dead, is sent without a response_type.',
    apply: withoutAfterCutOff('response_type'),
  },
  {
    id: 'partner-1-no-redirect-uri-without-organizations',
    requirement: 'PARTNER-1',
    description: 'Who owns no organization and connects again is sent without a redirect URI.',
    apply: withoutFor(({ connection }) => connection?.organizations.length === 0, 'redirect_uri'),
  },
]
