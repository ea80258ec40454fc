import { stakesOf } from '../contract/index.ts'
import { byKind, type ViolationGroup } from '../harness/model/kinds.ts'
import { patternSentence } from '../harness/model/pattern.ts'
import type { RequirementResult, TestPattern, Violation } from '../harness/model/result.ts'
import { breadthPhrase } from './summary.ts'
import { clip, count, oneLine, visible, wrap } from './text.ts'

/** What a piece of a report is, so that a terminal can colour it. */
export type Role = 'heading' | 'label' | 'expected' | 'received'
type Paint = (role: Role, text: string) => string

export interface Layout {
  /** Columns to wrap prose at. Commands are never wrapped, so that they can be copied. */
  readonly width: number
  readonly paint: Paint
}

export const plainLayout: Layout = { width: Number.POSITIVE_INFINITY, paint: (_role, text) => text }

const shownViolations = 3
const shownCharacters = 4000
const labelWidth = 12

interface Field {
  readonly label: string
  readonly text: string | undefined
  readonly role?: Role
  readonly command?: boolean
}

function fieldsOf({ violation, others }: ViolationGroup<Violation>): Field[] {
  const { counterexample } = violation
  const curl = violation.curl.length > 0 ? violation.curl : (counterexample?.curl ?? [])
  return [
    { label: 'case', text: violation.case },
    { label: 'expected', text: violation.expected, role: 'expected' },
    { label: 'received', text: violation.received, role: 'received' },
    { label: 'seen', text: comesAndGoes(violation) },
    { label: 'alike', text: moreOfTheKind(others.length) },
    { label: 'example', text: counterexample?.value },
    { label: 'seed', text: counterexample && `${counterexample.seed}, path ${counterexample.path}` },
    { label: 'replay', text: replayOf([violation, ...others]), command: true },
    { label: 'curl', text: curl.length > 0 ? curl.join('\n') : undefined, command: true },
  ]
}

/** How often a violation came when it was tried again; undefined where it came each time. */
export function comesAndGoes({ tries }: Violation): string | undefined {
  return tries && tries.broken < tries.of ? `in ${tries.broken} of ${tries.of} tries` : undefined
}

/** The command that sends one of a kind again: of generated cases there is one. */
export function replayOf(violations: readonly Violation[]): string | undefined {
  return violations.find(({ counterexample }) => counterexample)?.counterexample?.replay
}

/** What is said of the violations that one stands for; undefined where it stands for itself alone. */
export function moreOfTheKind(more: number): string | undefined {
  return more > 0 ? `and ${more} more of the kind` : undefined
}

/** What tells the cases of a requirement that fail from those that pass, a sentence a test. */
export function patternsOf({ patterns = [] }: RequirementResult): readonly string[] {
  const label = ({ test }: TestPattern) => test.split('/').slice(1).join('/')
  return patterns.map((pattern) => [label(pattern), patternSentence(pattern)].filter(Boolean).join(': '))
}

/** What follows from a broken requirement, in a sentence. */
export function followerSentence({ id, level, violations, reason = '' }: RequirementResult): string {
  return `beneath it ${id} (${level}, ${count(violations.length, 'violation')}): ${reason}`
}

function fieldLines({ label, text, role, command }: Field, { width, paint }: Layout): string[] {
  if (text === undefined) return []
  const safe = visible(clip(text, shownCharacters))
  const lines = command ? safe.split('\n') : wrap(safe, Math.max(20, width - labelWidth - 2))
  return lines.map((line, index) => {
    const margin = index === 0 ? paint('label', label.padEnd(labelWidth)) : ' '.repeat(labelWidth)
    return `  ${margin}${role ? paint(role, line) : line}`
  })
}

/**
 * A broken requirement as text: what the contract says and where, then how the target broke it, the first
 * few times in full. The same on the console and in JUnit.
 */
export function violationsText(
  requirement: RequirementResult,
  layout: Layout = plainLayout,
  followers: readonly RequirementResult[] = [],
): string {
  const { id, level, verdict, title, source, violations } = requirement
  const matters = stakesOf(id)
  const kinds = byKind(violations)
  const shown = kinds.slice(0, shownViolations)
  const breadth = breadthPhrase(requirement)
  const more = kinds.slice(shownViolations).reduce((sum, { others }) => sum + 1 + others.length, 0)
  return [
    layout.paint(
      'heading',
      visible(`${id} (${level}, ${verdict})${breadth === undefined ? '' : `: ${breadth}`}`),
    ),
    ...wrap(visible(title), layout.width),
    ...wrap(visible(source), layout.width).map((line) => layout.paint('label', line)),
    ...(matters === undefined ? [] : wrap(`Why it matters: ${matters}`, layout.width)),
    ...followers.flatMap((one) => wrap(oneLine(followerSentence(one), shownCharacters), layout.width)),
    ...patternsOf(requirement).flatMap((pattern) => wrap(oneLine(pattern, shownCharacters), layout.width)),
    ...shown.flatMap((kind) => ['', ...fieldsOf(kind).flatMap((field) => fieldLines(field, layout))]),
    ...(more > 0 ? ['', `  and ${count(more, 'violation')} more of ${visible(id)}, in record.json`] : []),
  ].join('\n')
}
