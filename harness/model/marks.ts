import { ADVISOR_FIELDS, UPDATE_FIELDS } from '../../contract/index.ts'
import type { DecidedRow } from './pattern.ts'

const FIELDS: ReadonlySet<string> = new Set([...UPDATE_FIELDS, ...ADVISOR_FIELDS])

/** A longer text is data, and marks nothing. */
const LONGEST_CHOICE = 40

/** Something that was tried and decided. */
export interface DecidedCase {
  readonly value: unknown
  /** Its name on each of the axes of a table; none where it was generated. */
  readonly row: Readonly<Record<string, string>>
  /** The requirement that it broke. */
  readonly broken?: string
}

/** What was tried, as rows of which those failed that broke this requirement; what broke another is left out. */
export function rowsFor(requirement: string, cases: readonly DecidedCase[]): readonly DecidedRow[] {
  const decided = cases.filter(({ broken }) => broken === undefined || broken === requirement)
  const marks = marksOf(decided.map(({ value }) => value))
  return decided.map(({ row, broken }, index) => ({
    marks: [...namesIn(row), ...(marks[index] ?? [])],
    failed: broken !== undefined,
  }))
}

/** The only axis of a table is its names: they say enough. */
function namesIn(row: Readonly<Record<string, string>>): readonly string[] {
  const entries = Object.entries(row)
  return entries.map(([axis, name]) => (entries.length === 1 ? `“${name}”` : `${axis} ${name}`))
}

/**
 * What marks off values that were tried from one another, so that those that fail can be told from those that pass: the
 * fields of the contract that each holds or lacks, and the choices made beside them, such as a method.
 */
export function marksOf(values: readonly unknown[]): readonly (readonly string[])[] {
  const held = values.map((value) => new Set(marksIn(value)))
  const fields = [...new Set(held.flatMap((marks) => [...marks]))].filter((mark) => FIELDS.has(mark))
  return held.map((marks) => [
    ...marks,
    ...fields.filter((field) => !marks.has(field)).map((field) => `no ${field}`),
  ])
}

function* marksIn(value: unknown): Generator<string> {
  if (Array.isArray(value)) {
    for (const item of value) {
      if (typeof item === 'object') yield* marksIn(item)
      else if (isChoice(item)) yield `${item}`
    }
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, member] of Object.entries(value)) {
      const isNothing = member === null || member === ''
      if (FIELDS.has(key)) yield key
      if (FIELDS.has(key) ? isNothing : isChoice(member)) yield `${key} ${member === '' ? '""' : member}`
      if (typeof member === 'object') yield* marksIn(member)
    }
  }
}

function isChoice(value: unknown): boolean {
  return typeof value === 'boolean' || (typeof value === 'string' && value.length <= LONGEST_CHOICE)
}
