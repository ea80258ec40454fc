import { combine, type PolicyChange, replace } from '../../policies/replace.ts'
import type { Fault } from '../fault.ts'

/** Accepts redirect URIs that match a registered one in a weaker sense than equality. */
function acceptingUris(match: (registered: string, given: string) => boolean): PolicyChange {
  return replace('authorization', ({ redirectUriMatches }) => ({
    redirectUriMatches: (registered, given) =>
      redirectUriMatches(registered, given) || match(registered, given),
  }))
}

/** Accepts URIs that equal a registered one after `read`. */
const readingAs = (read: (given: string) => string) =>
  acceptingUris((registered, given) => read(given) === registered)

/** Escapes what no header may hold where it sends the user to what it accepted. */
const escaping = replace('authorization', ({ callbackUrl }) => ({
  callbackUrl: (redirectUri, parameters, outcome) =>
    callbackUrl(redirectUri.replace(/[^\x21-\x7e]+/g, encodeURIComponent), parameters, outcome),
}))

const decodedOnceMore = (given: string) => (given.startsWith('https%3A') ? decodeURIComponent(given) : given)

/** Sends errors about a redirect URI to that very URI, where the other parameters are as `when` says. */
function sendingAway(when: (values: ReadonlyMap<string, string>) => boolean): PolicyChange {
  return replace('authorization', () => ({
    untrustedDestination(untrusted, { values }) {
      const given = values.get('redirect_uri')
      return untrusted === 'redirect_uri' && given?.startsWith('https://') && when(values) ? given : undefined
    },
  }))
}

/** Faults of AUTHZ-6 and AUTHZ-7 that show at one value of an axis, or at a pair of two. */
export const authzRedirectUriNarrowFaults: readonly Fault[] = [
  {
    id: 'authz-6-encoded-twice',
    requirement: 'AUTHZ-6',
    description: 'The registered URI passes where it was encoded once too often.',
    apply: combine(
      readingAs(decodedOnceMore),
      replace('authorization', ({ callbackUrl }) => ({
        callbackUrl: (redirectUri, ...others) => callbackUrl(decodedOnceMore(redirectUri), ...others),
      })),
    ),
  },
  {
    id: 'authz-6-no-break-space-trimmed',
    requirement: 'AUTHZ-6',
    description: 'No-break spaces behind a redirect URI are trimmed, blanks are not.',
    apply: combine(
      readingAs((given) => given.replace(/\u00a0+$/, '')),
      replace('authorization', ({ callbackUrl }) => ({
        callbackUrl: (redirectUri, ...others) => callbackUrl(redirectUri.replace(/\u00a0+$/, ''), ...others),
      })),
    ),
  },
  {
    id: 'authz-6-empty-user-name',
    requirement: 'AUTHZ-6',
    description: 'An empty user name before the host is overlooked.',
    apply: readingAs((given) => given.replace('//@', '//')),
  },
  {
    id: 'authz-6-invisible-characters',
    requirement: 'AUTHZ-6',
    description: 'Characters that are not seen are taken out before the comparison.',
    apply: combine(
      readingAs((given) => given.replace(/\u200b/g, '')),
      escaping,
    ),
  },
  {
    id: 'authz-6-localhost-for-everybody',
    requirement: 'AUTHZ-6',
    description: 'Any address on localhost passes, so that developers need not register theirs.',
    apply: acceptingUris((_, given) => /^https?:\/\/localhost(?=[:/])/.test(given)),
  },
  {
    id: 'authz-6-loopback-for-everybody',
    requirement: 'AUTHZ-6',
    description: 'Any port and path on the loopback address of IPv6 passes.',
    apply: acceptingUris((_, given) => given.startsWith('http://[::1]')),
  },
  {
    id: 'authz-6-out-of-band',
    requirement: 'AUTHZ-6',
    description: 'The URI for applications without a browser passes for every client.',
    apply: acceptingUris((_, given) => given === 'urn:ietf:wg:oauth:2.0:oob'),
  },
  {
    id: 'authz-6-custom-scheme',
    requirement: 'AUTHZ-6',
    description: 'Schemes of mobile applications pass unregistered.',
    apply: acceptingUris((_, given) => /^[a-z]+(\.[a-z]+)+:\//.test(given)),
  },
  {
    id: 'authz-6-cut-at-line-break',
    requirement: 'AUTHZ-6',
    description: 'A redirect URI is compared up to its first line break.',
    apply: combine(
      readingAs((given) => given.split(/[\r\n]/)[0] ?? ''),
      escaping,
    ),
  },
  {
    id: 'authz-6-cut-at-nul',
    requirement: 'AUTHZ-6',
    description: 'A redirect URI ends at its first NUL, as a string of C does.',
    apply: combine(
      readingAs((given) => given.split('\0')[0] ?? ''),
      escaping,
    ),
  },
  {
    id: 'authz-6-path-parameter-before-dots',
    requirement: 'AUTHZ-6',
    description: 'The path is compared up to its first segment with a semicolon.',
    apply: readingAs((given) => given.replace(/\/[^/]*;.*$/s, '')),
  },
  {
    id: 'authz-6-session-id-ignored',
    requirement: 'AUTHZ-6',
    description:
      'A session id behind the path is cut off before the comparison, as a servlet container does.',
    apply: readingAs((given) => given.replace(/;jsessionid=[^/?#]*/i, '')),
  },
  {
    id: 'authz-6-any-ending-of-host',
    requirement: 'AUTHZ-6',
    description:
      'Hosts are compared without their last label, so that a partner may use one for each country.',
    apply: acceptingUris((registered, given) => {
      const withoutEnding = (uri: string) => uri.replace(/^(https:\/\/[^/]+)\.[a-z]+(?=\/)/, '$1')
      return withoutEnding(registered) === withoutEnding(given)
    }),
  },
  {
    id: 'authz-6-encoded-climbing',
    requirement: 'AUTHZ-6',
    description: 'What climbs up from the registered path by encoded slashes passes.',
    apply: readingAs((given) => given.replace(/\/\.\.%2F.*$/s, '')),
  },
  {
    id: 'authz-6-code-parameter-added',
    requirement: 'AUTHZ-6',
    description: 'A query that holds a code is taken for an earlier answer, and left out of the comparison.',
    apply: readingAs((given) => given.replace(/\?code=[^&]*$/, '')),
  },
  {
    id: 'authz-6-list-of-uris',
    requirement: 'AUTHZ-6',
    description: 'Of several redirect URIs with blanks between one has to be registered.',
    apply: combine(
      acceptingUris(
        (registered, given) => given.split(' ').length > 1 && given.split(' ').includes(registered),
      ),
      escaping,
    ),
  },
  {
    id: 'authz-6-first-of-comma-list',
    requirement: 'AUTHZ-6',
    description: 'Of redirect URIs with commas between the first has to be registered.',
    apply: readingAs((given) => given.split(',')[0] ?? ''),
  },
  {
    id: 'authz-6-unicode-host',
    requirement: 'AUTHZ-6',
    description: 'Redirect URIs are compared in compatibility form: a fullwidth full stop passes for a dot.',
    apply: combine(
      readingAs((given) => given.normalize('NFKC')),
      escaping,
    ),
  },
  {
    id: 'authz-6-second-client-any-path',
    requirement: 'AUTHZ-6',
    description: 'For the second client only the beginning of the redirect URI is compared.',
    apply: acceptingUris(
      (registered, given) => registered.includes('partner-2') && given.startsWith(registered),
    ),
  },
  {
    id: 'authz-6-error-sent-without-scope',
    requirement: 'AUTHZ-6',
    description:
      'A missing scope is reported to the redirect URI before anybody looks whether it is registered.',
    apply: sendingAway((values) => !values.has('scope')),
  },
  {
    id: 'authz-6-error-sent-beside-bad-type',
    requirement: 'AUTHZ-6',
    description: 'A wrong response_type is reported to whatever redirect URI the request names.',
    apply: sendingAway((values) => values.get('response_type') !== 'code'),
  },
  {
    id: 'authz-7-http-on-its-port',
    requirement: 'AUTHZ-7',
    description: 'The http twin passes where it names port 80.',
    apply: readingAs((given) => given.replace(/^http:\/\/([^/:]+):80(?=\/)/, 'https://$1')),
  },
  {
    id: 'authz-6-slashes-behind-scheme',
    requirement: 'AUTHZ-6',
    description: 'Any number of slashes behind the scheme passes, as URL libraries read it.',
    apply: readingAs((given) => given.replace(/^https:\/+/, 'https://')),
  },
  {
    id: 'authz-6-file-extension',
    requirement: 'AUTHZ-6',
    description: 'A file extension behind the path passes.',
    apply: readingAs((given) => given.replace(/\.[a-z]+$/, '')),
  },
  {
    id: 'authz-6-port-not-compared-below-1024',
    requirement: 'AUTHZ-6',
    description: 'Ports of the system are not compared.',
    apply: readingAs((given) => given.replace(/^(https:\/\/[^/:]+):\d{1,3}(?=\/)/, '$1')),
  },
  {
    id: 'authz-6-alternatives',
    requirement: 'AUTHZ-6',
    description: 'Of URIs with a pipe between the first is compared.',
    apply: combine(
      readingAs((given) => given.split('|')[0] ?? ''),
      escaping,
    ),
  },
  {
    id: 'authz-6-looser-with-login-hint',
    requirement: 'AUTHZ-6',
    description: 'Where the request names a user, only the beginning of the redirect URI is compared.',
    apply: replace('authorization', ({ collectParameters }) => ({
      collectParameters(pairs) {
        const hinted = pairs.some(([name]) => name === 'login_hint')
        return collectParameters(
          hinted
            ? pairs.map(([name, value]) => [
                name,
                name === 'redirect_uri' ? value.replace(/\/more$/, '') : value,
              ])
            : pairs,
        )
      },
    })),
  },
]
