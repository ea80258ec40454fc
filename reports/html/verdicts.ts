import type { Verdict } from '../../contract/verdict.ts'
import { html, type Markup } from './markup.ts'

/** How a verdict is shown. */
interface VerdictStyle {
  /** Tells the verdicts apart without colour. */
  readonly symbol: string
  /** What the verdict means, for somebody who never ran a test. */
  readonly meaning: string
}

export const verdictStyles: Readonly<Record<Verdict, VerdictStyle>> = {
  pass: { symbol: '✓', meaning: 'it is kept' },
  fail: { symbol: '✗', meaning: 'it is broken' },
  warn: { symbol: '!', meaning: 'broken, but the contract does not insist' },
  inconclusive: { symbol: '?', meaning: 'could not be decided here' },
  'not-applicable': { symbol: '–', meaning: 'it does not apply here' },
  observed: { symbol: '○', meaning: 'left open by the contract, recorded' },
  error: { symbol: '⚠', meaning: 'the suite itself failed' },
}

/** A verdict as symbol, colour and word. */
export function badge(verdict: Verdict): Markup {
  return html`<span class="badge ${verdict}"><span aria-hidden="true">${verdictStyles[verdict].symbol}</span> ${verdict}</span>`
}
