import { Parser } from 'htmlparser2'
import { charsetOf } from '../http/charset.ts'
import type { ExchangeResponse } from '../http/exchange.ts'
import { parseUrl } from '../http/url.ts'
import type { Form } from './form.ts'
import { readStyles } from './hiding.ts'
import { type Link, PageReader, type Refresh } from './page-reader.ts'

/** What the driver sees of an HTML page. */
export interface Page {
  readonly url: URL
  readonly forms: readonly Form[]
  readonly links: readonly Link[]
  /** Where a Refresh header or a meta element sends the user, by itself. */
  readonly refresh: string | undefined
  /** The same where it holds only for browsers without scripts. */
  readonly refreshWithoutScripts: string | undefined
  /** Whether there are scripts that may do what no form does. */
  readonly hasScripts: boolean
  /** The encoding in which it is shown, by its name in the Encoding Standard. */
  readonly charset: string
  /** Title and visible text, on one line. */
  readonly text: string
  /** What relative addresses of the page are relative to. */
  readonly base: URL
}

/** What an answer says of a page beside its text. */
interface AboutPage {
  /** The Refresh header, which goes before what a meta element says. */
  readonly refresh?: string | undefined
  readonly charset?: string
}

/** The page of an answer. @throws as {@link readPage}. */
export function pageOf({ body, headers }: ExchangeResponse, url: URL): Page {
  const charset = charsetOf(headers['content-type']?.[0] ?? '', body)
  return readPage(body, url, { refresh: headers.refresh?.[0], charset })
}

/**
 * Reads an HTML page, as a browser does whose scripts are off.
 *
 * @throws RangeError where its elements are nested too deep
 */
export function readPage(html: string, url: URL, { refresh, charset = 'utf-8' }: AboutPage = {}): Page {
  if (depthOf(html) > deepest) throw new RangeError(`elements are nested deeper than ${deepest}`)
  const reader = new PageReader(readStyles(html), {
    now: () => parser.startIndex,
    ofFormEnd: () => formEndIn(html, parser.startIndex),
  })
  const parser: Parser = new Parser(reader)
  parser.end(html)
  const ofHeader = refresh === undefined ? [] : [{ content: refresh, inNoscript: false }]
  const address = (inNoscript: boolean) => addressOf([...ofHeader, ...reader.refreshes], inNoscript)
  return {
    url,
    charset,
    forms: reader.forms,
    refresh: address(false),
    refreshWithoutScripts: address(true),
    hasScripts: reader.hasScripts,
    base: parseUrl(reader.base ?? '', url) ?? url,
    // Few pages are looked at for these, and a run meets hundreds.
    get links() {
      return reader.links.map((link) => link())
    },
    get text() {
      const [title, text] = [reader.title.value, reader.text.value]
      return title === '' || text.startsWith(title) ? text : `${title}: ${text}`.trim()
    },
  }
}

/** The time to parse a page grows with the square of its depth; nobody means such a page. */
const deepest = 1_000

/** What stands in these is text, whatever tags it seems to hold. */
const textOnly = /^(script|style|textarea|title)$/i

/** At most so deep are the elements nested: some end tags may be left out, which counts as nesting here. */
function depthOf(html: string): number {
  let depth = 0
  let most = 0
  let textOf: string | undefined
  for (const [, end, name = ''] of html.matchAll(/<(\/?)([a-z][^\s/>]*)/gi)) {
    if (textOf !== undefined && !(end && name.toLowerCase() === textOf)) continue
    textOf = !end && textOnly.test(name) ? name.toLowerCase() : undefined
    if (/^(br|hr|img|input|link|meta|p|li|option|td|tr|dd|dt)$/i.test(name)) continue
    depth = end ? Math.max(0, depth - 1) : depth + 1
    most = Math.max(most, depth)
  }
  return most
}

function formEndIn(html: string, from: number): number | undefined {
  const tag = /<(\/?)form\b/gi
  tag.lastIndex = from
  const found = tag.exec(html)
  if (found === null) return Number.POSITIVE_INFINITY
  return found[1] === '/' ? found.index : undefined
}

/** A page that waits longer before it moves on is one to be read, and moves on when its session is over. */
const longestDelay = 10
/** Of the content of a meta element, in characters. */
const longestAddress = 8_000

function addressOf(refreshes: readonly Refresh[], inNoscript: boolean): string | undefined {
  for (const { content } of refreshes.filter((refresh) => refresh.inNoscript === inNoscript)) {
    const [, delay, quote, rest = ''] =
      /^\s*(\d{0,9})(?:\.\d{0,9})?\s*[;,]\s*(?:url\s*=\s*)?(["']?)(.*)$/is.exec(
        content.slice(0, longestAddress),
      ) ?? []
    const address = quote ? (rest.split(quote)[0] ?? '') : rest
    if (delay !== undefined && address.trim() !== '' && Number(delay) <= longestDelay) return address.trim()
  }
  return undefined
}
