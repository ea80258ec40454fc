import { THREAT_STATUSES, type ThreatResult } from '../../advice/threats/assess.ts'
import { isRequirementId } from '../../contract/index.ts'
import type { RunResult } from '../../harness/model/result.ts'
import { seenPhrase } from '../advice.ts'
import { countsPhrase, countVerdicts, targetName } from '../summary.ts'
import { clip } from '../text.ts'
import { remedyLines, threatSentence, threatsOf } from '../threats.ts'
import { html, type Markup, type Part } from './markup.ts'

const LOOKS = {
  not: { symbol: '✗', style: 'fail' },
  partly: { symbol: '!', style: 'warn' },
  undetermined: { symbol: '?', style: 'not-applicable' },
  mitigated: { symbol: '✓', style: 'pass' },
} as const

function link(id: string): Markup {
  return html`<a href="#${isRequirementId(id) ? id : `advice-${id}`}">${id}</a>`
}

/** Ids under what they have in common; nothing where there are none. */
function listed(term: string, ids: readonly string[]): Part {
  if (ids.length === 0) return undefined
  return html`<div>${term}: ${ids.map((id, index) => html`${index > 0 && ', '}${link(id)}`)}</div>`
}

/** Why something is not known, by id: what it takes to see an advice, or to decide a requirement. */
function gapsOf({ requirements, advice }: RunResult): ReadonlyMap<string, string> {
  return new Map([
    ...requirements.map(({ id, needs, reason = '' }) => [id, needs?.join(', ') || reason] as const),
    ...(advice?.results ?? []).map((one) => [one.id, seenPhrase(one, advice?.isDeep ?? false)] as const),
  ])
}

function row(
  { id, title, sources, status, kept, broken, unknown, remains }: ThreatResult,
  gaps: ReadonlyMap<string, string>,
): Markup {
  const { symbol, style } = LOOKS[status]
  const why = (one: string) => gaps.get(one) || 'not tried in this run'
  return html`<tr id="threat-${id}"><td><span class="badge ${style}"><span aria-hidden="true">${symbol}</span> ${status === 'not' ? 'not mitigated' : status}</span></td>
<td><b>${id}</b><br>${title}<br><span class="quiet">${sources.join('; ')}</span></td>
<td>${listed('Countered by', kept)}${listed('To mend', broken)}${unknown.length > 0 && html`<div>Not known: ${unknown.map((one, index) => html`${index > 0 && '; '}${link(one)} (${clip(why(one), 100)})`)}</div>`}${remains !== undefined && html`<div class="quiet">${remains}</div>`}</td></tr>`
}

/** A page that a reviewer can file: what was tested, which threats stay, and what to mend first. */
export function threatsSection(result: RunResult): Part {
  const report = threatsOf(result)
  if (!report) return undefined
  const { run, tool, target, advice, requirements } = result
  const rows = report.threats.toSorted(
    (a, b) => THREAT_STATUSES.indexOf(a.status) - THREAT_STATUSES.indexOf(b.status),
  )
  const gaps = gapsOf(result)
  const remedies = remedyLines(report)
  const how = advice?.isDeep ? 'with' : 'without'
  return html`<section class="filed" aria-labelledby="threats"><h2 id="threats">Threats</h2>
<p>Tested ${run.startedAt.slice(0, 10)}: ${targetName(target)}, by ${tool.name} ${tool.version}, ${how} <code>--advice deep</code>${run.only && `, confined to ${clip(run.only.join(', '), 200)}`}. Requirements: ${countsPhrase(countVerdicts(requirements))}. ${threatSentence(report)}
The threats are those of RFC 9700, 4 and RFC 6819, 4; each is held against the requirements and the advice that counter it. What was not seen counts for nothing.</p>
${remedies.length > 0 && html`<h3>What to mend first</h3><ol>${remedies.map((line) => html`<li>${line}</li>`)}</ol>`}
<h3>Threat by threat</h3>
<table class="observations"><thead><tr><th scope="col">Status</th><th scope="col">Threat</th><th scope="col">Why</th></tr></thead>
<tbody>${rows.map((one) => row(one, gaps))}</tbody></table></section>`
}
