import { raw } from 'hono/html'
import { families, familyOf } from '../contract/index.ts'
import { html, type Markup } from '../reports/html/markup.ts'
import { verdictStyles } from '../reports/html/verdicts.ts'
import { groupBy } from '../reports/summary.ts'
import { clip } from '../reports/text.ts'
import { type Fact, factsOf, fingerprintOf, resultSentence } from './facts.ts'
import type { CertifiedRequirement, Particulars } from './particulars.ts'

/** What fits on a sheet beside all the rest. */
const MAX_LINES = 3
const MAX_CHARACTERS = 110

const style = `
@page { size: A4; margin: 10mm }
body { font: 8.5pt/1.3 system-ui, sans-serif; color: #1b1f24; background: #fff; max-width: 190mm; margin: 0 auto; padding: 4mm; overflow-wrap: anywhere }
h1 { font-size: 17pt; margin: 0 0 1mm; line-height: 1.15 }
h2 { font-size: 9pt; margin: 2.5mm 0 .8mm }
header { border-left: 3mm solid #1a7f3c; padding-left: 4mm }
header.breaks { border-color: #b3261e }
header p { margin: .5mm 0 }
.result { font-size: 12pt }
dl { display: grid; grid-template-columns: 34mm 1fr; gap: 1mm 3mm; margin: 3mm 0; border-top: .3mm solid #999; padding-top: 2mm }
dt { color: #57606a }
dd { margin: 0; min-width: 0 }
dd div + div { margin-top: .4mm }
table { border-collapse: collapse; width: 100%; font-size: 7.5pt }
th { text-align: left; font-weight: 600; width: 25mm; padding: .2mm 1mm .2mm 0; vertical-align: top; white-space: nowrap }
td { padding: .2mm 0 }
td { white-space: nowrap }
.cell { display: inline-block; min-width: 7.4mm; padding: 0 .5mm; margin-right: .4mm; border-radius: .8mm; background: #e6e9ed; print-color-adjust: exact }
.cell.pass { background: #d9f2e0 } .cell.fail { background: #b3261e; color: #fff } .cell.warn { background: #ffe0a3 }
.cell.inconclusive { background: #e9defa } .cell.observed { background: #d8ebfb }
.fingerprint { font: 10pt/1.3 ui-monospace, monospace; margin: 0 }
p { margin: 1mm 0 }
footer { font-size: 8pt; color: #57606a; margin-top: 2mm }
@media print { body { padding: 0 } }
`

const policy =
  "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

function fact({ term, lines }: Fact): Markup {
  const more = lines.length - MAX_LINES
  return html`<dt>${term}</dt><dd>${lines.slice(0, MAX_LINES).map((line) => html`<div>${clip(line, MAX_CHARACTERS)}</div>`)}${more > 0 && html`<div>and ${more} more, in the certificate</div>`}</dd>`
}

function grid(requirements: readonly CertifiedRequirement[]): Markup {
  const byFamily = groupBy(requirements, ({ id }) => familyOf(id))
  const cell = ({ id, level, verdict }: CertifiedRequirement) =>
    html`<span class="cell ${verdict}" title="${id} (${level}): ${verdict}">${verdictStyles[verdict].symbol} ${id.slice(id.lastIndexOf('-') + 1)}</span>`
  return html`<table><tbody>${families
    .filter(({ name }) => byFamily.has(name))
    .map(
      ({ name }) =>
        html`<tr><th scope="row">${name}</th><td>${(byFamily.get(name) ?? []).map(cell)}</td></tr>`,
    )}</tbody></table>`
}

function legend(requirements: readonly CertifiedRequirement[]): string {
  const verdicts = new Set(requirements.map(({ verdict }) => verdict))
  return [...verdicts]
    .map((verdict) => `${verdictStyles[verdict].symbol} ${verdict}: ${verdictStyles[verdict].meaning}`)
    .join('; ')
}

/**
 * The certificate as one HTML page that prints on one sheet. It is there to be read: what counts is the signed file.
 * @param certificate the text of the signed file, whose fingerprint the page shows
 */
export function certificatePage(particulars: Particulars, certificate: string, keyId: string): string {
  const { subject, requirements, expires } = particulars
  const breaks = requirements.some(({ verdict }) => verdict === 'fail')
  const shown = factsOf(particulars, keyId).filter(({ term }) => term !== 'Result')
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${raw(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="referrer" content="no-referrer">
<link rel="icon" href="data:,"><title>Certificate: ${subject.name}</title><style>${raw(style)}</style></head>
<body><header class="${breaks && 'breaks'}"><p>Contract conformance, Donation Partner API</p>
<h1>${clip(subject.name, 120)}</h1>
<p class="result">${resultSentence(particulars)} Holds until <time datetime="${expires.at}">${expires.at.slice(0, 10)}</time>.</p></header>
<main><dl>${shown.map(fact)}</dl>
<h2>Requirement by requirement</h2>${grid(requirements)}
<p>${legend(requirements)}</p>
<h2>Fingerprint of the certificate (SHA-256)</h2>
<p class="fingerprint">${fingerprintOf(certificate)}</p></main>
<footer>This page proves nothing by itself. <code>donation-conformance verify</code> with the signer's public key says whether the certificate is genuine, and <code>sha256sum</code> whether it is the one with this fingerprint. It tells what was seen then and there, and nothing of what was changed since.</footer>
</body></html>
`.toString()
}
