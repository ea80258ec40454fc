import { recordOf } from '../../client/donations/record.ts'
import { OBSERVABLE_FIELDS, UPDATE_FIELDS } from '../../contract/index.ts'
import type { Finding } from '../model/violation.ts'

/** A field that showed a wrong value. */
export interface WrongValue {
  readonly field: string
  /** What it showed; undefined where the field was missing. */
  readonly shown: unknown
  /** Set where the field was missing before, when it should have been shown. */
  readonly wasMissing?: true
}

const VALUE = String.raw`"(?:[^"\\]|\\.)*"|null|undefined|true|false|-?[\d.]+`
const FIELD = [...new Set<string>([...OBSERVABLE_FIELDS, ...UPDATE_FIELDS])].join('|')

/** As matchers word it: `memo "a"`, `memo: "a" became "b"`, `memo: "a" by PATCH, by PUT "b"`. */
const WORDED = new RegExp(
  String.raw`\b(${FIELD}):? (${VALUE})(?: became (${VALUE})| by PATCH, by PUT (${VALUE}))?`,
  'g',
)

/** Fields that an accepted update left as they were. */
const LEFT = new RegExp(`^((?:${FIELD})(?:, (?:${FIELD}))*) to be updated`)

/** The fields that showed what they should not, in the words of what was expected and received. */
export function wrongValues({ expected, received, exchanges }: Finding): readonly WrongValue[] {
  const [, left] = LEFT.exec(expected) ?? []
  const last = exchanges.at(-1)
  const record = last && recordOf(last)
  if (left !== undefined && record) return left.split(', ').map((field) => ({ field, shown: record[field] }))
  return [...received.matchAll(WORDED)].flatMap(([, field = '', first, changed, byPut]) => {
    const shown = byPut === undefined ? [changed ?? first] : [first, byPut]
    const wasMissing = changed !== undefined && first === 'undefined'
    return shown.map((text) => ({ field, shown: parsed(text), ...(wasMissing && { wasMissing }) }))
  })
}

function parsed(text: string | undefined): unknown {
  if (text === undefined || text === 'undefined') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
