import type { Table } from '../../harness/authoring/index.ts'

/** The cases of these names, in the order of the table; those that it does not have are left out. */
export function only<Case>(table: Table<Case>, names: readonly string[]): Table<Case> {
  return Object.fromEntries(Object.entries(table).filter(([name]) => names.includes(name)))
}
