import type { RequirementResult, Violation } from '../harness/model/result.ts'
import { clip, count, visible, wrap } from './text.ts'

/** What a piece of a report is, so that a terminal can colour it. */
export type Role = 'heading' | 'label' | 'expected' | 'received'
export type Paint = (role: Role, text: string) => string

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

function fieldsOf(violation: Violation): Field[] {
  const { counterexample } = violation
  const curl = violation.curl.length > 0 ? violation.curl : (counterexample?.curl ?? [])
  return [
    { label: 'case', text: violation.case },
    { label: 'expected', text: violation.expected, role: 'expected' },
    { label: 'received', text: violation.received, role: 'received' },
    { label: 'seen', text: comesAndGoes(violation) },
    { label: 'example', text: counterexample?.value },
    { label: 'seed', text: counterexample && `${counterexample.seed}, path ${counterexample.path}` },
    { label: 'replay', text: counterexample?.replay, command: true },
    { label: 'curl', text: curl.length > 0 ? curl.join('\n') : undefined, command: true },
  ]
}

/** How often a violation came when it was tried again; undefined where it came each time. */
export function comesAndGoes({ tries }: Violation): string | undefined {
  return tries && tries.broken < tries.of ? `in ${tries.broken} of ${tries.of} tries` : undefined
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
export function violationsText(requirement: RequirementResult, layout: Layout = plainLayout): string {
  const { id, level, verdict, title, source, violations } = requirement
  const shown = violations.slice(0, shownViolations)
  const more = violations.length - shown.length
  return [
    layout.paint('heading', visible(`${id} (${level}, ${verdict})`)),
    ...wrap(visible(title), layout.width),
    ...wrap(visible(source), layout.width).map((line) => layout.paint('label', line)),
    ...shown.flatMap((violation) => [
      '',
      ...fieldsOf(violation).flatMap((field) => fieldLines(field, layout)),
    ]),
    ...(more > 0 ? ['', `  and ${count(more, 'violation')} more of ${visible(id)}, in record.json`] : []),
  ].join('\n')
}
