import type { ExchangeLine } from '../exchange-table.ts'
import { element } from './dom.ts'

/**
 * One exchange as an element: a line, which unfolds to the start of its bodies where it has some.
 * @param urls those of the table that the line is from.
 */
export function lineElement(line: ExchangeLine, urls: readonly string[]): HTMLElement {
  const [id, , offsetMs, durationMs, method, url, answer, requestBody = '', responseBody = ''] = line
  const when = `after ${(offsetMs / 1000).toFixed(2)} s, ${durationMs} ms, exchange ${id}`
  const head = [
    element('code', `${method} ${urls[url] ?? ''}`),
    ' → ',
    element('b', answer),
    ' ',
    element('span', when, 'quiet'),
  ]
  const hasBody = requestBody !== '' || responseBody !== ''
  const made = element(hasBody ? 'details' : 'p', '', 'exchange')
  made.id = `exchange-${id}`
  if (hasBody) {
    const summary = element('summary')
    summary.append(...head)
    made.append(summary, ...bodyElements('Request body', requestBody))
    made.append(...bodyElements('Response body', responseBody))
  } else made.append(...head)
  return made
}

function bodyElements(title: string, body: string): HTMLElement[] {
  return body === '' ? [] : [element('h6', title), element('pre', body)]
}
