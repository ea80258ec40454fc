import { z } from 'zod'
import { inspectedAdvisorSchema, inspectedDonationSchema } from '../../contract/inspector.ts'
import type { Grant, Store } from '../store.ts'

const clientSchema = z.object({
  id: z.string(),
  secret: z.string(),
  name: z.string(),
  redirectUris: z.array(z.string()),
})
const grantSchema = z.object({
  /** Ids of the client and the user. */
  client: z.string(),
  user: z.string(),
  scope: z.string(),
  organizationIds: z.array(z.string()),
  refreshes: z.number(),
  revoked: z.boolean(),
})
/** Names its grant by the grant's key. */
const tokenSchema = z.object({ value: z.string(), grant: z.string() })

const values = {
  clients: clientSchema,
  users: z.object({ username: z.string(), password: z.string() }),
  organizations: z.object({
    id: z.string(),
    internalId: z.number(),
    name: z.string(),
    owners: z.array(z.string()),
    members: z.array(z.string()),
  }),
  campaigns: z.object({ id: z.string(), organizationId: z.string(), designationIds: z.array(z.string()) }),
  donations: inspectedDonationSchema.omit({ advisor: true }).extend({ advisor_id: z.string().nullable() }),
  advisors: inspectedAdvisorSchema.extend({ organization_id: z.string() }),
  advisorIds: z.string(),
  grants: grantSchema,
  codes: tokenSchema.extend({ redirectUri: z.string(), expiresAt: z.number(), used: z.boolean() }),
  accessTokens: tokenSchema.extend({ expiresAt: z.number() }),
  refreshTokens: tokenSchema.extend({ superseded: z.boolean() }),
}

/** What is kept of each environment. Sessions are not: after a start, users log in again. */
export type Kind = keyof typeof values
/** The values of each kind, read from JSON. */
export type Values = { readonly [K in Kind]: z.infer<(typeof values)[K]> }
/** Their schemas. */
export const schemas: { readonly [K in Kind]: z.ZodType<Values[K]> } = values

const plainKinds = [
  'clients',
  'users',
  'organizations',
  'campaigns',
  'donations',
  'advisors',
  'advisorIds',
] as const
const tokenKinds = ['codes', 'accessTokens', 'refreshTokens'] as const

/** A record of a store: what it holds, which differs (`===`) once it has changed, and the JSON of it. */
export interface KeptRecord {
  readonly kind: Kind
  readonly key: string
  readonly content: unknown
  json(): string
}

/**
 * Lists what there is to keep of a store.
 * @param keyOf names a grant, which has no id of its own; the same one always the same
 */
export function* recordsOf(store: Store, keyOf: (grant: Grant) => string): Generator<KeptRecord> {
  for (const kind of plainKinds) {
    // An update stores a new object: the object itself tells whether there was one.
    for (const [key, content] of store[kind])
      yield { kind, key, content, json: () => JSON.stringify(content) }
  }
  const grants = new Set<Grant>()
  for (const kind of tokenKinds) {
    for (const [key, token] of store[kind]) {
      grants.add(token.grant)
      yield written(kind, key, { ...token, grant: keyOf(token.grant) })
    }
  }
  for (const grant of grants) {
    yield written('grants', keyOf(grant), { ...grant, client: grant.client.id, user: grant.user.username })
  }
}

/** A record that changes in place: its text tells whether it has. */
function written(kind: Kind, key: string, value: unknown): KeptRecord {
  const content = JSON.stringify(value)
  return { kind, key, content, json: () => content }
}
