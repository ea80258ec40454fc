import { z } from 'zod'
import { environmentNames, type Grant, type Store, type Stores } from '../store.ts'
import { MOVED, type StateKind, schemas, type Values } from './records.ts'
import { StateError, type StateFile, type StateRow } from './state-file.ts'

/**
 * Fills the stores with what the file holds. What is there already stays: it was asked for at this start.
 * @returns by how many milliseconds the clock was moved
 * @throws StateError where a record cannot be read
 */
export function restoreState(file: StateFile, stores: Stores): number {
  const rows = file.read()
  try {
    for (const name of environmentNames)
      restoreStore(
        stores[name],
        rows.filter(({ environment }) => environment === name),
      )
    const moved = rows.find(({ kind }) => kind === MOVED.kind)
    return moved === undefined ? 0 : parsed(z.number(), moved)
  } catch (error) {
    if (error instanceof z.ZodError || error instanceof SyntaxError)
      throw new StateError(`${file.path} holds what this mock cannot read: choose another file`)
    throw error
  }
}

function restoreStore(store: Store, rows: readonly StateRow[]): void {
  const recordsOf = <K extends StateKind>(kind: K): [string, Values[K]][] =>
    rows.filter((row) => row.kind === kind).map((row) => [row.key, parsed<Values[K]>(schemas[kind], row)])

  fill(store.clients, recordsOf('clients'))
  fill(store.users, recordsOf('users'))
  fill(store.organizations, recordsOf('organizations'))
  fill(store.campaigns, recordsOf('campaigns'))
  fill(store.donations, recordsOf('donations'))
  fill(store.advisors, recordsOf('advisors'))
  fill(store.advisorIds, recordsOf('advisorIds'))

  // The service compares clients and grants by identity: all tokens of a grant have to refer to the same object.
  const grants = new Map(
    recordsOf('grants').flatMap(([key, value]): [string, Grant][] => {
      const [client, user] = [store.clients.get(value.client), store.users.get(value.user)]
      return client && user ? [[key, { ...value, client, user }]] : []
    }),
  )
  const withGrants = <Token extends { grant: string }>(tokens: readonly [string, Token][]) =>
    tokens.flatMap(([key, token]): [string, Omit<Token, 'grant'> & { grant: Grant }][] => {
      const grant = grants.get(token.grant)
      return grant ? [[key, { ...token, grant }]] : []
    })
  fill(store.codes, withGrants(recordsOf('codes')))
  fill(store.accessTokens, withGrants(recordsOf('accessTokens')))
  fill(store.refreshTokens, withGrants(recordsOf('refreshTokens')))
}

function parsed<Content>(schema: z.ZodType<Content>, { value }: StateRow): Content {
  return schema.parse(JSON.parse(value ?? ''))
}

function fill<Content>(map: Map<string, Content>, records: readonly [string, Content][]): void {
  for (const [key, record] of records) if (!map.has(key)) map.set(key, record)
}
