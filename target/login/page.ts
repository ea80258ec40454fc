import { type Cheerio, type CheerioAPI, load } from 'cheerio/slim'
import { parseUrl } from '../url.ts'
import { type Form, readForm } from './form.ts'

/** What the driver sees of an HTML page. */
export interface Page {
  readonly url: URL
  readonly forms: readonly Form[]
  readonly links: readonly Link[]
  /** Where a meta element sends the user, by itself. */
  readonly refresh: string | undefined
  /** Visible text, on one line. */
  readonly text: string
  /** What relative addresses of the page are relative to. */
  readonly base: URL
}

export interface Link {
  readonly text: string
  readonly href: string
}

/** A node of the page, as the HTML parser hands it out. */
type Node =
  ReturnType<ReturnType<CheerioAPI['root']>['contents']> extends Cheerio<infer Found> ? Found : never

/**
 * Reads an HTML page.
 *
 * @throws RangeError where its elements are nested too deep
 */
export function readPage(html: string, url: URL): Page {
  if (depthOf(html) > deepest) throw new RangeError(`elements are nested deeper than ${deepest}`)
  const $ = load(html)
  return {
    url,
    forms: $('form')
      .toArray()
      .map((element) => readForm($, element)),
    refresh: refreshOf($),
    base: parseUrl($('base[href]').attr('href') ?? '', url) ?? url,
    // Few pages are looked at for these, and a run meets hundreds.
    get links() {
      const anchors = $('a[href]').toArray()
      return anchors.map((element) => ({
        text: visibleText([element]),
        href: $(element).attr('href') ?? '',
      }))
    },
    get text() {
      return visibleText($('body').length > 0 ? $('body').toArray() : $.root().contents().toArray())
    },
  }
}

/** The time to parse a page grows with the square of its depth; nobody means such a page. */
const deepest = 1_000

/** At most so deep are the elements nested: some end tags may be left out, which counts as nesting here. */
function depthOf(html: string): number {
  let depth = 0
  let most = 0
  for (const [, end, name = ''] of html.matchAll(/<(\/?)([a-z][^\s/>]*)/gi)) {
    if (/^(br|hr|img|input|link|meta|p|li|option|td|tr|dd|dt)$/i.test(name)) continue
    depth = end ? Math.max(0, depth - 1) : depth + 1
    most = Math.max(most, depth)
  }
  return most
}

/** A page that waits longer before it moves on is one to be read, and moves on when its session is over. */
const longestDelay = 10

function refreshOf($: CheerioAPI): string | undefined {
  const contents = $('meta[http-equiv="refresh" i]')
    .toArray()
    .map((element) => $(element).attr('content') ?? '')
  for (const content of contents) {
    const [, delay, address] = /^\s*([\d.]+)\s*[;,]\s*(?:url\s*=\s*)?["']?([^"']+)/i.exec(content) ?? []
    if (address !== undefined && Number(delay) <= longestDelay) return address.trim()
  }
  return undefined
}

const notShown = /^(script|style|template|noscript|head|title)$/
/** Elements whose text does not run into that of their neighbours. */
const apart = /^(br|p|div|li|h[1-4]|label|button|td|option)$/

/** Text without scripts and styles, on one line, without characters that could steer a terminal. */
function visibleText(nodes: readonly Node[]): string {
  return nodes
    .map(textOf)
    .join('')
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
}

function textOf(node: Node): string {
  if (node.type === 'text') return node.data
  if (!('name' in node) || !('children' in node) || notShown.test(node.name)) return ''
  const text = node.children.map(textOf).join('')
  return apart.test(node.name) ? `${text} ` : text
}
