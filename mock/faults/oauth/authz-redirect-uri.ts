import { type PolicyChange, replace } from '../../policies/replace.ts'
import type { Fault } from '../fault.ts'

/** Accepts redirect URIs that match a registered one in a weaker sense than equality. */
export function acceptingUris(match: (registered: string, given: string) => boolean): PolicyChange {
  return replace('authorization', ({ redirectUriMatches }) => ({
    redirectUriMatches: (registered, given) =>
      redirectUriMatches(registered, given) || match(registered, given),
  }))
}

/** Accepts https URIs that equal a registered one after `clean`. */
function acceptingAs(clean: (uri: string) => string): PolicyChange {
  return acceptingUris(
    (registered, given) => given.startsWith('https://') && clean(given) === clean(registered),
  )
}

/** Accepts URIs that match a registered one by a comparison of the parsed URLs; the scheme must be equal. */
function acceptingUrl(match: (registered: URL, given: URL) => boolean): PolicyChange {
  return acceptingUris((registered, given) => {
    if (!URL.canParse(given)) return false
    const [one, other] = [new URL(registered), new URL(given)]
    return one.protocol === other.protocol && match(one, other)
  })
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The faults that break AUTHZ-6 and AUTHZ-7. */
export const authzRedirectUriFaults: readonly Fault[] = [
  {
    id: 'authz-6-prefix',
    requirement: 'AUTHZ-6',
    description: 'Whatever begins with a registered redirect URI passes.',
    apply: acceptingUris((registered, given) => given.startsWith(registered)),
  },
  {
    id: 'authz-6-any-path-of-host',
    requirement: 'AUTHZ-6',
    description: 'Only the origin of the redirect URI is compared; any path on the registered host passes.',
    apply: acceptingUrl(
      (registered, given) => given.origin === registered.origin && given.username === '' && given.hash === '',
    ),
  },
  {
    id: 'authz-6-path-in-any-case',
    requirement: 'AUTHZ-6',
    description: 'Redirect URIs are compared without regard to letter case, their paths too.',
    apply: acceptingAs((uri) => uri.toLowerCase()),
  },
  {
    id: 'authz-6-trailing-slash-ignored',
    requirement: 'AUTHZ-6',
    description: 'A slash more or less at the end makes no difference.',
    apply: acceptingAs((uri) => uri.replace(/\/$/, '')),
  },
  {
    id: 'authz-6-query-ignored',
    requirement: 'AUTHZ-6',
    description: 'A query may be added to the redirect URI.',
    apply: acceptingAs((uri) => uri.replace(/\?[^#]*/, '')),
  },
  {
    id: 'authz-6-fragment-ignored',
    requirement: 'AUTHZ-6',
    description: 'A fragment may be added to the redirect URI.',
    apply: acceptingAs((uri) => uri.replace(/#.*$/s, '')),
  },
  {
    id: 'authz-6-dot-segments-resolved',
    requirement: 'AUTHZ-6',
    description: 'Dot segments are resolved before the comparison.',
    apply: acceptingUrl((registered, given) => given.href === registered.href),
  },
  {
    id: 'authz-6-percent-decoded',
    requirement: 'AUTHZ-6',
    description: 'Percent escapes are decoded before the comparison, encoded slashes included.',
    apply: acceptingAs(decoded),
  },
  {
    id: 'authz-6-host-suffix',
    requirement: 'AUTHZ-6',
    description: 'The host only has to end in the registered one, so that another domain can end likewise.',
    apply: acceptingUrl(
      (registered, given) =>
        given.host.endsWith(registered.host) &&
        given.pathname === registered.pathname &&
        given.username === '',
    ),
  },
  {
    id: 'authz-6-subdomains-accepted',
    requirement: 'AUTHZ-6',
    description: 'Every subdomain of the registered host passes.',
    apply: acceptingUrl(
      (registered, given) =>
        given.host.endsWith(`.${registered.host}`) && given.pathname === registered.pathname,
    ),
  },
  {
    id: 'authz-6-port-ignored',
    requirement: 'AUTHZ-6',
    description: 'Any port of the registered host passes.',
    apply: acceptingUrl(
      (registered, given) =>
        given.hostname === registered.hostname &&
        given.pathname + given.search + given.hash === registered.pathname + registered.search &&
        given.username === '',
    ),
  },
  {
    id: 'authz-6-user-info-ignored',
    requirement: 'AUTHZ-6',
    description: 'User info in front of the host is ignored.',
    apply: acceptingAs((uri) => uri.replace(/\/\/[^/?#]*@/, '//')),
  },
  {
    id: 'authz-6-default-when-missing',
    requirement: 'AUTHZ-6',
    description: 'Without redirect_uri the user is sent to the first registered one.',
    apply: replace('authorization', () => ({ defaultRedirectUri: ({ redirectUris: [first] }) => first })),
  },
  {
    id: 'authz-6-error-sent-to-stranger',
    requirement: 'AUTHZ-6',
    description: 'No code leaks, but the error about an unregistered redirect URI is sent to that very URI.',
    apply: replace('authorization', () => ({
      untrustedDestination(untrusted, { values }) {
        const given = values.get('redirect_uri')
        return untrusted === 'redirect_uri' && given?.startsWith('https://') ? given : undefined
      },
    })),
  },
  {
    id: 'authz-7-http-accepted',
    requirement: 'AUTHZ-7',
    alsoBreaks: ['AUTHZ-6'],
    description: 'The http twin of a registered https redirect URI passes.',
    apply: acceptingUris((registered, given) => given.replace(/^http:/, 'https:') === registered),
  },
  {
    id: 'authz-7-scheme-ignored',
    requirement: 'AUTHZ-7',
    alsoBreaks: ['AUTHZ-6'],
    description: 'Redirect URIs are compared from the host on, whatever the scheme.',
    apply: acceptingUris((registered, given) => given.replace(/^[^:]*:/, 'https:') === registered),
  },
]
