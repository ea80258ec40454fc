import fc from 'fast-check'
import { redirectUriNearMiss, redirectUriNearMisses } from '../../../generators/index.ts'
import { axis, expect, requirement } from '../../../harness/authoring/index.ts'
import { httpTwinOf } from '../../support/authorization.ts'
import { only } from '../../support/only.ts'
import { inTriedCodes } from '../flows/tried-codes.ts'
import { secondAsker } from './living.ts'
import { type Spoil, withLivingCode } from './living-code.ts'

/** Near misses with several changes at once: always the same ones. */
const SEVERAL_CHANGES = { seed: 1, numRuns: 6 }

/** What filters, routers and URL libraries read otherwise than as text; AUTHZ-6 tries more of them. */
const MORE: Readonly<Record<string, (uri: string) => string>> = {
  'the http twin': httpTwinOf,
  'a line break behind': (uri) => `${uri}\n`,
  'a line break and another URI behind': (uri) => `${uri}\r\nhttps://evil.example/`,
  'a NUL behind': (uri) => `${uri}\0`,
  'a tab before': (uri) => `\t${uri}`,
  'a path parameter before dot segments': (uri) => `${uri}/..;/elsewhere`,
  'an encoded slash between dot segments': (uri) => `${uri}/..%2F..%2Felsewhere`,
  'dot segments above the root': (uri) => `${uri}/../../../../elsewhere`,
  'an added parameter named code': (uri) => `${uri}${uri.includes('?') ? '&' : '?'}code=another`,
  'percent-encoded once more': encodeURIComponent,
  'twice, with a blank between': (uri) => `${uri} ${uri}`,
  'twice, with a comma between': (uri) => `${uri},${uri}`,
  'in angle brackets': (uri) => `<${uri}>`,
  'an SQL wildcard for its end': (uri) => `${uri.slice(0, -3)}%`,
  'only its origin': (uri) => new URL(uri).origin,
  'an asterisk': () => '*',
  'a blank': () => ' ',
  'only its path': (uri) => new URL(uri).pathname,
  'another top-level domain': (uri) => withHost(uri, (host) => host.replace(/\.[^.]+$/, '.invalid')),
  'the own machine': (uri) => withHost(uri, () => 'localhost'),
}

function withHost(uri: string, change: (host: string) => string): string {
  const { hostname } = new URL(uri)
  return uri.replace(hostname, change(hostname))
}

/** Near misses that stand for the rest where the second client asks. */
const LIKE_SECOND = [
  'trailing slash added',
  'letter case of the path',
  'longer last segment',
  'dot segments at the end',
  'added query parameter',
  'added fragment',
  'other port',
  'blank at the end',
]

/** What only matters where somebody is sent there, which AUTHZ-6 tries: an exchange sends nobody anywhere. */
const OF_REDIRECTS = [
  'user name and password',
  'registered host as user info',
  'longer first label of the host',
  'host as a subdomain of another',
  'host with a trailing dot',
  'wildcard for a subdomain',
  'backslash before the host',
  'backslash after the host',
  'custom scheme',
  'script scheme',
  'no scheme',
]

const asUri = (uris: Readonly<Record<string, string>>): Readonly<Record<string, Spoil>> =>
  Object.fromEntries(
    Object.entries(uris).map(([name, redirect_uri]): [string, Spoil] => [
      name,
      ({ client }) => (redirect_uri === client.redirectUri ? undefined : { redirect_uri }),
    ]),
  )

/** Codes of ordinary authorizations, exchanged with other redirect URIs. */
export const token9 = requirement(
  'TOKEN-9',
  withLivingCode('near misses', ({ client: { redirectUri } }) => {
    const single = Object.entries(redirectUriNearMisses(redirectUri))
    const several = fc.sample(redirectUriNearMiss(redirectUri), SEVERAL_CHANGES)
    return axis('near misses of the redirect URI', {
      ...asUri(Object.fromEntries(single.filter(([name]) => !OF_REDIRECTS.includes(name)))),
      ...asUri(Object.fromEntries(several.map(({ kind, value }) => [kind, value]))),
    })
  }),
  withLivingCode('another value', ({ client: { redirectUri }, otherClient }) =>
    axis('what stands where the redirect URI belongs', {
      ...asUri(Object.fromEntries(Object.entries(MORE).map(([name, change]) => [name, change(redirectUri)]))),
      ...(otherClient ? asUri({ "the other client's redirect URI": otherClient.redirectUri }) : {}),
    }),
  ),
  withLivingCode(
    'near misses, by the second client',
    ({ otherClient }) =>
      axis("near misses of the second client's redirect URI", {
        ...(otherClient ? asUri(only(redirectUriNearMisses(otherClient.redirectUri), LIKE_SECOND)) : {}),
      }),
    { who: secondAsker },
  ),
  inTriedCodes('TOKEN-9', (exchange) => expect(exchange).toGiveNoToken()),
)
