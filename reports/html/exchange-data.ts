import type { Exchange } from '../../client/http/exchange.ts'
import type { RunResult } from '../../harness/model/result.ts'
import { clip, visible } from '../text.ts'
import { answerText } from './exchange.ts'
import type { ExchangeLine, ExchangeTable } from './exchange-table.ts'
import { jsonData, type Markup } from './markup.ts'

/** How many exchanges of each requirement are shown with the start of their bodies; the others are shown without. */
const WITH_BODIES = 12
const MAX_BODY = 320
const MAX_URL = 160
/** A page that holds more lines than these opens too slowly. */
const MAX_EXCHANGES = 12_000

/** What the page's script shows when a row is opened: every exchange in short, and each URL once. */
export function exchangeData({ exchanges, run }: RunResult): Markup {
  const urls = new Map<string, number>()
  const seen = new Map<string, number>()
  const start = Date.parse(run.startedAt)
  const cut = (text: string | undefined, max: number) => visible(clip(text ?? '', max))
  const lineOf = (exchange: Exchange): ExchangeLine => {
    const { id, requirement = '', startedAt, durationMs, request, response } = exchange
    const url = cut(request.url, MAX_URL)
    const urlIndex = urls.get(url) ?? urls.size
    urls.set(url, urlIndex)
    const nth = seen.get(requirement) ?? 0
    seen.set(requirement, nth + 1)
    const line = [
      id,
      requirement,
      Math.max(0, startedAt - start),
      Math.round(durationMs),
      visible(request.method),
      urlIndex,
      answerText(exchange),
    ] as const
    return nth < WITH_BODIES ? [...line, cut(request.body, MAX_BODY), cut(response?.body, MAX_BODY)] : line
  }
  const lines = exchanges.slice(0, MAX_EXCHANGES).map(lineOf)
  const table: ExchangeTable = { urls: [...urls.keys()], lines, left: exchanges.length - lines.length }
  return jsonData(table)
}
