import { Parser } from 'htmlparser2'
import type { Exchange } from '../../client/http/exchange.ts'
import { parseUrl } from '../../client/http/url.ts'
import type { Browser } from '../browser/browser.ts'

/** Attributes by which an element makes a browser load something. */
const LOADING: Readonly<Record<string, readonly string[]>> = {
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

/** What style sheets load: there a name alone is an address. */
const IN_STYLE = /(?:@import\s+|\burl\s*\(\s*)["']?(?!data:)([\w./?&=%-]+)/g

/** Where the source of a script or a style sheet is told, which tools of browsers load. */
const SOURCE_MAP = /[#@]\s*sourceMappingURL=([\w./?&=%-]+)/g

/** A path that a script has by a name, and loads later. */
const QUOTED_PATH = /(["'`])(\/\w[\w./?&=%-]*)\1/g

/** What a page, a script or a style sheet makes a browser load. */
export function resourcesOf(exchange: Exchange, browser: Browser): readonly URL[] {
  const { request, response } = exchange
  if (!/html|script|css/i.test(response?.headers['content-type']?.[0] ?? '')) return []
  const { pathname, search } = new URL(request.url)
  const text = response?.body ?? ''
  const inText = [IN_TEXT, IN_STYLE, SOURCE_MAP, QUOTED_PATH].flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap(
      (found) => parseUrl(found.at(-1) ?? '', browser.at(pathname + search)) ?? [],
    ),
  )
  const all = [...addressesIn(exchange, browser, LOADING), ...inText]
  return [...new Map(all.map((url) => [url.href, url])).values()]
}

/** Where the links of a page lead. */
export function pageLinksOf(exchange: Exchange, browser: Browser): readonly URL[] {
  return addressesIn(exchange, browser, { a: ['href'], area: ['href'] })
}

function addressesIn(
  { request, response }: Exchange,
  browser: Browser,
  attributes: Readonly<Record<string, readonly string[]>>,
): readonly URL[] {
  if (!/html/i.test(response?.headers['content-type']?.[0] ?? '')) return []
  const { pathname, search } = new URL(request.url)
  let base = browser.at(pathname + search)
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
  parser.end(response?.body ?? '')
  return addresses.flatMap((address) => parseUrl(address.trim(), base) ?? [])
}
