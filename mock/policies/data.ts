import { createHash } from 'node:crypto'
import { type EnvironmentName, emptyStore, type Stores } from '../store.ts'

export type RecordKind = 'organization' | 'campaign' | 'designation' | 'donation' | 'advisor'

/** What identifies things, and what is registered at the start. */
export interface DataPolicies {
  /** The stores of both environments before anything is in them. */
  openStores(): Stores
  /** The public id of the nth record of its kind. Designations are UUIDs by contract; the others are opaque. */
  recordId(environment: EnvironmentName, kind: RecordKind, index: number): string
  /** The redirect URIs registered for the nth partner client; the first is the one the environment file names. */
  redirectUris(environment: EnvironmentName, index: number): readonly string[]
  readonly scope: string
}

export const dataPolicies: DataPolicies = {
  openStores: () => ({ sandbox: emptyStore('sandbox'), production: emptyStore('production') }),
  recordId: (environment, kind, index) => uuidOf(`${environment}/${kind}/${index}`),
  redirectUris: (environment, index) => [
    `https://${environment}-partner-${index}.example/oauth/callback`,
    `https://${environment}-staging-${index}.example/oauth/return`,
  ],
  scope: 'organizations:read donations:write',
}

/** A version 4 UUID that is always the same for the same name, so that a restarted mock knows its donations. */
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
