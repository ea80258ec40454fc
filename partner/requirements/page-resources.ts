import { Parser } from 'htmlparser2'
import type { Exchange } from '../../client/http/exchange.ts'
import { parseUrl } from '../../client/http/url.ts'
import type { Browser } from '../browser/browser.ts'

/** Attributes of elements, by the names of these. */
type Attributes = Readonly<Record<string, readonly string[]>>

/** Attributes by which an element makes a browser load something. */
const LOADING: Attributes = {
  script: ['src'],
  link: ['href'],
  img: ['src', 'srcset'],
  iframe: ['src'],
  frame: ['src'],
  embed: ['src'],
  object: ['data'],
  source: ['src', 'srcset'],
  video: ['src', 'poster'],
  audio: ['src'],
  input: ['src'],
}

/** What scripts and style sheets load whose address stands in them as it is. */
const IN_TEXT =
  /(?:\b(?:fetch|import|get)\s*\(\s*|\b(?:from|import)\s*|\bopen\s*\(\s*["'`]GET["'`]\s*,\s*|\burl\s*\(\s*)["'`]?(\.{0,2}\/[\w./?&=%-]*)/g

/** What style sheets load: there a name alone is an address, and what is imported may stand in `url()` or without it. */
const IN_STYLE = /(?:@import\s*(?:url\s*\(\s*|(?=["']))|\burl\s*\(\s*)["']?(?!data:)([\w./?&=%-]+)/g

/** Where the source of a script or a style sheet is told, which tools of browsers load. */
const SOURCE_MAP = /[#@]\s*sourceMappingURL=([\w./?&=%-]+)/g

/** A path that a script has by a name, and loads later. */
const QUOTED_PATH = /(["'`])(\/\w[\w./?&=%-]*)\1/g

/** One address of the header Link (RFC 8288), with its parameters. */
const LINK = /<([^<>]*)>((?:\s*;\s*[\w*-]+(?:\s*=\s*(?:"[^"]*"|[^\s",;<>]*))?)*)/g

/** How what a page links to in its header is related to it where browsers load it at once. */
const LOADED_BY_HEADER = /;\s*rel\s*=\s*(?:"[^"]*|)\b(?:preload|modulepreload|prefetch|stylesheet)\b/i

/** Pages in frames of pages in frames: more of that nobody writes. */
const MOST_NESTED = 3

/** What a page, a script or a style sheet makes a browser load. */
export function resourcesOf(exchange: Exchange, browser: Browser): readonly URL[] {
  const { response } = exchange
  if (!/html|script|css/i.test(typeOf(exchange))) return []
  const texts = isPage(exchange) ? pagesIn(response?.body ?? '') : [response?.body ?? '']
  const inText = texts.flatMap((text) =>
    [IN_TEXT, IN_STYLE, SOURCE_MAP, QUOTED_PATH].flatMap((pattern) =>
      [...text.matchAll(pattern)].map((found) => found.at(-1) ?? ''),
    ),
  )
  const base = addressOf(exchange, browser)
  const relative = [...inText, ...linkedByHeader(exchange)].flatMap(
    (address) => parseUrl(address, base) ?? [],
  )
  const all = [...addressesIn(exchange, browser, LOADING), ...relative]
  return [...new Map(all.map((url) => [url.href, url])).values()]
}

function linkedByHeader({ response }: Exchange): readonly string[] {
  return (response?.headers.link ?? []).flatMap((header) =>
    [...header.matchAll(LINK)].flatMap(([, address = '', parameters = '']) =>
      LOADED_BY_HEADER.test(parameters) ? [address] : [],
    ),
  )
}

/** Where the links of a page lead. */
export function pageLinksOf(exchange: Exchange, browser: Browser): readonly URL[] {
  return addressesIn(exchange, browser, { a: ['href'], area: ['href'] })
}

function typeOf({ response }: Exchange): string {
  return response?.headers['content-type']?.[0] ?? ''
}

function isPage(exchange: Exchange): boolean {
  return /html/i.test(typeOf(exchange))
}

function addressOf({ request }: Exchange, browser: Browser): URL {
  const { pathname, search } = new URL(request.url)
  return browser.at(pathname + search)
}

/** The pages that are written out in the frames of a page: a browser opens them as it opens any other. */
function framedIn(page: string): readonly string[] {
  const framed: string[] = []
  const parser = new Parser({
    onopentag(name, { srcdoc }) {
      if (name === 'iframe' && srcdoc !== undefined) framed.push(srcdoc)
    },
  })
  parser.end(page)
  return framed
}

function pagesIn(page: string, depth = MOST_NESTED): readonly string[] {
  return depth > 0 ? [page, ...framedIn(page).flatMap((inner) => pagesIn(inner, depth - 1))] : [page]
}

function addressesIn(exchange: Exchange, browser: Browser, attributes: Attributes): readonly URL[] {
  if (!isPage(exchange)) return []
  return addressesOf(exchange.response?.body ?? '', addressOf(exchange, browser), attributes)
}

/** @param around what addresses are relative to where the page says nothing else */
function addressesOf(page: string, around: URL, attributes: Attributes, depth = MOST_NESTED): readonly URL[] {
  let base = around
  const addresses: string[] = []
  const parser = new Parser({
    onopentag(name, given) {
      if (name === 'base') base = parseUrl(given.href ?? '', base) ?? base
      for (const attribute of attributes[name] ?? []) {
        const value = given[attribute]
        if (value === undefined) continue
        addresses.push(
          ...(attribute === 'srcset'
            ? value.split(',').map((one) => one.trim().split(/\s+/)[0] ?? '')
            : [value]),
        )
      }
    },
  })
  parser.end(page)
  const urls = addresses.flatMap((address) => parseUrl(address.trim(), base) ?? [])
  if (depth === 0) return urls
  return [...urls, ...framedIn(page).flatMap((inner) => addressesOf(inner, base, attributes, depth - 1))]
}
