import { STATUS_CODES } from 'node:http'
import type { Exchange, ExchangeRequest, ExchangeResponse } from '../../client/http/exchange.ts'
import type { RunResult } from '../../harness/model/result.ts'
import { clip, count } from '../text.ts'

/** Most mail servers and CI systems take a file of this size, compressed to a tenth. */
const MAX_CHARACTERS = 24_000_000
/** A body beyond this is cut: nobody reads it, and one hostile answer must not fill the file. */
const MAX_BODY = 500_000

const pairs = (entries: Iterable<readonly [string, string]>) =>
  [...entries].map(([name, value]) => ({ name, value }))

function queryOf(url: string) {
  // Most have none, and parsing an address takes longer than all the rest of it.
  return url.includes('?') && URL.canParse(url) ? pairs(new URL(url).searchParams) : []
}

/** Tells whoever reads or judges the file that this body is not whole. */
const cutOf = (body: string, isCut = false) =>
  isCut || body.length > MAX_BODY ? { comment: 'only the beginning of what was sent', _cut: true } : {}

function requestOf({ method, url, headers, body, bodyEncoding }: ExchangeRequest) {
  return {
    method,
    url,
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: pairs(Object.entries(headers)),
    queryString: queryOf(url),
    ...(body === undefined
      ? {}
      : {
          postData: {
            mimeType: headers['content-type'] ?? '',
            text: clip(body, MAX_BODY),
            ...cutOf(body),
            ...(bodyEncoding ? { comment: 'no UTF-8: the text is base64', _encoding: bodyEncoding } : {}),
          },
        }),
    headersSize: -1,
    bodySize: body === undefined ? 0 : Buffer.byteLength(body, bodyEncoding ?? 'utf8'),
  }
}

function responseOf(response: ExchangeResponse | undefined) {
  const { status = 0, headers = {}, body = '', bytes = 0, isCut } = response ?? {}
  return {
    status,
    statusText: STATUS_CODES[status] ?? '',
    httpVersion: response ? 'HTTP/1.1' : '',
    cookies: [],
    headers: pairs(
      Object.entries(headers).flatMap(([name, values]) =>
        values.map((value): [string, string] => [name, value]),
      ),
    ),
    content: {
      size: bytes,
      mimeType: headers['content-type']?.[0] ?? '',
      text: clip(body, MAX_BODY),
      ...cutOf(body, isCut),
    },
    redirectURL: headers.location?.[0] ?? '',
    headersSize: -1,
    bodySize: response ? bytes : -1,
  }
}

/**
 * Who sent what no requirement is known for: a browser is always the suite's own, and where an application is the subject
 * all else is what it sent, such as a token request that names no customer.
 */
function senderOf({ step }: Exchange, { kind }: RunResult['target']): string {
  const isByApplication = kind === 'application' && step?.from !== 'browser'
  return isByApplication ? 'sent by the application' : 'sent by the suite itself'
}

function entryOf(exchange: Exchange, target: RunResult['target']) {
  const { id, requirement, irregular, step, startedAt, durationMs, failure } = exchange
  return {
    startedDateTime: new Date(startedAt).toISOString(),
    time: durationMs,
    request: requestOf(exchange.request),
    response: responseOf(exchange.response),
    cache: {},
    timings: { send: 0, wait: durationMs, receive: 0 },
    comment: requirement ?? senderOf(exchange, target),
    _id: id,
    ...(requirement === undefined ? {} : { _requirement: requirement }),
    ...(irregular ? { _irregular: irregular } : {}),
    ...(step ? { _scenario: step.scenario, _from: step.from, _to: step.to } : {}),
    ...(failure ? { _error: `${failure.kind}: ${failure.message}` } : {}),
  }
}

/**
 * Which exchanges fit: those that show a violation first, then the others as they were sent. The rest is left
 * out, never only half there.
 */
function fitting({ requirements, exchanges, target }: RunResult, max: number): readonly string[] {
  const telling = new Set(
    requirements.flatMap(({ violations }) =>
      violations.flatMap((violation) => violation.exchanges.map(({ id }) => id)),
    ),
  )
  const inOrderOfWorth = exchanges.toSorted((a, b) => Number(telling.has(b.id)) - Number(telling.has(a.id)))
  const kept: { readonly id: number; readonly text: string }[] = []
  let size = 0
  for (const exchange of inOrderOfWorth) {
    const text = JSON.stringify(entryOf(exchange, target))
    size += text.length + 2
    if (size > max) break
    kept.push({ id: exchange.id, text })
  }
  return kept.toSorted((a, b) => a.id - b.id).map(({ text }) => text)
}

/**
 * The exchanges of a run as an HTTP archive (HAR 1.2), each with the requirement whose test sent it
 * (`_requirement`, and `comment` for viewers that show no custom fields).
 *
 * @param max characters of all entries together; `log.comment` says how many were left out
 * @param record SHA-256 of the content of the record that it goes with, in hex
 */
export function harText(result: RunResult, max = MAX_CHARACTERS, record?: string): string {
  const entries = fitting(result, max)
  const left = result.exchanges.length - entries.length
  const log = JSON.stringify({
    version: '1.2',
    creator: { ...result.tool },
    ...(record === undefined ? {} : { _record: record }),
    ...(left > 0
      ? {
          comment: `${count(left, 'exchange')} of ${result.exchanges.length} left out: the file would be too large`,
        }
      : {}),
  })
  // One line an entry: a text editor opens it, and building it needs no second copy of everything.
  return `{"log":${log.slice(0, -1)},"entries":[\n${entries.join(',\n')}\n]}}\n`
}
