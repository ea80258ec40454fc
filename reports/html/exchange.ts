import type { Exchange } from '../../client/http/exchange.ts'
import { clip, duration } from '../text.ts'
import { html, type Markup } from './markup.ts'

/** Longer bodies are cut: nobody reads them, and exchanges.har has more of them. */
const MAX_BODY = 16_000

/** What came back, in a few words: the status, or why there is none. */
export function answerText({ response, failure }: Exchange): string {
  if (failure) return `no answer (${failure.kind})`
  return response ? String(response.status) : 'no answer'
}

/** A body as a person wants to read it: JSON indented, anything else as it came. */
export function prettyBody(body: string): string {
  if (!/^\s*[[{]/.test(body) || body.length > MAX_BODY) return clip(body, MAX_BODY)
  try {
    return clip(JSON.stringify(JSON.parse(body), null, 2), MAX_BODY)
  } catch {
    return clip(body, MAX_BODY)
  }
}

function headersText(headers: Readonly<Record<string, string | readonly string[]>>): string {
  return Object.entries(headers)
    .flatMap(([name, values]) => [values].flat().map((value) => `${name}: ${value}`))
    .join('\n')
}

function message(title: string, start: string, headers: string, body: string): Markup {
  return html`<div><h6>${title}</h6>
<pre>${start}
${clip(headers, MAX_BODY)}</pre>
${body === '' ? html`<p class="quiet">no body</p>` : html`<pre>${prettyBody(body)}</pre>`}</div>`
}

/** One exchange in full, folded behind the line that says what it was. */
export function exchangeInFull(exchange: Exchange): Markup {
  const { id, request, response, failure, durationMs } = exchange
  const encoded = request.bodyEncoding ? ' (body in base64)' : ''
  return html`<details class="exchange"><summary><code>${request.method} ${clip(request.url, 200)}</code> → <b>${answerText(exchange)}</b> <span class="quiet">${duration(durationMs)}, exchange ${id}</span></summary>
<div class="pair">${message(`Request${encoded}`, `${request.method} ${clip(request.url, MAX_BODY)}`, headersText(request.headers), request.body ?? '')}
${
  response
    ? message('Response', String(response.status), headersText(response.headers), response.body)
    : html`<div><h6>Response</h6><p>${failure?.message ?? 'none'}</p></div>`
}</div></details>`
}

/** One exchange as the line alone, where the page would grow too large. */
export function exchangeAsLine(exchange: Exchange): Markup {
  return html`<p class="exchange"><code>${exchange.request.method} ${clip(exchange.request.url, 200)}</code> → <b>${answerText(exchange)}</b> <span class="quiet">exchange ${exchange.id}, in exchanges.har</span></p>`
}
