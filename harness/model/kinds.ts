import { ADVISOR_FIELDS, OBSERVABLE_FIELDS, UPDATE_FIELDS } from '../../contract/index.ts'

/** What two violations are compared by. */
export interface Worded {
  readonly expected: string
  readonly received: string
}

/** How a requirement was broken, whatever the values were. */
interface ViolationKind {
  readonly expected: string
  /** What came instead, in pieces: one for each field that is wrong. */
  readonly received: ReadonlySet<string>
}

/** A kind of violation, shown by its smallest. */
export interface ViolationGroup<Violation> {
  readonly violation: Violation
  /** The others of the kind. */
  readonly others: readonly Violation[]
}

/** A field by its name. */
const FIELD = new RegExp(
  `\\b(?:${[...OBSERVABLE_FIELDS, ...UPDATE_FIELDS, ...ADVISOR_FIELDS].join('|')})\\b`,
  'g',
)

/** Longer texts differ in what they quote, not in what is wrong. */
const MAX_COMPARED = 2_000

/** The text without the values in it: what is quoted, what is JSON, what has digits or looks like an address. */
function withoutValues(text: string): string {
  return text
    .slice(0, MAX_COMPARED)
    .replace(/\{.*\}|\[.*\]/gs, '{…}')
    .replace(/"(?:[^"\\]|\\.)*"/g, '…')
    .replace(/\S*@\S*/g, '…')
    .replace(/(?<![\w])[\w-]*(?<!_)\d[\w-]*/g, '#')
}

/** Status and type of an answer tell mistakes apart; what else it says is its own. */
const ANSWER = /^(\d{3} \([^)]*\))/

/** What is wrong, without the values that it happened to be wrong with. */
export function kindOf({ expected, received }: Worded): ViolationKind {
  const [, answer] = ANSWER.exec(received) ?? []
  const pieces = answer === undefined ? withoutValues(received).split(/[;,] /) : [answer]
  const wanted = withoutValues(expected)
    .replace(FIELD, '')
    .split(/[;,]/)
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '')
  return { expected: [...new Set(wanted)].join(', '), received: new Set(pieces) }
}

/** Whether all that is wrong with the smaller one is wrong with the larger one too. */
export function isPartOf(smaller: ViolationKind, larger: ViolationKind): boolean {
  return (
    smaller.expected === larger.expected && [...smaller.received].every((piece) => larger.received.has(piece))
  )
}

/**
 * Violations of one requirement by kind, each shown by the first of it. One that shows several mistakes, all of which
 * others show by themselves, is one more of their kind.
 * @param violations the smallest first.
 */
export function byKind<Violation extends Worded>(
  violations: readonly Violation[],
): readonly ViolationGroup<Violation>[] {
  const kinds: {
    readonly kind: ViolationKind
    readonly violation: Violation
    readonly others: Violation[]
  }[] = []
  const inOrder = violations
    .map((violation) => ({ violation, kind: kindOf(violation) }))
    .toSorted((a, b) => a.kind.received.size - b.kind.received.size)
  for (const { violation, kind } of inOrder) {
    const parts = kinds.filter((one) => isPartOf(one.kind, kind))
    const known = new Set(parts.flatMap((one) => [...one.kind.received]))
    const [first] = parts
    if (first && known.size === kind.received.size) first.others.push(violation)
    else kinds.push({ kind, violation, others: [] })
  }
  return kinds
    .toSorted((a, b) => violations.indexOf(a.violation) - violations.indexOf(b.violation))
    .map(({ violation, others }) => ({ violation, others }))
}
