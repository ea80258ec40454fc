import type { RejectionKind } from '../../api/rejected.ts'
import type { Answer } from '../../http.ts'
import { type PolicyChange, replace } from '../../policies/replace.ts'
import type { Fault } from '../fault.ts'
import { thread } from './thread.ts'

/** Changes how the API refuses for one reason. */
function answering(kind: RejectionKind, change: (answer: Answer) => Answer): PolicyChange {
  return replace('rejections', ({ api }) => ({
    api: (rejected, request) =>
      rejected.kind === kind ? change(api(rejected, request)) : api(rejected, request),
  }))
}

/** Fails where a request of any kind is like this. */
function failingFor(isOdd: (request: Request) => boolean): PolicyChange {
  return replace('transport', ({ around }) => ({
    around: (request, next, host) =>
      isOdd(request)
        ? Promise.resolve(new Response('Internal Server Error', { status: 500 }))
        : around(request, next, host),
  }))
}

const withoutChallenge = ({ headers: { 'www-authenticate': _, ...headers }, ...answer }: Answer) => ({
  ...answer,
  headers,
})

/** What real resource servers and the caches in front of them got wrong. */
export const reportedAccessFaults: readonly Fault[] = [
  {
    id: 'bearer-7-reported-no-token',
    requirement: 'BEARER-7',
    description: 'A call without a token gets a 401 that does not say how to authenticate.',
    source: thread('authlib/authlib#296'),
    apply: answering('no-token', withoutChallenge),
  },
  {
    id: 'bearer-7-reported-unknown-token',
    requirement: 'BEARER-7',
    description: 'A token that nobody knows gets a 401 that does not say how to authenticate.',
    source: thread('OpenIDC/mod_auth_openidc#124'),
    apply: answering('invalid-token', withoutChallenge),
  },
  {
    id: 'bearer-1-reported-bad-request',
    requirement: 'BEARER-1',
    description: 'A call without a token is a malformed request: 400.',
    source: thread('bshaffer/oauth2-server-php#143'),
    apply: answering('no-token', (answer) => ({ ...answer, status: 400 })),
  },
  {
    id: 'bearer-3-reported-empty-body',
    requirement: 'BEARER-3',
    description: 'An expired token is told in the challenge alone: the answer has no body.',
    source: thread('micronaut-projects/micronaut-security#2025'),
    apply: answering('expired-token', (answer) => ({ ...answer, body: '' })),
  },
  {
    id: 'bearer-7-reported-expired-token',
    requirement: 'BEARER-7',
    description: 'The filter in front refuses an expired token without a challenge.',
    source: thread('auth0/nginx-jwt#43'),
    apply: answering('expired-token', withoutChallenge),
  },
  {
    id: 'org-5-reported-cached-for-all',
    requirement: 'ORG-5',
    alsoBreaks: ['BEARER-2', 'BEARER-4', 'REFRESH-9'],
    description: 'A cache in front keeps the list of organizations, whoever asked for it.',
    source: thread('nginx/nginx#824'),
    apply: replace('transport', ({ around }) => {
      let kept: Response | undefined
      return {
        async around(request, next, host) {
          if (!request.url.endsWith('/v1/organizations')) return around(request, next, host)
          if (kept) return kept.clone()
          const answer = await around(request, next, host)
          if (answer.status === 200) kept = answer.clone()
          return answer
        },
      }
    }),
  },
  {
    id: 'error-2-reported-nul-in-path',
    requirement: 'ERROR-2',
    description: 'A NUL in the path reaches the database, which refuses it: 500.',
    source: thread('modelcontextprotocol/registry#862'),
    apply: replace('update', ({ findDonation }) => ({
      findDonation(store, id, request) {
        if (id.includes('\0')) throw new Error('invalid byte sequence')
        return findDonation(store, id, request)
      },
    })),
  },
  {
    id: 'update-14-reported-undefined-finds-first',
    requirement: 'UPDATE-14',
    description: 'The id undefined is left out of the query, which then finds the first donation.',
    source: thread('prisma/orm#17723'),
    apply: replace('update', ({ findDonation }) => ({
      findDonation(store, id, request) {
        if (id !== 'undefined') return findDonation(store, id, request)
        return [...store.donations.values()].find(({ status }) => status === 'pledged')
      },
    })),
  },
  {
    id: 'update-14-reported-hyphens-anywhere',
    requirement: 'UPDATE-14',
    description: 'Of a UUID the digits alone are compared: hyphens may stand anywhere.',
    source: thread('metabrainz/acousticbrainz-server#374'),
    apply: replace('update', ({ findDonation }) => ({
      findDonation(store, id, request) {
        const digits = (one: string) => one.replaceAll('-', '')
        const known = [...store.donations.keys()].find((one) => digits(one) === digits(id))
        return findDonation(store, known ?? id, request)
      },
    })),
  },
  {
    id: 'error-2-reported-doubled-slash',
    requirement: 'ERROR-2',
    description: 'The firewall of a framework takes a doubled slash for an attack: 500.',
    source: thread('spring-projects/spring-security#7568'),
    apply: failingFor(({ url }) => new URL(url).pathname.includes('//')),
  },
  {
    id: 'error-2-reported-empty-charset',
    requirement: 'ERROR-2',
    description: 'A charset without a name in the Content-Type ends in a 500.',
    source: thread('validator/validator#301'),
    apply: failingFor(({ headers }) => /charset=\s*(?:;|$)/i.test(headers.get('content-type') ?? '')),
  },
]
