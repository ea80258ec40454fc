import { replace } from '../../policies/replace.ts'
import type { Fault } from '../fault.ts'
import { refusingUnknown } from '../oauth/authz-beside.ts'
import { acceptingUris } from '../oauth/authz-redirect-uri.ts'
import { keeping, writing } from '../oauth/authz-state.ts'
import { thread } from './thread.ts'

/** What can stand in a header: who compares loosely still has to write the address there. */
const isWritable = (uri: string) => /^[\x21-\x7e]+$/.test(uri)

const originOf = (uri: string) => new URL(uri).origin

/** What real authorization endpoints got wrong. */
export const reportedAuthorizationFaults: readonly Fault[] = [
  {
    id: 'authz-6-reported-base-path',
    requirement: 'AUTHZ-6',
    description: 'A registered redirect URI is taken for a base: whatever path goes on below it passes.',
    source: thread('openshift/osin#209'),
    apply: acceptingUris((registered, given) => isWritable(given) && given.startsWith(`${registered}/`)),
  },
  {
    id: 'authz-6-reported-host-ends-alike',
    requirement: 'AUTHZ-6',
    description: 'A host that ends like the registered one passes, without a dot between.',
    source: thread('go-oauth2/oauth2#298'),
    apply: acceptingUris((registered, given) => {
      if (!URL.canParse(given)) return false
      const [one, other] = [new URL(registered), new URL(given)]
      return (
        isWritable(given) &&
        other.protocol === 'https:' &&
        other.host.endsWith(one.host) &&
        other.username === ''
      )
    }),
  },
  {
    id: 'authz-6-reported-host-goes-on',
    requirement: 'AUTHZ-6',
    description: 'A wildcard behind the host ends nowhere: a longer host that begins like it passes.',
    source: thread('keycloak/keycloak#48430'),
    apply: acceptingUris(
      (registered, given) => isWritable(given) && given.startsWith(`${originOf(registered)}.`),
    ),
  },
  {
    id: 'authz-6-reported-host-as-user',
    requirement: 'AUTHZ-6',
    description:
      'What begins like the registered origin passes, although it is the user info of another host.',
    source: thread('zitadel/zitadel#12559'),
    apply: acceptingUris((registered, given) => {
      const origin = originOf(registered)
      return isWritable(given) && given.startsWith(origin) && /^[^/]*@/.test(given.slice(origin.length))
    }),
  },
  {
    id: 'authz-6-reported-climbing-path',
    requirement: 'AUTHZ-6',
    description: 'A registered redirect URI with dot segments behind it passes, and leads elsewhere.',
    source: thread('spring-attic/spring-security-oauth#155'),
    apply: acceptingUris(
      (registered, given) => isWritable(given) && given.startsWith(registered) && given.includes('/..'),
    ),
  },
  {
    id: 'authz-6-reported-parameter-before-dots',
    requirement: 'AUTHZ-6',
    description: 'Path parameters hide dot segments from the comparison: /..;/ climbs out of the path.',
    source: thread('keycloak/keycloak#47718'),
    apply: acceptingUris(
      (registered, given) =>
        isWritable(given) && given.startsWith(`${originOf(registered)}/`) && /\.\.;/.test(given),
    ),
  },
  {
    id: 'authz-6-reported-any-address',
    requirement: 'AUTHZ-6',
    description: 'Any https address is taken, whether it is registered or not.',
    source: thread('anomalyco/openauth#299'),
    apply: acceptingUris((_, given) => isWritable(given) && given.startsWith('https://')),
  },
  {
    id: 'authz-2-reported-plus-decoded',
    requirement: 'AUTHZ-2',
    description: 'The state is decoded once more as a form: each plus sign becomes a space.',
    source: thread('spring-attic/spring-authorization-server#875'),
    apply: keeping((state) => state.replaceAll('+', ' ')),
  },
  {
    id: 'authz-2-reported-appended-raw',
    requirement: 'AUTHZ-2',
    description: 'The state is appended to the callback as it is, so that an ampersand ends it.',
    source: thread('spring-attic/spring-security-oauth#152'),
    apply: writing((state) => state),
  },
  {
    id: 'authz-2-reported-hash-raw',
    requirement: 'AUTHZ-2',
    description: 'A # of the state is not encoded in the callback: what follows is a fragment.',
    source: thread('gravitee-io/issues#8761'),
    apply: writing((state) => encodeURIComponent(state).replaceAll('%23', '#')),
  },
  {
    id: 'authz-2-reported-percent-encoded-again',
    requirement: 'AUTHZ-2',
    description: 'A state that looks encoded is encoded once more than it is decoded.',
    source: thread('spring-attic/spring-authorization-server#1074'),
    apply: writing((state) =>
      /%[0-9a-f]{2}/i.test(state) ? encodeURIComponent(encodeURIComponent(state)) : encodeURIComponent(state),
    ),
  },
  {
    id: 'authz-1-reported-signs-refused',
    requirement: 'AUTHZ-1',
    description: 'A query with signs that need no escape, such as parentheses, is refused as invalid.',
    source: thread('oauthlib/oauthlib#384'),
    apply: replace('transport', ({ around }) => ({
      around: (request, next, host) =>
        request.url.includes('/oauth2/authorize?') && /[()!]/.test(request.url)
          ? Promise.resolve(new Response('Invalid characters in the query', { status: 400 }))
          : around(request, next, host),
    })),
  },
  {
    id: 'authz-12-reported-language-refused',
    requirement: 'AUTHZ-12',
    description: 'A language that is wished for (ui_locales) is no parameter that the service supports.',
    source: thread('1f916-ai/1f916#156'),
    apply: refusingUnknown((names) => names.includes('ui_locales')),
  },
  {
    id: 'authz-12-reported-assertion-refused',
    requirement: 'AUTHZ-12',
    description: 'What belongs to the token endpoint (client_assertion) is refused as unknown.',
    source: thread('coder/coder#28736'),
    apply: refusingUnknown((names) => names.includes('client_assertion')),
  },
  {
    id: 'authz-12-reported-state-lost-beside-login',
    requirement: 'AUTHZ-12',
    description: 'Where another login is wished for, the state does not come back.',
    source: thread('planningcenter/developers#79'),
    apply: replace('authorization', ({ keepState }) => ({
      keepState: (parameters) => (parameters.values.has('force_login') ? undefined : keepState(parameters)),
    })),
  },
  {
    id: 'token-6-reported-expiry-unchecked',
    requirement: 'TOKEN-6',
    description: 'An authorization code is only asked whether it was used, not whether it has expired.',
    source: thread('spring-attic/spring-authorization-server#290'),
    apply: replace('token', () => ({ codeExpired: () => false })),
  },
]
