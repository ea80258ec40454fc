import type { Outcome, RunResult } from '../harness/model/result.ts'
import { html, type Markup } from './html/markup.ts'

const LABEL = 'donation contract'

/** White text on each is read easily: a contrast of 4.5 at least. */
const colours: Readonly<Record<Outcome, string>> = {
  conforms: '#1a7f3c',
  violates: '#b3261e',
  undecided: '#6b4fa0',
  error: '#57606a',
}

/** About as wide as the text is in Verdana of 11 pixels; `textLength` makes it so in any other font. */
const widthOf = (text: string) => Math.round(text.length * 6.6)

function part(text: string, left: number, colour: string): Markup {
  const width = widthOf(text)
  return html`<rect x="${left}" width="${width + 12}" height="20" fill="${colour}"/><text x="${left + 6}" y="14" textLength="${width}">${text}</text>`
}

/** The outcome of a run as a small picture for a page, such as a README. */
export function badgeSvg({ outcome }: RunResult): string {
  const left = widthOf(LABEL) + 12
  const width = left + widthOf(outcome) + 12
  const says = `${LABEL}: ${outcome}`
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" role="img" aria-label="${says}"><title>${says}</title><clipPath id="r"><rect width="${width}" height="20" rx="3"/></clipPath><g clip-path="url(#r)" fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">${part(LABEL, 0, '#3d444d')}${part(outcome, left, colours[outcome])}</g></svg>
`.toString()
}
