import { createHash } from 'node:crypto'
import { type EnvironmentName, emptyStore, type Stores } from '../store.ts'

/** The kinds of seeded records that have ids. */
export type RecordKind = 'organization' | 'campaign' | 'designation' | 'donation' | 'advisor'

/** Decisions about the seeded data: storage, ids, redirect URIs and scope. */
export interface DataPolicies {
  /** Creates the empty stores of both environments. */
  openStores(): Stores
  /** The id of the record number `index` of its kind, from 0. Designations must have UUIDs. */
  recordId(environment: EnvironmentName, kind: RecordKind, index: number): string
  /** The redirect URIs of the client number `index`, from 1. The environment file gets the first. */
  redirectUris(environment: EnvironmentName, index: number): readonly string[]
  /** The scope for authorization requests in the environment file. */
  readonly scope: string
}

/** The seeded data of the reference service. */
export const dataPolicies: DataPolicies = {
  openStores: () => ({ sandbox: emptyStore('sandbox'), production: emptyStore('production') }),
  recordId: (environment, kind, index) => uuidOf(`${environment}/${kind}/${index}`),
  redirectUris: (environment, index) => [
    `https://${environment}-partner-${index}.example/oauth/callback`,
    `https://${environment}-staging-${index}.example/oauth/return`,
  ],
  scope: 'organizations:read donations:write',
}

/** Derives a version 4 UUID from a name, so that a restarted mock has the same ids. */
function uuidOf(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}
