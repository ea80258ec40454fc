import { z } from 'zod'
import { inspectedAdvisorSchema, inspectedDonationSchema } from '../../contract/inspector.ts'
import type { AccessToken, AuthorizationCode, Grant, RefreshToken, Store } from '../store.ts'

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

/** Where a state file has by how many milliseconds the clock was moved. */
export const MOVED = { environment: 'both', kind: 'clock', key: 'moved' } as const

/** What is kept of each environment. Sessions are not: after a start, users log in again. */
export type StateKind = keyof typeof values
/** The values of each kind, read from JSON. */
export type Values = { readonly [K in StateKind]: z.infer<(typeof values)[K]> }
/** Their schemas. */
export const schemas: { readonly [K in StateKind]: z.ZodType<Values[K]> } = values

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
type Token = AuthorizationCode | AccessToken | RefreshToken

/** The records of one kind by their keys: what each holds, which is another (`===`) once it has changed. */
export interface StateTable {
  readonly kind: StateKind | typeof MOVED.kind
  readonly contents: ReadonlyMap<string, unknown>
  json(content: unknown): string
}

/**
 * Lists what there is to keep of a store.
 * @param keyOf names a grant, which has no id of its own; the same one always the same
 */
export function tablesOf(store: Store, keyOf: (grant: Grant) => string): StateTable[] {
  const grants = new Set<Grant>()
  const tokens = tokenKinds.map((kind) =>
    written<Token>(kind, store[kind], (token) => {
      grants.add(token.grant)
      return { ...token, grant: keyOf(token.grant) }
    }),
  )
  const named = [...grants].map((grant) => [keyOf(grant), grant] as const)
  return [
    // An update stores a new object: the object itself tells whether there was one.
    ...plainKinds.map(
      (kind): StateTable => ({ kind, contents: store[kind], json: (content) => JSON.stringify(content) }),
    ),
    ...tokens,
    written('grants', named, ({ client, user, ...grant }) => ({
      ...grant,
      client: client.id,
      user: user.username,
    })),
  ]
}

/** The table of records that change in place: their texts tell whether they have. */
function written<Content>(
  kind: StateKind,
  records: Iterable<readonly [string, Content]>,
  toJson: (record: Content) => unknown,
): StateTable {
  const texts = new Map<string, string>()
  for (const [key, record] of records) texts.set(key, JSON.stringify(toJson(record)))
  return { kind, contents: texts, json: String }
}
