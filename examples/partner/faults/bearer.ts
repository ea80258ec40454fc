import { isInvalidToken } from '../policies/calls.ts'
import { replace } from '../policies/replace.ts'
import type { Fault } from './fault.ts'
import { accessTokenOf, changeApiRequests } from './requests.ts'

export const bearerFaults: readonly Fault[] = [
  {
    id: 'partner-11-query-only',
    requirement: 'PARTNER-11',
    description: 'The access token goes in the query, and no header has it.',
    apply: changeApiRequests((request) => {
      request.url.searchParams.set('access_token', accessTokenOf(request))
      request.headers.delete('authorization')
    }),
  },
  {
    id: 'partner-11-query-too',
    requirement: 'PARTNER-11',
    description: 'The access token is in the header, and in the query as well.',
    apply: changeApiRequests((request) =>
      request.url.searchParams.set('access_token', accessTokenOf(request)),
    ),
  },
  {
    id: 'partner-11-query-too-in-production',
    requirement: 'PARTNER-11',
    description: 'In production the access token is in the query as well.',
    apply: changeApiRequests((request) => {
      if (process.env.DONATION_ENVIRONMENT === 'production')
        request.url.searchParams.set('access_token', accessTokenOf(request))
    }),
  },
  {
    id: 'partner-11-escaped',
    requirement: 'PARTNER-11',
    description: 'The access token is percent-encoded in the header.',
    apply: changeApiRequests((request) =>
      request.headers.set('authorization', `Bearer ${encodeURIComponent(accessTokenOf(request))}`),
    ),
  },
  {
    id: 'partner-11-query-under-another-name',
    requirement: 'PARTNER-11',
    description: 'The access token is in the query too, as the key of a cache.',
    apply: changeApiRequests((request) => request.url.searchParams.set('_', accessTokenOf(request))),
  },
  {
    id: 'partner-11-body-too',
    requirement: 'PARTNER-11',
    description: 'The access token is a field of the body as well.',
    apply: changeApiRequests((request) => {
      const body: unknown = JSON.parse(request.body)
      request.body = JSON.stringify(Object.assign({}, body, { access_token: accessTokenOf(request) }))
    }),
  },
  {
    id: 'partner-11-in-path',
    requirement: 'PARTNER-11',
    description: 'The access token is a parameter of the path.',
    apply: changeApiRequests((request) => {
      request.url.pathname += `;token=${accessTokenOf(request)}`
    }),
  },
  {
    id: 'partner-11-other-header',
    requirement: 'PARTNER-11',
    description: 'The access token goes in a header of its own.',
    apply: changeApiRequests((request) => {
      request.headers.set('x-access-token', accessTokenOf(request))
      request.headers.delete('authorization')
    }),
  },
  {
    id: 'partner-11-no-scheme',
    requirement: 'PARTNER-11',
    description: 'The Authorization header is the token alone.',
    apply: changeApiRequests((request) => request.headers.set('authorization', accessTokenOf(request))),
  },
  {
    id: 'partner-11-scheme-token',
    requirement: 'PARTNER-11',
    description: 'The scheme of the Authorization header is Token.',
    apply: changeApiRequests((request) =>
      request.headers.set('authorization', `Token ${accessTokenOf(request)}`),
    ),
  },
  {
    id: 'partner-11-basic',
    requirement: 'PARTNER-11',
    description: 'The access token is the user name of HTTP Basic.',
    apply: changeApiRequests((request) => {
      const credentials = Buffer.from(`${accessTokenOf(request)}:`).toString('base64')
      request.headers.set('authorization', `Basic ${credentials}`)
    }),
  },
  {
    id: 'partner-11-query-after-refusal',
    requirement: 'PARTNER-11',
    description: 'A call that is repeated after a refusal has the token in the query, too.',
    apply: replace('wire', ({ api }) => {
      let refused = false
      return {
        async api(url, init) {
          const address = new URL(url)
          const token = new Headers(init.headers).get('authorization')?.slice('Bearer '.length) ?? ''
          if (refused) address.searchParams.set('access_token', token)
          const response = await api(address.href, init)
          refused = await isInvalidToken(response)
          return response
        },
      }
    }),
  },
  {
    id: 'partner-11-body-with-advisor',
    requirement: 'PARTNER-11',
    description: 'Where an update has an advisor, the access token is a field of the body as well.',
    apply: changeApiRequests((request) => {
      const body: unknown = JSON.parse(request.body)
      if (!request.body.includes('"advisor"')) return
      request.body = JSON.stringify(Object.assign({}, body, { access_token: accessTokenOf(request) }))
    }),
  },
  {
    id: 'partner-11-quoted',
    requirement: 'PARTNER-11',
    description: 'The access token is in quotation marks.',
    apply: changeApiRequests((request) =>
      request.headers.set('authorization', `Bearer "${accessTokenOf(request)}"`),
    ),
  },
  {
    id: 'partner-11-escaped-query',
    requirement: 'PARTNER-11',
    description: 'The access token is in the query too, each of its characters escaped.',
    apply: changeApiRequests((request) => {
      const escaped = Buffer.from(accessTokenOf(request)).toString('hex').replace(/../g, '%$&')
      request.url = new URL(`${request.url.href}?key=${escaped}`)
    }),
  },
]
