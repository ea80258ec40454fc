import { createHash } from 'node:crypto'
import { json } from '../http.ts'
import type { DataPolicies, RecordKind } from '../policies/data.ts'
import { type PolicyChange, replace } from '../policies/replace.ts'
import type { Variant } from './variant.ts'

const kinds: readonly RecordKind[] = ['organization', 'campaign', 'designation', 'donation', 'advisor']

/** Replaces the ids of records, except for designations, which must be UUIDs by the contract. */
function naming(recordId: DataPolicies['recordId']): PolicyChange {
  return replace('data', (inForce) => ({
    recordId: (environment, kind, index) =>
      (kind === 'designation' ? inForce.recordId : recordId)(environment, kind, index),
  }))
}

/** Changes the registered redirect URIs. */
function registering(change: (uri: string) => string): PolicyChange {
  return replace('data', ({ redirectUris }) => ({
    redirectUris: (environment, index) => redirectUris(environment, index).map(change),
  }))
}

/** The variants of ids, redirect URIs, webhooks and GET /v1/organizations. */
export const dataVariants: readonly Variant[] = [
  {
    id: 'ids-numeric',
    description: 'Ids are strings of digits.',
    apply: naming((environment, kind, index) =>
      String((environment === 'sandbox' ? 1 : 2) * 1_000_000 + kinds.indexOf(kind) * 100_000 + index),
    ),
  },
  {
    id: 'ids-counted',
    description: 'Ids count from 1, so that one with a digit more may be another donation.',
    apply: naming((_environment, _kind, index) => String(index + 1)),
  },
  {
    id: 'ids-opaque',
    description: 'Ids are opaque texts with a prefix, in mixed case.',
    apply: naming((environment, kind, index) => {
      const hash = createHash('sha256').update(`${environment} ${kind} ${index}`).digest('base64url')
      return `${kind.slice(0, 3)}_${hash.slice(0, 20)}`
    }),
  },
  {
    id: 'ids-with-punctuation',
    description: 'Ids have every punctuation mark that needs no escape in a path.',
    apply: naming((environment, kind, index) => `${environment}.${kind}-${index}_~x`),
  },
  {
    id: 'ids-to-escape',
    description: 'Ids have a blank, a colon and an ordinal sign, which a path has to escape.',
    apply: naming((environment, kind, index) => `${environment}:${kind} nº ${index}`),
  },
  {
    id: 'redirect-uri-with-query',
    description: 'The registered redirect URIs have a query of their own.',
    apply: registering((uri) => `${uri}${uri.includes('?') ? '&' : '?'}tenant=7&back=%2Fhome%3Fa%3D1`),
  },
  {
    id: 'redirect-uri-with-port',
    description: 'The registered redirect URIs name a port.',
    apply: registering((uri) => uri.replace(/^(https:\/\/[^/:]+)(?=\/)/, '$1:8443')),
  },
  {
    id: 'redirect-uri-on-localhost-beside',
    description: 'Each client has registered its redirect URI on localhost too, for who develops it.',
    apply: replace('data', ({ redirectUris }) => ({
      redirectUris: (environment, index) =>
        redirectUris(environment, index).flatMap((uri) => [uri, uri.replace(new URL(uri).host, 'localhost')]),
    })),
  },
  {
    id: 'organizations-bare-list',
    description: 'GET /v1/organizations answers with a bare array.',
    apply: replace('bearer', () => ({
      organizationsAnswer: (organizations) =>
        json(
          200,
          organizations.map(({ id, name }) => ({ id, name })),
        ),
    })),
  },
  {
    id: 'organizations-in-pages',
    description: 'GET /v1/organizations answers with the first page of a list, under other keys.',
    apply: replace('bearer', () => ({
      organizationsAnswer: (organizations) =>
        json(200, {
          organizations: organizations.map(({ id, name }) => ({ public_id: id, display_name: name })),
          page: { number: 1, next: null },
        }),
    })),
  },
  {
    id: 'webhooks-twice',
    description: 'Every webhook is delivered twice.',
    apply: replace('webhooks', ({ destinations }) => ({
      destinations: (event) => [...destinations(event), ...destinations(event)],
    })),
  },
  {
    id: 'webhooks-when-changed',
    description: 'An update that changes nothing is not announced.',
    apply: replace('webhooks', ({ destinations }) => {
      const announced = new Map<string, string>()
      return {
        destinations(event) {
          const { environment, donation } = event
          const key = `${environment} ${donation.id}`
          const now = JSON.stringify(donation)
          const isKnown = announced.get(key) === now
          announced.set(key, now)
          return isKnown ? [] : destinations(event)
        },
      }
    }),
  },
  {
    id: 'webhooks-say-little',
    description: 'Webhooks say that something changed, without naming the donation.',
    apply: replace('webhooks', () => ({ payload: () => ({ kind: 'changed' }) })),
  },
]
