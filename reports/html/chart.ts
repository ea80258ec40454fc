import type { Exchange } from '../../client/http/exchange.ts'
import { families, familyOf } from '../../contract/index.ts'
import type { RunResult } from '../../harness/model/result.ts'
import { groupBy } from '../summary.ts'
import { count, duration } from '../text.ts'
import { html, type Markup } from './markup.ts'

const BUCKETS = 120
const HEIGHT = 20

interface Span {
  readonly start: number
  readonly length: number
}

function histogram(exchanges: readonly Exchange[], { start, length }: Span): number[] {
  const buckets = new Array<number>(BUCKETS).fill(0)
  for (const { startedAt } of exchanges) {
    const at = Math.min(BUCKETS - 1, Math.floor(((startedAt - start) / length) * BUCKETS))
    buckets[at] = (buckets[at] ?? 0) + 1
  }
  return buckets
}

/** Square roots: a family with a hundred times the traffic of another must not flatten it. */
function bars(buckets: readonly number[], most: number): string {
  return buckets
    .flatMap((n, at) => {
      if (n === 0) return []
      const height = Math.max(1.5, Math.sqrt(n / most) * HEIGHT)
      return [`M${at} ${HEIGHT}v${-Number(height.toFixed(1))}h.9V${HEIGHT}z`]
    })
    .join('')
}

/** No answer, or one that says that the service itself failed. */
function isFailed({ response }: Exchange): boolean {
  return response === undefined || response.status >= 500
}

/** When the requests of each family were sent, a lane a family, those that failed marked. */
export function chart({ exchanges }: RunResult): Markup {
  if (exchanges.length === 0) return html`<p>No request was sent.</p>`
  const start = exchanges.reduce((least, { startedAt }) => Math.min(least, startedAt), Infinity)
  const end = exchanges.reduce((most, { startedAt, durationMs }) => Math.max(most, startedAt + durationMs), 0)
  const span = { start, length: Math.max(1, end - start) }
  const byFamily = groupBy(exchanges, ({ requirement }) => (requirement ? familyOf(requirement) : 'suite'))
  const lanes = [...families.map(({ name }) => name), 'suite'].flatMap((name) => {
    const members = byFamily.get(name)
    if (!members) return []
    const failed = members.filter(isFailed)
    return [{ name, members, failed, all: histogram(members, span), bad: histogram(failed, span) }]
  })
  const most = Math.max(...lanes.flatMap(({ all }) => all))
  const slowest = exchanges.reduce((a, b) => (b.durationMs > a.durationMs ? b : a))
  const failed = lanes.reduce((sum, lane) => sum + lane.failed.length, 0)
  return html`<figure class="chart">
${lanes.map(
  ({ name, members, failed: bad, ...lane }) =>
    html`<div class="lane"><span>${name}</span><svg viewBox="0 0 ${BUCKETS} ${HEIGHT}" preserveAspectRatio="none" aria-hidden="true" focusable="false"><path class="all" d="${bars(lane.all, most)}"/><path class="bad" d="${bars(lane.bad, most)}"/></svg><span class="quiet">${count(members.length, 'request')}${bad.length > 0 && `, ${bad.length} failed`}</span></div>`,
)}
<div class="lane axis" aria-hidden="true"><span></span><span class="ticks"><span>0</span><span>${duration(span.length / 2)}</span><span>${duration(span.length)}</span></span><span></span></div>
<figcaption class="quiet">${count(exchanges.length, 'request')} in ${duration(span.length)}; the slowest took ${duration(slowest.durationMs)} (${slowest.requirement ?? 'suite'}, exchange ${slowest.id}); ${failed === 0 ? 'none failed' : `${failed} got a 5xx or no answer`}. Heights are square roots; <code>suite</code> is what the suite sends for itself.</figcaption>
</figure>`
}
