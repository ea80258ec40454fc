import { clip, oneLine } from '../reports/text.ts'
import type { Flagged, JudgedCase, Matrix } from './matrix.ts'

const LONGEST_REASON = 200

/** What a matrix comes to, for a terminal: what went wrong in full, the two figures last. */
export function matrixText(matrix: Matrix): string {
  const { faults, variants } = matrix
  const blamed = blamedBeside(faults)
  return [
    ...section('Missed', faults, ({ outcome }) => outcome === 'missed'),
    ...section('Caught and wrongly named', faults, ({ outcome }) => outcome === 'misnamed'),
    ...(blamed.length > 0
      ? ['Caught and rightly named, but something else was blamed too', ...blamed.map(caseLine), '']
      : []),
    ...section('Accused although legal', variants, ({ wrongly }) => wrongly.length > 0),
    ...undecidedSection(variants),
    ...figureLines(matrix),
    '',
  ].join('\n')
}

/** Faults that were rightly named while another requirement was held against the service as well. */
function blamedBeside(faults: readonly JudgedCase[]): readonly JudgedCase[] {
  return faults.filter(({ outcome, wrongly }) => outcome === 'caught' && wrongly.length > 0)
}

/** The figures, each where something was tried. */
function figureLines({ faults, variants, sensitivity, specificity }: Matrix): string[] {
  const caught = count(faults, ({ outcome }) => outcome === 'caught')
  const kept = count(variants, ({ wrongly }) => wrongly.length === 0)
  const besides = blamedBeside(faults).length
  const others = besides > 0 ? `, and something else besides in ${besides}` : ''
  return [
    ...(faults.length > 0
      ? [
          `sensitivity  ${figure(sensitivity)}  ${caught} of ${faults.length} faults caught and rightly named${others}`,
        ]
      : []),
    ...(variants.length > 0
      ? [`specificity  ${figure(specificity)}  ${kept} of ${variants.length} legal variants not accused`]
      : []),
  ]
}

/** The figures in a sentence, each where something was tried. */
export function figureSentence({ faults, variants, sensitivity, specificity }: Matrix): string {
  const figures = [
    ...(faults.length > 0 ? [`sensitivity ${figure(sensitivity)} of ${faults.length} faults`] : []),
    ...(variants.length > 0
      ? [`specificity ${figure(specificity)} of ${variants.length} legal variants`]
      : []),
  ]
  const text = figures.join(', ') || 'nothing was tried'
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

/** A share as a percentage that is 100 only where nothing is missing. */
export function figure(share: number): string {
  return `${(Math.floor(share * 1000) / 10).toFixed(1)} %`
}

/** The names of what a case changes. */
export function caseName({ proofCase }: JudgedCase): string {
  return [...proofCase.faults, ...proofCase.variants].join(' with ')
}

/** What was held against a service that did nothing of the kind. */
export function accusations(wrongly: readonly Flagged[]): string {
  return wrongly
    .map(({ id, verdict, why }) => `${id} ${verdict}: ${clip(oneLine(why), LONGEST_REASON)}`)
    .join('\n      ')
}

function section(title: string, all: readonly JudgedCase[], wanted: (one: JudgedCase) => boolean): string[] {
  const some = all.filter(wanted)
  return some.length > 0 ? [`${title} (${some.length})`, ...some.map(caseLine), ''] : []
}

/** What stays undecided accuses nobody, and proves nothing. */
function undecidedSection(variants: readonly JudgedCase[]): string[] {
  const some = variants.filter(({ undecided }) => undecided !== undefined)
  const lines = some.map((one) => `  ${caseName(one)}: ${one.undecided?.join(', ')}`)
  return some.length > 0 ? [`Legal, and not decided in all (${some.length})`, ...lines, ''] : []
}

/** A case in a line, with what was held against it beneath. */
export function caseLine(judged: JudgedCase): string {
  const { requirement, description } = judged.proofCase
  const blame = judged.wrongly.length > 0 ? `\n      ${accusations(judged.wrongly)}` : ''
  return `  ${caseName(judged)}${requirement ? ` [${requirement}]` : ''}: ${description}${blame}`
}

function count(all: readonly JudgedCase[], holds: (one: JudgedCase) => boolean): number {
  return all.filter(holds).length
}
