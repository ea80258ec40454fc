import { familyOf } from '../contract/index.ts'
import { countFaults } from '../mock/generated/index.ts'
import type { JudgedCase, Matrix } from './matrix.ts'
import { caseName, figure } from './matrix-text.ts'

/** How many generated faults have to be caught and rightly named. */
export const WANTED = 0.99

/** How many of some faults were caught and rightly named. */
interface CaughtShare {
  readonly name: string
  readonly caught: number
  readonly of: number
}

/** What a run over generated faults comes to. */
interface Tally {
  /** How many faults can be drawn. */
  readonly possible: number
  readonly byFamily: readonly CaughtShare[]
  readonly byAxis: readonly CaughtShare[]
}

/** Counts what was caught of generated faults. */
export function tallyOf({ faults }: Matrix): Tally {
  return {
    possible: countFaults(),
    byFamily: sharesBy(faults, ({ requirement }) => (requirement ? [familyOf(requirement)] : [])),
    byAxis: sharesBy(faults, ({ axes = [] }) => axes),
  }
}

/** The tally for a terminal. */
export function tallyText({ possible, byFamily, byAxis }: Tally): string {
  const table = (title: string, shares: readonly CaughtShare[]) => [
    title,
    ...shares.map(({ name, caught, of }) => `  ${name.padEnd(16)} ${caught} of ${of}`),
  ]
  return [
    `drawn from ${possible.toLocaleString('en')} possible faults`,
    ...table('caught by family', byFamily),
    ...table('caught by axis', byAxis),
    '',
  ].join('\n')
}

/** The tally as Markdown, with every fault. */
export function tallyMarkdown(matrix: Matrix): string {
  const { possible, byFamily, byAxis } = tallyOf(matrix)
  const table = (title: string, shares: readonly CaughtShare[]) => [
    `| ${title} | caught | of |`,
    '|---|---|---|',
    ...shares.map(({ name, caught, of }) => `| ${name} | ${caught} | ${of} |`),
    '',
  ]
  const row = (judged: JudgedCase) =>
    `| \`${caseName(judged)}\` | ${judged.proofCase.description.replaceAll('|', '\\|')} | ${judged.outcome} |`
  return [
    '# Generated faults',
    '',
    ...(matrix.faults.length > 0
      ? [
          `${figure(matrix.sensitivity)} of ${matrix.faults.length}, drawn from ${possible.toLocaleString('en')}, are caught and rightly named.`,
          '',
        ]
      : []),
    ...table('Family', byFamily),
    ...table('Axis', byAxis),
    '| Fault | What is wrong | Outcome |',
    '|---|---|---|',
    ...matrix.faults.map(row),
    '',
  ].join('\n')
}

function sharesBy(
  faults: readonly JudgedCase[],
  namesOf: (one: JudgedCase['proofCase']) => readonly string[],
): CaughtShare[] {
  const shares = new Map<string, CaughtShare>()
  for (const { proofCase, outcome } of faults)
    for (const name of namesOf(proofCase)) {
      const { caught, of } = shares.get(name) ?? { caught: 0, of: 0 }
      shares.set(name, { name, caught: caught + (outcome === 'caught' ? 1 : 0), of: of + 1 })
    }
  return [...shares.values()]
}
