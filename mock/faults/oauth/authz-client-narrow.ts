import { type PolicyChange, replace } from '../../policies/replace.ts'
import type { Fault } from '../fault.ts'

type Values = ReadonlyMap<string, string>

/** Also finds the client of an id that is another one after `read`. */
function readingClients(read: (given: string) => string): PolicyChange {
  return replace('authorization', ({ findClient }) => ({
    findClient: (store, id) => findClient(store, id) ?? findClient(store, read(id)),
  }))
}

/** Sends errors about an unknown client to the URI of the request, where its other parameters are as `when` says. */
function sendingAway(when: (values: Values) => boolean): PolicyChange {
  return replace('authorization', () => ({
    untrustedDestination: (untrusted, { values }) =>
      untrusted === 'client_id' && when(values) ? values.get('redirect_uri') : undefined,
  }))
}

/** Faults of AUTHZ-5 that show at one value of an axis, or at a pair of two. */
export const authzClientNarrowFaults: readonly Fault[] = [
  {
    id: 'authz-5-id-in-any-case',
    requirement: 'AUTHZ-5',
    description: 'Client ids are looked up without regard to letter case.',
    apply: readingClients((given) => given.toLowerCase()),
  },
  {
    id: 'authz-5-id-trimmed',
    requirement: 'AUTHZ-5',
    description: 'Blanks before a client id are trimmed, but not those behind it.',
    apply: readingClients((given) => given.trimStart()),
  },
  {
    id: 'authz-5-id-cut-at-null-byte',
    requirement: 'AUTHZ-5',
    description: 'A client id is read up to its first NUL.',
    apply: readingClients((given) => given.split('\0')[0] ?? ''),
  },
  {
    id: 'authz-5-id-decoded-twice',
    requirement: 'AUTHZ-5',
    description: 'A client id is percent-decoded once more than it was encoded.',
    apply: readingClients((given) =>
      given.replace(/%([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    ),
  },
  {
    id: 'authz-5-full-width-id-folded',
    requirement: 'AUTHZ-5',
    description: 'Client ids are compared after Unicode normalization, so that full-width letters pass.',
    apply: readingClients((given) => given.normalize('NFKC')),
  },
  {
    id: 'authz-5-sent-away-beside-bad-type',
    requirement: 'AUTHZ-5',
    description:
      'A request with an unknown client and a wrong response_type is answered at its redirect_uri.',
    apply: sendingAway((values) => values.get('response_type') !== 'code'),
  },
  {
    id: 'authz-5-sent-away-without-scope',
    requirement: 'AUTHZ-5',
    description: 'A missing scope is reported to the redirect_uri before anybody looks at the client.',
    apply: sendingAway((values) => !values.has('scope')),
  },
  {
    id: 'authz-5-soft-hyphens-overlooked',
    requirement: 'AUTHZ-5',
    description: 'Client ids are looked up by a collation that overlooks soft hyphens.',
    apply: readingClients((given) => given.replaceAll('\u00ad', '')),
  },
  {
    id: 'authz-5-id-in-base64',
    requirement: 'AUTHZ-5',
    description: 'An id in base64 is decoded before it is looked up.',
    apply: readingClients((given) => Buffer.from(given, 'base64').toString()),
  },
  {
    id: 'authz-5-id-before-colon',
    requirement: 'AUTHZ-5',
    description: 'What stands behind a colon is taken for a secret, and only the id before it looked up.',
    apply: readingClients((given) => given.split(':')[0] ?? ''),
  },
]
