/** A field that showed what it should not. */
export interface WrongValue {
  readonly field: string
  /** What it showed; undefined where the field was missing. */
  readonly shown: unknown
  /** Set where the field was missing before, when it should have been shown. */
  readonly wasMissing?: true
}

/** What came in place of what was expected: in words, and as far as causes are told by it, as data. */
export interface Received {
  readonly words: string
  readonly wrong?: readonly WrongValue[]
  /** Where the user was sent, who should not have been. */
  readonly sentTo?: string
}

/** What came, where words may be all that is said of it. */
export function asReceived(received: string | Received): Received {
  return typeof received === 'string' ? { words: received } : received
}

/** Fields of a record, or of what was sent, with their values as JSON: `memo "thank you", donor_city null`. */
export function describeFields(fields: readonly string[], values: Readonly<Record<string, unknown>>): string {
  return fields.map((field) => `${field} ${JSON.stringify(values[field])}`).join(', ')
}

/** The same for fields of a record that show what they should not. */
export function wrongFields(
  fields: readonly string[],
  record: Readonly<Record<string, unknown>>,
): Received & { readonly wrong: readonly WrongValue[] } {
  return {
    words: describeFields(fields, record),
    wrong: fields.map((field) => ({ field, shown: record[field] })),
  }
}
