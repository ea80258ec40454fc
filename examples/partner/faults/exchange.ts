import { ResponseBodyError } from 'openid-client'
import { combine, type PolicyChange, replace } from '../policies/replace.ts'
import type { Fault } from './fault.ts'
import { asJson, changeTokenRequests, type TokenRequest, withoutSecret } from './requests.ts'

/** Changes the request that exchanges the code. */
const exchanging = (change: (request: TokenRequest) => void) =>
  changeTokenRequests(change, 'authorization_code')

/** Changes the code on its way from the callback to the token endpoint. */
const code = (change: (code: string) => string) =>
  exchanging(({ form }) => form.set('code', change(form.get('code') ?? '')))

function useBasic({ headers, form }: TokenRequest): void {
  const credentials = `${form.get('client_id')}:${form.get('client_secret')}`
  headers.set('authorization', `Basic ${Buffer.from(credentials).toString('base64')}`)
}

/** Marks the exchange of a customer who is connected, and takes mark and redirect URI off where it leaves. */
const withoutRedirectUriAgain = combine(
  replace('flows', ({ exchangeParameters }) => ({
    exchangeParameters: (customer) => ({
      ...exchangeParameters(customer),
      ...(customer.connection ? { again: 'yes' } : {}),
    }),
  })),
  exchanging(({ form }) => {
    if (form.has('again')) form.delete('redirect_uri')
    form.delete('again')
  }),
)

/** Sends an exchange that the service could not take once more, by a program that forgets the redirect URI. */
const retriedWithoutRedirectUri: PolicyChange = (policies) => {
  const failed = new Set<string>()
  return combine(
    replace('flows', ({ exchange }) => ({
      exchange(send, customer, callback) {
        const retry = (error: unknown) => {
          // The library has another error for answers from 500 on.
          if (error instanceof ResponseBodyError) throw error
          failed.add(callback.get('code') ?? '')
          return send()
        }
        return exchange(() => send().catch(retry), customer, callback)
      },
    })),
    exchanging(({ form }) => {
      if (failed.has(form.get('code') ?? '')) form.delete('redirect_uri')
    }),
  )(policies)
}

export const exchangeFaults: readonly Fault[] = [
  {
    id: 'partner-4-no-secret',
    requirement: 'PARTNER-4',
    description: 'The application exchanges the code as a public client, without its secret.',
    apply: exchanging(withoutSecret),
  },
  {
    id: 'partner-4-retried-without-redirect-uri',
    requirement: 'PARTNER-4',
    description: 'An exchange that the service could not take is sent again without the redirect URI.',
    apply: retriedWithoutRedirectUri,
  },
  {
    id: 'partner-4-basic-only',
    requirement: 'PARTNER-4',
    description: 'The credentials go by HTTP Basic, and not into the form.',
    apply: exchanging((request) => {
      useBasic(request)
      request.form.delete('client_id')
      request.form.delete('client_secret')
    }),
  },
  {
    id: 'partner-4-basic-secret',
    requirement: 'PARTNER-4',
    description: 'The form has the client id, and the secret goes by HTTP Basic alone.',
    apply: exchanging((request) => {
      useBasic(request)
      request.form.delete('client_secret')
    }),
  },
  {
    id: 'partner-4-secret-in-query',
    requirement: 'PARTNER-4',
    description: 'The client secret is in the address of the token request, too.',
    apply: exchanging(({ url, form }) =>
      url.searchParams.set('client_secret', form.get('client_secret') ?? ''),
    ),
  },
  {
    id: 'partner-4-code-in-query',
    requirement: 'PARTNER-4',
    description: 'The code is in the address of the token request, too.',
    apply: exchanging(({ url, form }) => url.searchParams.set('code', form.get('code') ?? '')),
  },
  {
    id: 'partner-4-all-in-query',
    requirement: 'PARTNER-4',
    description: 'All parameters are in the address of a POST without a body.',
    apply: exchanging((request) => {
      request.url.search = request.form.toString()
      request.body = ''
    }),
  },
  {
    id: 'partner-4-get',
    requirement: 'PARTNER-4',
    description: 'The token endpoint is asked with GET.',
    apply: exchanging((request) => {
      request.url.search = request.form.toString()
      request.method = 'GET'
      request.headers.delete('content-type')
      request.body = null
    }),
  },
  {
    id: 'partner-4-json',
    requirement: 'PARTNER-4',
    description: 'The parameters are sent as JSON.',
    apply: exchanging(asJson),
  },
  {
    id: 'partner-4-no-redirect-uri',
    requirement: 'PARTNER-4',
    description: 'The redirect URI is missing from the exchange.',
    apply: exchanging(({ form }) => form.delete('redirect_uri')),
  },
  {
    id: 'partner-4-http-redirect-uri',
    requirement: 'PARTNER-4',
    description: 'The redirect URI of the exchange is the address that the server sees behind its proxy.',
    apply: exchanging(({ form }) =>
      form.set('redirect_uri', form.get('redirect_uri')?.replace('https:', 'http:') ?? ''),
    ),
  },
  {
    id: 'partner-4-whole-callback-as-redirect-uri',
    requirement: 'PARTNER-4',
    description: 'The redirect URI of the exchange is the address of the callback with its query.',
    apply: exchanging(({ form }) =>
      form.set('redirect_uri', `${form.get('redirect_uri')}?code=${form.get('code')}`),
    ),
  },
  {
    id: 'partner-4-encoded-redirect-uri',
    requirement: 'PARTNER-4',
    description: 'The redirect URI is percent-encoded before the form is, so it is encoded twice.',
    apply: exchanging(({ form }) =>
      form.set('redirect_uri', encodeURIComponent(form.get('redirect_uri') ?? '')),
    ),
  },
  {
    id: 'partner-4-no-client-id',
    requirement: 'PARTNER-4',
    description: 'The client id is missing from the exchange.',
    apply: exchanging(({ form }) => form.delete('client_id')),
  },
  {
    id: 'partner-4-other-grant-type',
    requirement: 'PARTNER-4',
    description: 'The grant type is called code.',
    apply: exchanging(({ form }) => form.set('grant_type', 'code')),
  },
  {
    id: 'partner-4-code-twice',
    requirement: 'PARTNER-4',
    description: 'The form has the code two times.',
    apply: exchanging(({ form }) => form.append('code', form.get('code') ?? '')),
  },
  {
    id: 'partner-4-cut-at-128',
    requirement: 'PARTNER-4',
    description: 'Of a code the first 128 characters are sent.',
    apply: code((code) => code.slice(0, 128)),
  },
  {
    id: 'partner-4-plus-as-space',
    requirement: 'PARTNER-4',
    description: 'A plus sign within a code becomes a space.',
    apply: code((code) => code.replaceAll('+', ' ')),
  },
  {
    id: 'partner-4-decoded-twice',
    requirement: 'PARTNER-4',
    description: 'The code is percent-decoded once too often.',
    apply: code((code) => {
      try {
        return decodeURIComponent(code)
      } catch {
        return code
      }
    }),
  },
  {
    id: 'partner-4-encoded-twice',
    requirement: 'PARTNER-4',
    description: 'The code is percent-encoded once too often.',
    apply: code((code) => encodeURIComponent(code)),
  },
  {
    id: 'partner-4-cut-at-equals-sign',
    requirement: 'PARTNER-4',
    description: 'A code ends at its first equals sign, as a query is split by hand.',
    apply: code((code) => code.split('=')[0] ?? ''),
  },
  {
    id: 'partner-4-cut-at-slash',
    requirement: 'PARTNER-4',
    description: 'Of a code that holds slashes, what follows the last one is sent.',
    apply: code((code) => code.split('/').at(-1) ?? ''),
  },
  {
    id: 'partner-4-no-redirect-uri-again',
    requirement: 'PARTNER-4',
    description: 'Who is connected and connects again has the code exchanged without a redirect URI.',
    apply: withoutRedirectUriAgain,
  },
  {
    id: 'partner-4-secret-not-escaped',
    requirement: 'PARTNER-4',
    description: 'The form is put together by hand, and the client secret in it is not escaped.',
    apply: exchanging((request) => {
      const pairs = [...request.form].map(([name, value]) =>
        name === 'client_secret' ? `${name}=${value}` : `${name}=${encodeURIComponent(value)}`,
      )
      request.body = pairs.join('&')
    }),
  },
  {
    id: 'partner-4-slash-trimmed',
    requirement: 'PARTNER-4',
    description: 'Slashes at the end of a code are trimmed.',
    apply: code((text) => text.replace(/[/]+$/, '')),
  },
  {
    id: 'partner-4-escaped-for-html',
    requirement: 'PARTNER-4',
    description: 'What comes in a query is escaped for pages at once, and so is the code.',
    apply: code((text) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')),
  },
  {
    id: 'partner-4-quotes-removed',
    requirement: 'PARTNER-4',
    description: 'A filter against injection takes quotes out of the code.',
    apply: code((text) => text.replace(/['"]/g, '')),
  },
]
